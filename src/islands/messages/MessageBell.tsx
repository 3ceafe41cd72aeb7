import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { CODES } from '../../lib/contract/envelope.ts'
import { formatUnread } from '../../lib/rules/text/unread.ts'
import { $unread, followTabs, openMessages, refreshUnread } from '../../lib/stores/messages.ts'
import { $session, ensureLoggedIn } from '../../lib/stores/session.ts'
import { MessageList } from './MessageList.tsx'
import './messages.css'

/** The bell: unread count, and the list in a popover of 300 by at most 250 px. Visitors are asked to log in. */
export function MessageBell() {
  const { code } = useStore($session, { ssr: 'initial' })
  const unread = useStore($unread, { ssr: 'initial' })
  const popover = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  useEffect(() => followTabs(), [])
  useEffect(() => {
    if (code === CODES.ok) refreshUnread()
    else popover.current?.hidePopover()
  }, [code])

  async function press() {
    if (await ensureLoggedIn()) popover.current?.togglePopover()
  }

  function toggled(isOpen: boolean) {
    setOpen(isOpen)
    if (isOpen) openMessages()
  }

  return (
    <div className="bell">
      <button
        type="button"
        className="bell-button"
        aria-label={unread > 0 ? `消息，${unread} 条未读` : '消息'}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={press}
      >
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <path
            d="M10 2.5a5 5 0 0 0-5 5c0 4-1.8 5.5-1.8 6.5h13.6c0-1-1.8-2.5-1.8-6.5a5 5 0 0 0-5-5ZM8.3 16.5a1.8 1.8 0 0 0 3.4 0"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
            strokeLinejoin="round"
            strokeLinecap="round"
          />
        </svg>
        {unread > 0 && <span className="unread bell-count">{formatUnread(unread)}</span>}
      </button>
      <div
        ref={popover}
        popover="auto"
        className="bell-popover"
        role="dialog"
        aria-label="消息"
        onToggle={(event) => {
          // The toggle event of an inner dialog bubbles as well.
          if (event.target === event.currentTarget) toggled(event.newState === 'open')
        }}
      >
        {open && <MessageList />}
      </div>
    </div>
  )
}
