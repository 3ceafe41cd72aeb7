/** Validity of a document: 营业执照 until a day, 审计报告 for a year. */
import * as v from 'valibot'

export const paperDay = v.pipe(
  v.string('有效期应为日期'),
  v.isoDate('有效期应为日期'),
  v.check(isRealDay, '没有这一天，请检查有效期'),
)

export const reportYear = v.pipe(
  v.number('报告年度应为年份'),
  v.integer('报告年度应为年份'),
  v.minValue(1980, '报告年度过早，请检查'),
  v.maxValue(2100, '报告年度过晚，请检查'),
)

export const validity = {
  expires_on: v.nullable(v.string()),
  report_year: v.nullable(v.number()),
}

function isRealDay(day: string): boolean {
  const ms = Date.parse(day)
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(day)
}
