import { useStore } from '@nanostores/react'
import { useLayoutEffect, useState } from 'react'
import { type FactKey, questionTitle } from '../../../lib/rules/eligibility/facts.ts'
import { chinaDay } from '../../../lib/rules/time/china-day.ts'
import { $answers, $reading, answer } from '../../../lib/stores/match/answers.ts'
import { useModal } from '../../kit/use-modal.ts'
import { QuestionField } from './QuestionField.tsx'

interface Props {
  fact: FactKey
  onClose: () => void
}

/** One question over the page: answered, everything behind it is judged anew. */
export function QuestionDialog({ fact, onClose }: Props) {
  const dialog = useModal()
  const [value, setValue] = useState(useStore($answers)[fact])
  const problem = useStore($reading).problems.find(({ key }) => key === fact)
  useLayoutEffect(() => dialog.current?.querySelector<HTMLElement>('input')?.focus(), [dialog])
  return (
    <dialog
      ref={dialog}
      className="question-dialog"
      aria-label={questionTitle(fact, chinaDay(new Date()))}
      onCancel={onClose}
    >
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
