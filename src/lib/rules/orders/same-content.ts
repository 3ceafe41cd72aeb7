import { enteredBy, type OrderState } from './order-states.ts'

/** Ignores the order of fields, blank ones, and sizes of files, for which the store is the authority. */
export function sameContent(one: unknown, other: unknown): boolean {
  return said(one) === said(other)
}

function said(content: unknown): string {
  return JSON.stringify(content, (key, part: unknown) => {
    if (key === 'size') return undefined
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    const filled = Object.entries(part).filter(([, value]) => value !== '')
    return Object.fromEntries(filled.sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

/** Both sides refuse an answer without new content by this text. */
export const NOTHING_NEW = '没有新的补充内容，请修改申请内容、上传文件或填写补充说明'

interface Asked {
  fields: unknown
  events: readonly { state: OrderState; note: string; gmt_create: string }[]
  files: readonly { gmt_modified: string }[]
}

/** Whether an answer to a request for more has nothing that the operators do not already have. */
export function bringsNothing(
  order: Asked,
  { fields, note }: { fields?: unknown; note?: string | undefined },
): boolean {
  const askedAt = Date.parse(enteredBy(order.events)?.gmt_create ?? '')
  const isFileNew = order.files.some(({ gmt_modified }) => Date.parse(gmt_modified) >= askedAt)
  return !note && !isFileNew && (fields === undefined || sameContent(order.fields, fields))
}
