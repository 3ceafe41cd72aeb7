import { useStore } from '@nanostores/react'
import { lazy, Suspense, useRef, useState } from 'react'
import { hasUnsavedForms } from '../../lib/browser/kept/forget-person.ts'
import { $companyName } from '../../lib/stores/company-name.ts'
import { logOutHere } from '../../lib/stores/log-out.ts'
import { $asksName, $session } from '../../lib/stores/session.ts'
import { MY_LISTS } from '../../my-lists.ts'
import { goodbyeFor } from '../kit/goodbye.ts'
import { showToast } from '../kit/toast.ts'
import './account.css'

const AskName = lazy(() => import('./AskName.tsx'))

/** Before the home page loads, which goes on with the goodbye (behaviour B4.3). */
const HOME_AFTER_MS = 700

/** The personal menu (behaviour B2.3); its button has the company's name, as far as it has one. */
export function AccountMenu() {
  const { name } = useStore($session, { ssr: 'initial' })
  const company = useStore($companyName, { ssr: 'initial' })
  const asksName = useStore($asksName, { ssr: 'initial' })
  const [leaving, setLeaving] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)

  async function leave() {
    setLeaving(true)
    const fault = await logOutHere()
    if (fault) {
      showToast(fault, 'error')
      setLeaving(false)
      // The question before the logout has closed the menu, which had the focus.
      opener.current?.focus()
      return
    }
    menu.current?.hidePopover()
    const { words, goHome } = goodbyeFor(hasUnsavedForms())
    showToast(words)
    setTimeout(goHome, HOME_AFTER_MS)
  }

  return (
    <div className="account">
      <button
        ref={opener}
        type="button"
        className="account-button"
        popoverTarget="account-menu"
        aria-haspopup="true"
      >
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <path
            d="M10 10.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7 7c.8-3.4 3.6-5 7-5s6.2 1.6 7 5"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
            strokeLinecap="round"
          />
        </svg>
        <span className="account-label">我的</span>
        {/* A script of the header writes it here, too. */}
        <span className="cut account-company" data-company suppressHydrationWarning>
          {company}
        </span>
      </button>
      <div ref={menu} id="account-menu" popover="auto" className="account-menu">
        {name && <p className="soft account-name">{name}</p>}
        <ul>
          {MY_LISTS.map(({ href, title }) => (
            <li key={href}>
              <a href={href}>{title}</a>
            </li>
          ))}
          <li>
            <button type="button" aria-busy={leaving} disabled={leaving} onClick={leave}>
              退出登录
            </button>
          </li>
        </ul>
      </div>
      {asksName && (
        <Suspense>
          <AskName />
        </Suspense>
      )}
    </div>
  )
}
