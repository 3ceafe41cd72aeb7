import { useLayoutEffect, useRef, useState } from 'react'
import { newClientId } from '../../lib/browser/client-id.ts'
import type { CompanyPackage } from '../../lib/contract/package.ts'
import { PHONE_INVALID } from '../../lib/contract/sms.ts'
import { isPhone } from '../../lib/rules/phone.ts'
import { askForUpgrade } from '../../lib/stores/grade.ts'
import { showToast } from '../kit/toast.ts'
import '../kit/confirm-dialog.css'

interface Props {
  level: CompanyPackage
  onClose: () => void
}

/** Asks for a higher level: whom to call back, and why. What was typed stays when it is refused. */
export function UpgradeDialog({ level, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [form, setForm] = useState({ contact: '', phone: '', note: '' })
  const [notice, setNotice] = useState('')
  const [isSending, setSending] = useState(false)
  const [requestId] = useState(newClientId)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  async function send() {
    if (form.contact.trim() === '') return setNotice('请填写联系人')
    if (!isPhone(form.phone.trim())) return setNotice(PHONE_INVALID)
    setSending(true)
    const refusal = await askForUpgrade(level.level, { ...form, phone: form.phone.trim() }, requestId)
    setSending(false)
    if (refusal) return setNotice(refusal)
    showToast('申请已提交')
    onClose()
  }

  const change = (part: Partial<typeof form>) => setForm({ ...form, ...part })
  return (
    <dialog ref={dialog} className="confirm" aria-labelledby="upgrade-title" onCancel={onClose}>
      <form
        noValidate
        className="upgrade"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSending) send()
        }}
      >
        <h2 id="upgrade-title">申请{level.name}</h2>
        <label htmlFor="upgrade-contact">联系人</label>
        <input
          id="upgrade-contact"
          className="field"
          autoComplete="name"
          value={form.contact}
          onChange={({ target }) => change({ contact: target.value })}
        />
        <label htmlFor="upgrade-phone">手机号</label>
        <input
          id="upgrade-phone"
          className="field"
          type="tel"
          autoComplete="tel-national"
          value={form.phone}
          onChange={({ target }) => change({ phone: target.value })}
        />
        <label htmlFor="upgrade-note">备注（选填）</label>
        <textarea
          id="upgrade-note"
          className="field"
          rows={3}
          value={form.note}
          onChange={({ target }) => change({ note: target.value })}
        />
        <p className="upgrade-notice" role="alert">
          {notice}
        </p>
        <div className="confirm-actions">
          <button type="button" className="button" onClick={onClose}>
            取消
          </button>
          <button type="submit" className="button button-primary" aria-busy={isSending}>
            提交申请
          </button>
        </div>
      </form>
    </dialog>
  )
}
