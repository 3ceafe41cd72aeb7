/** What somebody who only listens is told of a dialogue. */
import { summarizeDetail } from '../../../lib/rules/chat/chat-detail.ts'
import type { ChatLine } from '../../../lib/rules/chat/chat-line.ts'

export interface ChatNotice {
  key: string
  text: string
}

/** Between two states of a dialogue, oldest line first: what the other side has said since, and what did not go out. */
export function newsBetween(before: readonly ChatLine[], now: readonly ChatLine[]): ChatNotice[] {
  const known = before.findLast(isSent)
  const from = known ? now.findLastIndex(({ key }) => key === known.key) : -1
  // Another dialogue than before, or one that begins anew.
  if (known && from === -1) return []
  const failed = new Set(before.filter(isFailed).map(({ key }) => key))
  return now.slice(from + 1).flatMap((line) => {
    const { key, own, name, detail, state } = line
    const said = summarizeDetail(detail)
    if (state.status === 'sent' && !own) return [{ key, text: `${name ?? '对方'}：${said}` }]
    if (state.status === 'failed' && !failed.has(key))
      return [{ key: `${key} failed`, text: `发送失败，${state.reason}：${said}` }]
    return []
  })
}

function isSent({ state }: ChatLine): boolean {
  return state.status === 'sent'
}

function isFailed({ state }: ChatLine): boolean {
  return state.status === 'failed'
}
