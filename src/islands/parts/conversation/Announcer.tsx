import { useEffect, useRef, useState } from 'react'
import type { ChatLine } from './chat-line.ts'
import { type ChatNotice, newsBetween } from './chat-news.ts'

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
