import { useEffect } from 'react'
import { afterPaint } from '../../lib/browser/yield-to-browser.ts'
import { type ChatTopic, openChat, warmChat } from '../../lib/stores/chat/open.ts'
import { Unread, useUnread } from '../parts/conversation/Unread.tsx'
import './chat-button.css'

interface Props {
  topic?: ChatTopic
  look?: 'dock-button' | 'button' | 'button button-text'
}

/** 专家咨询: asks for a login first (behaviour B2.6), and shows the unread count. */
export function ChatButton({ topic = {}, look = 'dock-button' }: Props) {
  const unread = useUnread()
  useEffect(warmChat, [])
  return (
    <button
      type="button"
      className={`${look} chat-button`}
      onClick={() => afterPaint().then(() => openChat(topic))}
    >
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path d="M2 3h16v11H9l-4 4v-4H2zM6 7h8M6 10h5" fill="none" stroke="currentColor" strokeWidth="1.6" />
      </svg>
      专家咨询
      {look === 'dock-button' && <Unread count={unread} />}
    </button>
  )
}
