import { useStore } from '@nanostores/react'
import { $form } from '../../../lib/stores/forms/form.ts'
import { reopenForm } from '../../../lib/stores/forms/open.ts'
import { ensureLoggedIn } from '../../../lib/stores/session.ts'
import { $sessionCheck } from '../../../lib/stores/session-check.ts'
import { SessionNotice } from '../../kit/LoginGate.tsx'

/** Explains why the addressed application is not shown, with next steps. @param again address that begins a new one */
export function FormClosed({ again }: { again: string }) {
  const state = useStore($form, { ssr: 'initial' })
  const check = useStore($sessionCheck, { ssr: 'initial' })
  if (state.status === 'locked' && check.status !== 'idle') return <SessionNotice />
  if (state.status === 'locked') {
    return (
      <div className="form-missing" role="status">
        <p>登录后才能修改这份申请。</p>
        <p className="form-choice">
          <button type="button" className="button button-primary" onClick={() => ensureLoggedIn()}>
            登录
          </button>
        </p>
      </div>
    )
  }
  if (state.status === 'unread') {
    return (
      <div className="form-missing" role="alert">
        <p>{state.text}</p>
        <p className="form-choice">
          <button type="button" className="button button-primary" onClick={reopenForm}>
            重试
          </button>
        </p>
      </div>
    )
  }
  if (state.status !== 'missing') return null
  return (
    <p className="form-missing" role="alert">
      {state.text} <a href={again}>填写新的申请</a>
    </p>
  )
}
