import { useEffect, useRef, useState } from 'react'
import { summarizeDetail } from '../../../lib/rules/chat/chat-detail.ts'
import type { ChatLine } from './chat-line.ts'

const KEPT = 10

interface Props {
  lines: readonly ChatLine[]
  isReady: boolean
}

/** Announces new messages once. */
export function Announcer({ lines, isReady }: Props) {
  const [notices, setNotices] = useState<readonly ChatNotice[]>([])
  const before = useRef<readonly ChatLine[]>(undefined)
  useEffect(() => {
    const news = before.current && isReady ? newsBetween(before.current, lines) : []
    if (isReady) before.current = lines
    if (news.length > 0) setNotices((known) => [...known, ...news].slice(-KEPT))
  }, [lines, isReady])
  return (
    <div className="visually-hidden" role="status" aria-atomic={false}>
      {notices.map(({ key, text }) => (
        <p key={key}>{text}</p>
      ))}
    </div>
  )
}

interface ChatNotice {
  key: string
  text: string
}

/** Returns the news between two states of a dialogue, oldest line first: messages of the other side, and failed ones. */
export function newsBetween(before: readonly ChatLine[], now: readonly ChatLine[]): ChatNotice[] {
  const known = before.findLast(isSent)
  const from = known ? now.findLastIndex(({ key }) => key === known.key) : -1
  // Another dialogue, or a restarted one.
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
