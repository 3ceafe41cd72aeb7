import { Fragment } from 'react'
import type { OlderState } from '../../../lib/rules/chat/chat-line.ts'
import { formatChatTime, needsTime } from '../../../lib/rules/chat/chat-time.ts'
import { Bubble } from './Bubble.tsx'
import type { BubbleActions, ChatLine } from './chat-line.ts'
import { useScroll } from './use-scroll.ts'

interface Props {
  /** Oldest first. */
  lines: readonly ChatLine[]
  label: string
  older: OlderState
  onOlder: () => void
  /** The newest message is in view, of a page that may be hidden; told again when it shows. */
  onSeen?: () => void
  nowMs: number
  actions: BubbleActions
}

/** The dialogue. It stays at its end while that is in view, and where the reader is otherwise. */
export function MessageList({ lines, label, older, onOlder, onSeen, nowMs, actions }: Props) {
  const canLoad = older.status === 'more'
  const { box, shown, unseen, toEnd } = useScroll(lines, {
    onTop: canLoad ? onOlder : undefined,
    onEnd: onSeen,
  })
  return (
    <div className="chat-log-frame">
      <div
        ref={box}
        className="chat-log"
        role="log"
        // What is new is told by the Announcer, once.
        aria-live="off"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the keys
        tabIndex={0}
      >
        {older.status === 'loading' && <p className="chat-note">正在加载更早的消息…</p>}
        {older.status === 'failed' && (
          <p className="chat-note" role="alert">
            {older.text}
            <button type="button" onClick={onOlder}>
              重试
            </button>
          </p>
        )}
        {canLoad && (
          <p className="chat-note">
            <button type="button" onClick={onOlder}>
              查看更早的消息
            </button>
          </p>
        )}
        {shown.map((line, index) => (
          <Fragment key={line.key}>
            {needsTime(shown[index - 1]?.at, line.at) && (
              <p className="chat-time">
                <time dateTime={line.at}>{formatChatTime(line.at, nowMs)}</time>
              </p>
            )}
            <div data-line={line.key}>
              <Bubble line={line} isLast={line === lines.at(-1)} actions={actions} />
            </div>
          </Fragment>
        ))}
      </div>
      {unseen > 0 && (
        <button
          type="button"
          className="chat-unseen"
          onClick={() => {
            toEnd()
            // The button goes, and the focus with it.
            box.current?.focus({ preventScroll: true })
          }}
        >
          {unseen} 条新消息
        </button>
      )}
    </div>
  )
}
