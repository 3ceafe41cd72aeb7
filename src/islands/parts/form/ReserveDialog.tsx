import { useStore } from '@nanostores/react'
import { useEffect, useId, useState } from 'react'
import { CONTACT_LIMIT, RESERVATION_NOTE_LIMIT } from '../../../lib/contract/services/reservation.ts'
import {
  $reserve,
  changeReserveDraft,
  type ReserveFields,
  type ReserveTarget,
  readReserveDraft,
  reserve,
} from '../../../lib/stores/reserve.ts'
import { openModal, useModal } from '../../kit/modals.ts'
import { FieldProblem } from './FieldProblem.tsx'
import '../../kit/confirm-dialog.css'
import './reserve-dialog.css'

interface Props {
  target: ReserveTarget
  title: string
  act?: '预约' | '申请'
  onClose: () => void
}

const FIELDS = [
  { name: 'contact', label: '联系人', type: 'text', autoComplete: 'name', maxLength: CONTACT_LIMIT },
  { name: 'phone', label: '手机号', type: 'tel', autoComplete: 'tel', maxLength: 20 },
] as const

export function ReserveDialog({ target, title, act = '预约', onClose }: Props) {
  const dialog = useModal()
  const id = useId()
  const state = useStore($reserve)
  const [draft, setDraft] = useState(() => readReserveDraft(target))
  const [tries, setTries] = useState(0)
  const problems = state.status === 'typing' ? state.problems : {}
  const notice = state.status === 'typing' ? state.notice : null
  useEffect(() => {
    if (tries > 0) dialog.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [tries, dialog])

  function change(name: keyof ReserveFields, text: string) {
    const next = { ...draft, [name]: text }
    setDraft(next)
    changeReserveDraft(target, next, name)
  }
  return (
    <dialog
      ref={dialog}
      className="confirm reserve"
      aria-labelledby={`${id}-title`}
      onCancel={(event) => {
        event.preventDefault()
        if (state.status !== 'sending') onClose()
      }}
      // A second Escape closes it despite the handler; it reopens until it is unmounted.
      onClose={() => dialog.current && openModal(dialog.current)}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      {state.status === 'done' ? (
        <div role="status">
          <p>{act}已提交。工作人员会按您留的电话联系您，结果也会出现在消息里。</p>
          <div className="confirm-actions">
            <a className="button" href="/account#reservations">
              我的预约
            </a>
            <button type="button" className="button button-primary" onClick={onClose}>
              知道了
            </button>
          </div>
        </div>
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            setTries(tries + 1)
            reserve(target, draft)
          }}
        >
          {FIELDS.map(({ name, label, ...rest }) => (
            <p key={name} className="form-field">
              <label htmlFor={`${id}-${name}`}>{label}</label>
              <input
                id={`${id}-${name}`}
                className="field"
                {...rest}
                value={draft[name]}
                aria-invalid={problems[name] !== undefined}
                aria-describedby={problems[name] && `${id}-${name}-problem`}
                onChange={(event) => change(name, event.target.value)}
              />
              <FieldProblem id={`${id}-${name}-problem`} text={problems[name]} />
            </p>
          ))}
          <p className="form-field">
            <label htmlFor={`${id}-note`}>想了解什么（选填）</label>
            <textarea
              id={`${id}-note`}
              className="field"
              rows={3}
              maxLength={RESERVATION_NOTE_LIMIT}
              value={draft.note}
              onChange={(event) => change('note', event.target.value)}
            />
          </p>
          <p className={notice?.tone === 'error' ? 'problem reserve-notice' : 'reserve-notice'} role="alert">
            {notice?.text}
          </p>
          <div className="confirm-actions">
            <button type="button" className="button" disabled={state.status === 'sending'} onClick={onClose}>
              取消
            </button>
            <button type="submit" className="button button-primary" aria-busy={state.status === 'sending'}>
              提交{act}
            </button>
          </div>
        </form>
      )}
    </dialog>
  )
}
