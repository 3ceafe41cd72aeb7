import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { followChat } from '../../lib/stores/chat/chat.ts'
import { $chat } from '../../lib/stores/chat/open.ts'
import { Unread, useUnread } from '../parts/conversation/Unread.tsx'
import { ChatDialog } from './ChatDialog.tsx'

/** The chat of whoever is logged in: followed on every page, shown where it is open. */
export function ChatIsland() {
  const chat = useStore($chat, { ssr: 'initial' })
  useEffect(followChat, [])
  return (
    <>
      <KfUnread />
      {chat.status === 'open' && <ChatDialog topic={chat.topic} isRestored={chat.isRestored} />}
    </>
  )
}

/** On phones the customer-service button is all that shows of the chat. */
function KfUnread() {
  const unread = useUnread()
  const [button, setButton] = useState<HTMLElement | null>(null)
  useEffect(() => setButton(document.getElementById('KF')), [])
  if (!button || unread === 0) return null
  return createPortal(<Unread count={unread} />, button)
}
