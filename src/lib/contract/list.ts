/** Pages of a list, and numbers in paths and queries. */
import * as v from 'valibot'
import { line } from './text.ts'

const digits = v.pipe(v.string(), v.regex(/^\d{1,15}$/, '应为数字'), v.transform(Number))

export const idParam = v.object({ id: v.pipe(digits, v.minValue(1, '应为正整数')) })

export const idQuery = idParam.entries.id

export const pageQuery = v.optional(v.pipe(digits, v.minValue(1, '页码从 1 开始')), '1')

/** The id after which a list continues: unlike pages, such a list skips nothing when an earlier row is deleted. */
export const afterQuery = v.optional(digits, '0')

export function numberChoice<const Choice extends readonly number[]>(choices: Choice) {
  return v.pipe(digits, v.picklist(choices as readonly Choice[number][], `应为 ${choices.join('、')} 之一`))
}

/** What an operator searches for; empty: everything. */
export const searchQuery = v.optional(
  v.union([line('搜索内容', 100), v.pipe(v.string(), v.trim(), v.literal(''))]),
  '',
)

export const count = v.pipe(v.number(), v.integer(), v.minValue(0))

export function pageOf<const Item extends v.GenericSchema>(item: Item) {
  return v.object({ items: v.array(item), total: count, pages: count, page: count })
}

export const timestamp = v.pipe(v.string(), v.isoTimestamp())

export const calendarDay = v.pipe(
  v.string(),
  v.isoDate('日期不正确'),
  v.check((day) => Number.isFinite(Date.parse(`${day}T00:00:00+08:00`)), '日期不正确'),
)

/** A moment as ISO 8601 with offset; the server gets milliseconds since 1970. @param words for an invalid one */
export function moment(words: string) {
  return v.pipe(v.string(words), v.isoTimestamp(words), v.transform(Date.parse), v.finite(words))
}
