import { useEffect, useRef, useState } from 'react'
import { summarizeDetail } from '../../../lib/rules/chat/chat-detail.ts'
import type { ChatLine } from './chat-line.ts'

const KEPT = 10

interface Props {
  lines: readonly ChatLine[]
  /** The history is there, and what had not been sent before: from now on what comes is new. */
  isReady: boolean
}

/**
 * Tells what is new, once. The log itself keeps silent: it grows upwards and loses lines, which would be read out again.
 * It stands in the page before anything is said in it, and each notice is an element of its own: the same text twice is
 * told twice.
 */
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

/** What somebody who only listens is told of a dialogue. */
interface ChatNotice {
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
