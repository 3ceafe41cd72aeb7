import { useStore } from '@nanostores/react'
import { createPortal } from 'react-dom'
import { $session, $sessionCheck, UPDATE_USER } from '../../lib/stores/session.ts'
import { LoginOverlay } from './LoginOverlay.tsx'
import { SessionOverlay } from './SessionOverlay.tsx'

/** The header's login button, and the overlay that any section may call for. */
export function LoginIsland() {
  const { topShow } = useStore($session, { ssr: 'initial' })
  // The island is hidden from who may be logged in.
  const check = useStore($sessionCheck, { ssr: 'initial' })
  return (
    <>
      <button type="button" className="button button-primary" onClick={() => UPDATE_USER({ topShow: true })}>
        登录
      </button>
      {topShow &&
        (check.status === 'idle' ? <LoginOverlay /> : createPortal(<SessionOverlay />, document.body))}
    </>
  )
}
