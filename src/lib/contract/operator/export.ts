/** Lists of the desk as CSV, for spreadsheets. */
import * as v from 'valibot'
import { defineCall } from '../call.ts'

export const EXPORTED_LISTS = {
  conversations: '咨询',
  orders: '政策申报',
  requests: '入驻与贷款',
  reservations: '预约',
  corrections: '内容纠错',
  companies: '企业',
  security: '安全日志',
} as const

export type ExportedList = keyof typeof EXPORTED_LISTS

/**
 * The whole list, streamed in UTF-8 with a byte order mark; text that a spreadsheet would run as a formula begins
 * with an apostrophe. `filter`: the query of the list's own call, such as `state=open&kind=news`.
 */
export const exportList = defineCall({
  summary: '导出列表',
  method: 'GET',
  path: '/operator/api/v1/export',
  access: 'operator',
  fresh: true,
  // It is counted and logged, so other sites must not trigger it.
  changesState: true,
  rate: { burst: 20, perMinute: 1 },
  query: v.object({
    list: v.picklist(Object.keys(EXPORTED_LISTS) as ExportedList[], '没有这个列表'),
    filter: v.optional(v.pipe(v.string(), v.maxLength(2000, '筛选条件太长')), ''),
  }),
  isCsv: true,
  answer: v.object({}),
})
