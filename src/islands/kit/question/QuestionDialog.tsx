import { useStore } from '@nanostores/react'
import { useLayoutEffect, useRef, useState } from 'react'
import { type FactKey, factOf } from '../../../lib/rules/eligibility/facts.ts'
import { $answers, $reading, answer } from '../../../lib/stores/match/answers.ts'
import { QuestionField } from './QuestionField.tsx'

interface Props {
  fact: FactKey
  onClose: () => void
}

/** One question over the page: answered, everything behind it is judged anew. */
export function QuestionDialog({ fact, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [value, setValue] = useState(useStore($answers)[fact])
  const problem = useStore($reading).problems.find(({ key }) => key === fact)
  // As a layout effect: it closes while the dialog is still in the page, so that the browser gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.querySelector<HTMLElement>('input')?.focus()
    return () => element?.close()
  }, [])
  return (
    <dialog ref={dialog} className="question-dialog" aria-label={factOf(fact).title} onCancel={onClose}>
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault()
          answer(fact, value)
          onClose()
        }}
      >
        <QuestionField fact={fact} value={value} onChange={setValue} problem={problem} />
        <div className="question-dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            取消
          </button>
          <button type="submit" className="button button-primary">
            保存回答
          </button>
        </div>
      </form>
    </dialog>
  )
}
