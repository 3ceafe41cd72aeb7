import { useStore } from '@nanostores/react'
import { createPortal } from 'react-dom'
import { afterPaint } from '../../lib/browser/yield-to-browser.ts'
import { $session, UPDATE_USER } from '../../lib/stores/session.ts'
import { $sessionCheck } from '../../lib/stores/session-check.ts'
import { Icon } from '../kit/Icon.tsx'
import { SessionNotice } from '../kit/LoginGate.tsx'
import { useModal } from '../kit/modals.ts'
import { LoginOverlay } from './LoginOverlay.tsx'

export function LoginIsland() {
  const { topShow } = useStore($session, { ssr: 'initial' })
  // The island is hidden while the hint shows a login.
  const check = useStore($sessionCheck, { ssr: 'initial' })
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => afterPaint().then(() => UPDATE_USER({ topShow: true }))}
      >
        登录
      </button>
      {topShow &&
        (check.status === 'idle' ? <LoginOverlay /> : createPortal(<SessionOverlay />, document.body))}
    </>
  )
}

/** Replaces the login during the session check, and closes by itself after it. */
function SessionOverlay() {
  const dialog = useModal()
  const hide = () => UPDATE_USER({ topShow: false })
  return (
    <dialog ref={dialog} className="login login-unknown" aria-labelledby="login-title" onClose={hide}>
      <div className="login-head">
        <h2 id="login-title">确认登录状态</h2>
        <button type="button" className="icon login-close" aria-label="关闭" onClick={hide}>
          <Icon name="close" stroke={2} />
        </button>
      </div>
      <SessionNotice />
    </dialog>
  )
}
