import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { CORRECTION_SOURCE_LIMIT, CORRECTION_TEXT_LIMIT } from '../../lib/contract/policies/correction.ts'
import {
  $correction,
  type CorrectionDraft,
  type CorrectionTarget,
  keepDraft,
  readDraft,
  sendReport,
  startOver,
} from '../../lib/stores/correction.ts'
import { useModal } from '../kit/modals.ts'
import '../kit/confirm-dialog.css'

export function Correction({ kind, page_id }: CorrectionTarget) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => {
          startOver()
          setOpen(true)
        }}
      >
        内容纠错
      </button>
      {open && <CorrectionDialog target={{ kind, page_id }} onClose={() => setOpen(false)} />}
    </>
  )
}

interface CorrectionDialogProps {
  target: CorrectionTarget
  onClose: () => void
}

function CorrectionDialog({ target, onClose }: CorrectionDialogProps) {
  const state = useStore($correction)
  const [draft, setDraft] = useState(() => readDraft(target))
  const dialog = useModal()

  function change(part: Partial<CorrectionDraft>) {
    const next = { ...draft, ...part }
    setDraft(next)
    keepDraft(target, next)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    sendReport(target, draft)
  }

  return (
    <dialog
      ref={dialog}
      className="confirm"
      aria-labelledby="correction-title"
      onCancel={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <h2 id="correction-title">内容纠错</h2>
      {state.status === 'sent' ? (
        <>
          <p role="status">已收到，谢谢您。核实结果将通过“消息”通知您。</p>
          <div className="confirm-actions">
            <button type="button" className="button button-primary" onClick={onClose}>
              知道了
            </button>
          </div>
        </>
      ) : (
        <form onSubmit={submit} noValidate>
          <label>
            哪里有错，应该是什么
            <textarea
              className="field"
              rows={5}
              maxLength={CORRECTION_TEXT_LIMIT}
              value={draft.text}
              aria-describedby="correction-failed"
              onChange={({ target: { value } }) => change({ text: value })}
            />
          </label>
          <label>
            依据（选填，如官方网页的地址）
            <input
              className="field"
              maxLength={CORRECTION_SOURCE_LIMIT}
              value={draft.source}
              onChange={({ target: { value } }) => change({ source: value })}
            />
          </label>
          <p id="correction-failed" className="problem proof-notice" role="alert">
            {state.status === 'failed' && state.text}
          </p>
          <div className="confirm-actions">
            <button type="button" className="button" onClick={onClose}>
              取消
            </button>
            <button type="submit" className="button button-primary" aria-busy={state.status === 'sending'}>
              提交纠错
            </button>
          </div>
        </form>
      )}
    </dialog>
  )
}
