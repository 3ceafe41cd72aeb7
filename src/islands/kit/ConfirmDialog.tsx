import type { ReactNode } from 'react'
import { useModal } from './modals.ts'
import './confirm-dialog.css'

interface Props {
  title: string
  children?: ReactNode
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before an irreversible action: 确定 and 取消, 416 px wide (behaviour B15.1). */
export function ConfirmDialog({ title, children, onConfirm, onCancel }: Props) {
  const dialog = useModal()
  return (
    <dialog ref={dialog} className="confirm" aria-labelledby="confirm-title" onCancel={onCancel}>
      <h2 id="confirm-title">{title}</h2>
      {children}
      <div className="confirm-actions">
        <button type="button" className="button" onClick={onCancel}>
          取消
        </button>
        <button type="button" className="button button-primary" onClick={onConfirm}>
          确定
        </button>
      </div>
    </dialog>
  )
}
