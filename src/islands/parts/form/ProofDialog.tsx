import { useStore } from '@nanostores/react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { codeWhileTyping } from '../../../lib/rules/text/phone.ts'
import { $proof, cancelProof, enterProof, requestProofCode } from '../../../lib/stores/proof.ts'
import { useModal } from '../../kit/modals.ts'
import '../../kit/confirm-dialog.css'

/** 验证身份: shown when the server requires a code by SMS. */
export function ProofDialog() {
  const state = useStore($proof)
  if (state.status === 'closed' || state.proof !== 'code') return null
  return (
    <ProofFrame title="验证身份">
      <p>为了企业的信息安全，请输入发送到您手机的验证码，验证后继续操作。</p>
      <ProofForm label="验证码" digits onEnter={enterProof}>
        <button
          type="button"
          className="button"
          aria-busy={state.status === 'sending'}
          onClick={requestProofCode}
        >
          获取验证码
        </button>
      </ProofForm>
    </ProofFrame>
  )
}

interface ProofFrameProps {
  title: string
  className?: string
  onCancel?: () => void
  children: ReactNode
}

/** The dialog around a proof of identity. */
export function ProofFrame({ title, className = '', onCancel = cancelProof, children }: ProofFrameProps) {
  const id = useId()
  const dialog = useModal()
  return (
    <dialog ref={dialog} className={`confirm ${className}`} aria-labelledby={id} onCancel={onCancel}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}

interface ProofFormProps {
  label: string
  /** Six digits; otherwise any text. */
  digits?: boolean
  onEnter: (typed: string) => void
  /** Beside the field. */
  children?: ReactNode
}

/** A field for one code, with the server's answer. */
export function ProofForm({ label, digits = false, onEnter, children }: ProofFormProps) {
  const id = useId()
  const state = useStore($proof)
  const [typed, setTyped] = useState('')
  const notice = state.status === 'closed' ? null : state.notice

  function submit(event: FormEvent) {
    event.preventDefault()
    onEnter(typed.trim())
  }

  return (
    <form className="proof" onSubmit={submit}>
      <label htmlFor={id}>{label}</label>
      <div className="proof-code">
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog is opened for this field alone.
          autoFocus
          id={id}
          className="field"
          inputMode={digits ? 'numeric' : 'text'}
          autoComplete={digits ? 'one-time-code' : 'off'}
          spellCheck={false}
          {...(!digits && { autoCapitalize: 'characters' })}
          value={typed}
          aria-describedby={`${id}-notice`}
          onChange={({ target: { value } }) => setTyped(digits ? codeWhileTyping(value) : value)}
        />
        {children}
      </div>
      <p id={`${id}-notice`} className={`proof-notice proof-notice-${notice?.tone ?? 'none'}`} role="alert">
        {notice?.text}
      </p>
      <div className="confirm-actions">
        <button type="button" className="button" onClick={cancelProof}>
          取消
        </button>
        <button type="submit" className="button button-primary" aria-busy={state.status === 'checking'}>
          确定
        </button>
      </div>
    </form>
  )
}
