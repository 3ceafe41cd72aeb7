import type { ReactNode } from 'react'
import { ensureLoggedIn } from '../../lib/stores/session.ts'
import { SessionNotice } from './SessionNotice.tsx'

interface Props {
  /** What a person who has logged in finds here. */
  text: string
  label: string
  children?: ReactNode
}

/** Stands where a page needs a login. The words that wait for the session are in the page from the start: nothing flashes. */
export function LoginGate({ text, label, children }: Props) {
  return (
    <>
      <div className="login-gate-in">
        <SessionNotice />
      </div>
      <div className="login-gate-out">
        <p>{text}</p>
        <button type="button" className="button button-primary" onClick={() => ensureLoggedIn()}>
          {label}
        </button>
        {children}
      </div>
    </>
  )
}
