import { useStore } from '@nanostores/react'
import { type FormEvent, useId, useState } from 'react'
import { codeWhileTyping } from '../../../lib/rules/text/phone.ts'
import { $proof, cancelProof, enterProof, requestProofCode } from '../../../lib/stores/proof.ts'
import { useModal } from '../../kit/modals.ts'
import '../../kit/confirm-dialog.css'

export function ProofDialog() {
  const state = useStore($proof)
  return state.status !== 'closed' && state.proof === 'code' && <CodeDialog />
}

function CodeDialog() {
  const id = useId()
  const dialog = useModal()
  const state = useStore($proof)
  const [typed, setTyped] = useState('')
  const notice = state.status === 'closed' ? null : state.notice

  function submit(event: FormEvent) {
    event.preventDefault()
    enterProof(typed.trim())
  }

  return (
    <dialog ref={dialog} className="confirm" aria-labelledby={`${id}-title`} onCancel={cancelProof}>
      <h2 id={`${id}-title`}>验证身份</h2>
      <p>为了企业的信息安全，请输入发送到您手机的验证码，验证后继续操作。</p>
      <form className="proof" onSubmit={submit}>
        <label htmlFor={id}>验证码</label>
        <div className="proof-code">
          <input
            autoFocus
            id={id}
            className="field"
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            value={typed}
            aria-describedby={`${id}-notice`}
            onChange={({ target: { value } }) => setTyped(codeWhileTyping(value))}
          />
          <button
            type="button"
            className="button"
            aria-busy={state.status === 'sending'}
            onClick={requestProofCode}
          >
            获取验证码
          </button>
        </div>
        <p
          id={`${id}-notice`}
          className={notice?.tone === 'error' ? 'problem proof-notice' : 'proof-notice'}
          role="alert"
        >
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
    </dialog>
  )
}
