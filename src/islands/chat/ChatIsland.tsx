import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { followChat } from '../../lib/stores/chat/chat.ts'
import { $chat, closeChat, expandChat } from '../../lib/stores/chat/open.ts'
import { Icon } from '../kit/Icon.tsx'
import { Unread, useUnread } from '../parts/conversation/Unread.tsx'
import { ChatDialog } from './ChatDialog.tsx'
import sheet from './chat-sheet.css?url'

/** The logged-in person's chat: followed on every page, shown where it is open. */
export function ChatIsland() {
  const chat = useStore($chat, { ssr: 'initial' })
  useEffect(followChat, [])
  return (
    <>
      <KfUnread />
      {chat.status === 'open' && <ChatDialog topic={chat.topic} />}
      {chat.status === 'bar' && <ChatBar />}
    </>
  )
}

/** The way back to a chat that was open on the previous page. Phones use 在线客服. */
function ChatBar() {
  const unread = useUnread()
  return (
    <section className="chat-bar" aria-label="进行中的咨询">
      <link rel="stylesheet" href={sheet} precedence="dialog" />
      <button type="button" onClick={expandChat}>
        继续专家咨询
        <Unread count={unread} />
      </button>
      <button type="button" className="icon" aria-label="关闭" onClick={closeChat}>
        <Icon name="close" stroke={2} />
      </button>
    </section>
  )
}

/** On phones the customer-service button alone shows the chat. */
function KfUnread() {
  const unread = useUnread()
  const [button, setButton] = useState<HTMLElement | null>(null)
  useEffect(() => setButton(document.getElementById('KF')), [])
  if (!button || unread === 0) return null
  return createPortal(<Unread count={unread} />, button)
}
