import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { $form } from '../../../lib/stores/forms/form.ts'
import { discardAmendment } from '../../../lib/stores/forms/open.ts'
import { ensureLoggedIn } from '../../../lib/stores/session.ts'
import { KeptAmendment, type Words } from './KeptAmendment.tsx'

interface Props extends Words {
  /** Where a new one is begun. */
  again: string
}

/** Why the application that the address names is not shown, and what can be done; texts of this device stay readable. */
export function FormClosed({ again, ...words }: Props) {
  const state = useStore($form, { ssr: 'initial' })
  const why = useRef<HTMLParagraphElement>(null)
  /** With a button that goes along. */
  function discard() {
    flushSync(discardAmendment)
    why.current?.focus()
  }
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
