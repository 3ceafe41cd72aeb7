import { type CSSProperties, useState } from 'react'
import { MESSAGE_UNREAD, type Message } from '../../lib/contract/account/message.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { markRead, messageTarget, muteLike } from '../../lib/stores/messages.ts'
import { showToast } from '../kit/toast.ts'

/** The tokens `--bell-0` and on. */
const COLOURS = 5
const CATEGORY_NAMES = { policy: '政策', application: '申报' } as const

interface Props {
  message: Message
  onDelete: (message: Message) => void
}

/** One message. A click marks it read and leads to its target. */
export function MessageRow({ message, onDelete }: Props) {
  const unread = message.status === MESSAGE_UNREAD
  const [isMuted, setMuted] = useState(false)

  async function mute() {
    const words = await muteLike(message)
    if (!words) return
    setMuted(true)
    showToast(words)
  }
  return (
    <li className="message" style={{ '--colour': `var(--bell-${message.id % COLOURS})` } as CSSProperties}>
      <div className="message-body">
        <a
          href={messageTarget(message)}
          onClick={() => markRead(message)}
          // The middle button opens the target in a new tab.
          onAuxClick={({ button }) => button === 1 && markRead(message)}
        >
          <span className="message-head">
            <span className="message-category">{CATEGORY_NAMES[message.category]}</span>
            {unread && <span className="message-unread">未读</span>}
            <time dateTime={message.gmt_create}>{chinaDay(new Date(message.gmt_create))}</time>
          </span>
          <span className={unread ? 'message-text message-text-unread' : 'message-text'}>
            {message.message}
          </span>
        </a>
        {message.topic !== null && !isMuted && (
          <button type="button" className="message-mute" onClick={mute}>
            不再提醒<span className="visually-hidden">：{message.message}</span>
          </button>
        )}
      </div>
      <button type="button" aria-label={`删除消息：${message.message}`} onClick={() => onDelete(message)}>
        <svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
          <path
            d="M3.5 5.5h13M8 3h4M5.5 5.5l.7 11h7.6l.7-11"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.6"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      </button>
    </li>
  )
}
