import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { $form, type Form } from '../../../lib/stores/forms/form.ts'
import { discardAmendment, reopenForm } from '../../../lib/stores/forms/open.ts'
import { ensureLoggedIn } from '../../../lib/stores/session.ts'
import { $sessionCheck } from '../../../lib/stores/session-check.ts'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { SessionNotice } from '../../kit/LoginGate.tsx'
import { rowsOf, type Words, WordsToCopy } from './OlderVersion.tsx'

interface FormClosedProps extends Words {
  /** Address for a new application. */
  again: string
}

/** Why the addressed application is not shown, and what can be done; texts on this device stay readable. */
export function FormClosed({ again, ...words }: FormClosedProps) {
  const state = useStore($form, { ssr: 'initial' })
  const check = useStore($sessionCheck, { ssr: 'initial' })
  const why = useRef<HTMLParagraphElement>(null)
  /** The button disappears with the form, so the focus moves. */
  function discard() {
    flushSync(discardAmendment)
    why.current?.focus()
  }
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
    <>
      <p ref={why} tabIndex={-1} className="form-missing" role="alert">
        {state.text} <a href={again}>填写新的申请</a>
      </p>
      {state.kept && <KeptAmendment kept={state.kept} onDiscard={discard} {...words} />}
    </>
  )
}

interface KeptAmendmentProps extends Words {
  kept: Form
  onDiscard: () => void
}

/** Unsent changes of an application that can no longer be amended: to read, copy and delete. */
function KeptAmendment({ kept: { content, base }, onDiscard, ...words }: KeptAmendmentProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <section className="older-version" aria-label="没有提交的修改">
      <p>您在本设备上修改过，尚未提交：</p>
      <WordsToCopy rows={rowsOf(content, base, words)}>
        <button type="button" className="button" onClick={() => setAsking(true)}>
          删除这份修改
        </button>
      </WordsToCopy>
      {isAsking && (
        <ConfirmDialog title="删除没有提交的修改？" onConfirm={onDiscard} onCancel={() => setAsking(false)}>
          <p>修改将从本设备删除，不能恢复。</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
