import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { closeDeclaration, openDeclaration } from '../../lib/stores/declare/declare.ts'
import { $declare } from '../../lib/stores/declare/form.ts'
import { Icon } from '../kit/Icon.tsx'
import { useModal } from '../kit/use-modal.ts'
import { DeclareForm } from './DeclareForm.tsx'
import type { DeclareItem } from './declare-item.ts'
import { Submitted } from './Submitted.tsx'

interface Props {
  item: DeclareItem
  onClose: () => void
}

/** The form over the policy's page; all of the screen on a phone. */
export function DeclareDialog({ item, onClose }: Props) {
  const dialog = useModal()
  const state = useStore($declare)
  useEffect(() => {
    openDeclaration(
      item.id,
      item.materials.map(({ name }) => name),
    )
    return () => {
      closeDeclaration()
    }
  }, [item])
  return (
    <dialog
      ref={dialog}
      className="declare-dialog"
      aria-labelledby="declare-title"
      onCancel={(event) => {
        event.preventDefault()
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className="declare-head">
        <h2 id="declare-title">
          申报<span>{item.title}</span>
        </h2>
        <button type="button" className="declare-close" aria-label="关闭" onClick={onClose}>
          <Icon name="close" stroke={2} />
        </button>
      </div>
      {state.status === 'opening' && (
        <p className="declare-waiting" role="status">
          正在读取您的草稿…
        </p>
      )}
      {(state.status === 'writing' || state.status === 'submitting') && (
        <DeclareForm item={item} form={state.form} isSubmitting={state.status === 'submitting'} />
      )}
      {state.status === 'submitted' && <Submitted order={state.sent} here={state.here} item={item} />}
    </dialog>
  )
}
