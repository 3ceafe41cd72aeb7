import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { $form, type Sent } from '../../../lib/stores/forms/form.ts'
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

interface FormSentProps {
  title: string
  sent: Sent
  /** The other next step. */
  beside: { href: string; text: string }
  /** Follows the receipt number. */
  children: ReactNode
}

/** The receipt, in place of a form that this or another page has submitted. */
export function FormSent({ title, sent, beside, children }: FormSentProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="form-missing" role="status">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {sent.receipt_no && (
        <p>
          服务单号 <b className="figures">{sent.receipt_no}</b>
          {children}
        </p>
      )}
      <p className="form-choice">
        <a className="button button-primary" href={`/mylist/1?poid=${sent.poid}`}>
          查看进度
        </a>
        <a className="button" href={beside.href}>
          {beside.text}
        </a>
      </p>
    </div>
  )
}
