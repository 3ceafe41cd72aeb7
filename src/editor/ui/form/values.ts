/** What people type into the form and what stands in the file; lists that are put in another order. */

import type { Problem } from '../../../lib/content/load/yaml-fields.ts'
import { parseChineseNumber } from '../../../lib/content/text/articles.ts'
import { readTypedNumber } from '../../../lib/rules/text/typed-number.ts'
import { plainTyped } from '../../../lib/rules/text/typed-text.ts'
import type { Entry, Field } from '../../fields.ts'

const NUMERAL = '[零〇一二两三四五六七八九十\\d]+'
const DATES = [
  new RegExp(`^(${NUMERAL})年(${NUMERAL})月(${NUMERAL})[日号]?$`),
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/,
  /^(\d{4})(\d{2})(\d{2})$/,
]

/** 2026年11月20日, 2026/11/20, 20261120 or 二〇二六年十一月二十日 as 2026-11-20; undefined for what is no day. */
export function readTypedDate(text: string): string | undefined {
  const plain = plainTyped(text)
  const [year, month, day] = DATES.flatMap(
    (pattern) => pattern.exec(plain)?.slice(1).map(parseChineseNumber) ?? [],
  ).slice(0, 3)
  if (!year || !month || !day || year < 1900 || year > 2999) return undefined
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? date.toISOString().slice(0, 10)
    : undefined
}

/** 50万, 1.2亿元, 15% or 12个月 as the number that the file has. */
export function readNumber(text: string): number | undefined {
  const digits = readTypedNumber(text.replace(/\s*(?:[%％]|个月|月|字节)\s*$/, ''))
  return digits === undefined ? undefined : Number(digits)
}

/** The list with the item at `from` at `to`; as it is where one of them is no place in it. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const moved = [...list]
  if (!(from in moved) || !(to in moved)) return moved
  moved.splice(to, 0, ...moved.splice(from, 1))
  return moved
}

/** What a field begins with when somebody adds it. */
export function emptyOf(entry: Entry): unknown {
  switch (entry.kind) {
    case 'text':
    case 'date':
      return ''
    case 'list':
      return entry.least > 0 || ['record', 'variants'].includes(entry.of.kind) ? [emptyOf(entry.of)] : ['']
    case 'record':
      return withFixed(entry.fields)
    case 'variants': {
      const [first] = entry.variants
      return first && { [entry.by]: first.value }
    }
    case 'fixed':
      return entry.value
    default:
      return undefined
  }
}

function withFixed(fields: readonly Field[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ key, entry, isRequired }): [string, unknown][] => {
      if (entry.kind === 'fixed') return [[key, entry.value]]
      return isRequired && entry.kind === 'text' ? [[key, '']] : []
    }),
  )
}

/** A record in one line: the texts of its fields, the first one first. */
export function summaryOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  return Object.values(value)
    .filter((part) => (typeof part === 'string' && part !== '') || typeof part === 'number')
    .join(' · ')
}

/** Whether a problem is of the field at this path, or of something inside it. */
export function isInside(field: string, path: string): boolean {
  return field === path || field.startsWith(`${path}.`)
}

/** What is wrong, for who writes in fields: the checker speaks to those who write YAML. */
export function problemWords({ expected, found }: Problem): string {
  if (found === '没有写' || found === '""') return '请填写'
  return `应为${expected.replace('（数字和日期请加引号）', '')}，实际为 ${found}`
}
