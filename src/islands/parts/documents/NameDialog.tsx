import { useLayoutEffect, useRef, useState } from 'react'
import type { Outcome } from '../../../lib/stores/documents/changes.ts'
import { useModal } from '../../kit/modals.ts'
import { showToast } from '../../kit/toast.ts'
import '../../kit/confirm-dialog.css'

interface Props {
  title: string
  label: string
  whenEmpty: string
  name?: string
  saved?: string
  onSave: (name: string) => Promise<Outcome>
  onClose: (isSaved: boolean) => void
}

/** Asks for a name. A refused name stays in the field. Selects a file's name without its ending. */
export function NameDialog({ title, label, whenEmpty, name: before = '', saved, onSave, onClose }: Props) {
  const dialog = useModal()
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(before)
  const [notice, setNotice] = useState('')
  const [isSaving, setSaving] = useState(false)
  useLayoutEffect(() => {
    const dot = before.lastIndexOf('.')
    field.current?.setSelectionRange(0, dot > 0 ? dot : before.length)
  }, [before])

  async function save() {
    if (name.trim() === '') return setNotice(whenEmpty)
    setSaving(true)
    const outcome = await onSave(name.trim())
    setSaving(false)
    // Shows the error even if the dialog was closed meanwhile.
    const isOpen = dialog.current !== null
    if (outcome.done && saved) showToast(saved)
    if (outcome.done && isOpen) onClose(true)
    if (!outcome.done && isOpen) setNotice(outcome.text)
    if (!outcome.done && !isOpen) showToast(outcome.text, 'error')
  }

  return (
    <dialog ref={dialog} className="confirm" aria-labelledby="name-title" onCancel={() => onClose(false)}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSaving) save()
        }}
      >
        <h2 id="name-title">{title}</h2>
        <input
          ref={field}
          autoFocus
          className="field name-field"
          aria-label={label}
          aria-describedby="name-notice"
          aria-invalid={notice === '' ? undefined : true}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <p id="name-notice" className="problem name-notice" role="alert">
          {notice}
        </p>
        <div className="confirm-actions">
          <button type="button" className="button" onClick={() => onClose(false)}>
            取消
          </button>
          <button type="submit" className="button button-primary" aria-busy={isSaving}>
            确定
          </button>
        </div>
      </form>
    </dialog>
  )
}
