import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { $session, checkAgain, ensureLoggedIn } from '../../lib/stores/session.ts'
import { $sessionCheck } from '../../lib/stores/session-check.ts'
import './session.css'
import { Waiting } from './Waiting.tsx'

interface Props {
  text: string
  label: string
  children?: ReactNode
}

/** Replaces content that needs a login. */
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

export function SessionNotice() {
  // Subscribing repeats the check.
  useStore($session, { ssr: 'initial' })
  const check = useStore($sessionCheck, { ssr: 'initial' })
  if (check.status === 'idle' || check.status === 'asking') return <Waiting />
  return (
    <p className="wrap session-notice" role="alert">
      {check.status === 'slow'
        ? '服务暂未响应，请稍候。'
        : `暂时无法确认登录状态：${check.text}。恢复后自动继续。`}
      <button type="button" className="button" onClick={checkAgain}>
        重试
      </button>
    </p>
  )
}
