import { useStore } from '@nanostores/react'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { MESSAGE_UNREAD, type Message } from '../../lib/contract/account/message.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import {
  $messageNotice,
  $messages,
  $unread,
  loadMoreMessages,
  markAllRead,
  markRead,
  messageTarget,
  muteLike,
  removeMessage,
} from '../../lib/stores/messages.ts'
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { showToast } from '../kit/toast.ts'
import { Waiting } from '../kit/Waiting.tsx'

export function MessageList() {
  const state = useStore($messages)
  const notice = useStore($messageNotice)
  const unread = useStore($unread)
  const list = useRef<HTMLUListElement>(null)
  const [doomed, setDoomed] = useState<Message | null>(null)
  const items = state.status === 'idle' ? [] : state.items
  const more = state.status === 'ready' && items.length < state.total

  async function confirmDelete() {
    setDoomed(null)
    if (!doomed) return
    if (await removeMessage(doomed)) showToast('删除成功')
    // The row of the pressed button, which had the focus, is gone.
    if (document.activeElement === document.body) list.current?.focus()
  }

  return (
    <>
      <p className="bell-head">
        <b>消息</b>
        {unread > 0 && (
          <button type="button" onClick={markAllRead}>
            全部已读
          </button>
        )}
      </p>
      {notice && (
        <p className="soft bell-note" role="alert">
          {notice}
        </p>
      )}
      <ul ref={list} tabIndex={-1}>
        {items.map((message) => (
          <MessageRow key={message.id} message={message} onDelete={setDoomed} />
        ))}
      </ul>
      {state.status === 'ready' && items.length === 0 && (
        <EmptyState subject="messages">没有新消息。</EmptyState>
      )}
      {state.status === 'failed' && (
        <p className="soft bell-note" role="alert">
          {state.text}{' '}
          <button type="button" className="link" onClick={loadMoreMessages}>
            重试
          </button>
        </p>
      )}
      {(state.status === 'loading' || state.status === 'idle') && (
        <div className="soft bell-note">
          <Waiting />
        </div>
      )}
      {more && <ListEnd key={items.length} onReached={loadMoreMessages} />}
      {doomed && (
        <ConfirmDialog title="删除这条消息？" onConfirm={confirmDelete} onCancel={() => setDoomed(null)}>
          <p>{doomed.message}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function ListEnd({ onReached }: { onReached: () => void }) {
  const mark = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onReached())
    if (mark.current) observer.observe(mark.current)
    return () => observer.disconnect()
  }, [onReached])
  return (
    <p ref={mark} className="soft bell-note">
      向下滚动查看更多
    </p>
  )
}

/** `--bell-0` and on, of messages.css. */
const COLOURS = 5

const CATEGORY_NAMES = { policy: '政策', application: '申报' } as const

interface MessageRowProps {
  message: Message
  onDelete: (message: Message) => void
}

function MessageRow({ message, onDelete }: MessageRowProps) {
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
          <span className="soft message-head">
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
