import { useStore } from '@nanostores/react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { parseFacts } from '../../../lib/rules/eligibility/answers.ts'
import { type FactKey, factOf, questionTitle } from '../../../lib/rules/eligibility/facts.ts'
import { chinaDay } from '../../../lib/rules/time/china-day.ts'
import { $answers, answer } from '../../../lib/stores/match/answers.ts'
import { useModal } from '../../kit/modals.ts'
import { QuestionField } from './QuestionField.tsx'

interface DialogProps {
  fact: FactKey
  onAnswered: () => void
  onClose: () => void
}

/** One question in a dialog, or a sequence as `fact` changes: the verdicts behind it update. */
export function QuestionDialog({ fact, onAnswered, onClose }: DialogProps) {
  const dialog = useModal()
  useLayoutEffect(() => {
    dialog.current?.querySelector<HTMLElement>(`[data-fact="${fact}"] input`)?.focus()
  }, [dialog, fact])
  return (
    <dialog
      ref={dialog}
      className="question-dialog"
      aria-label={questionTitle(fact, chinaDay(new Date()))}
      onCancel={onClose}
    >
      <QuestionForm key={fact} fact={fact} onAnswered={onAnswered} isByTap>
        <div className="question-dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            取消
          </button>
          <button type="submit" className="button button-primary">
            保存回答
          </button>
        </div>
      </QuestionForm>
    </dialog>
  )
}

const ONE_OF_A_FEW: ReadonlySet<string> = new Set(['choice', 'boolean'])

interface FormProps {
  fact: FactKey
  label?: string
  onAnswered: () => void
  /** A tap on one of a few options submits it; keyboard users press the button. */
  isByTap?: boolean
  /** The present answer is too coarse: it is not accepted again, nor is 不清楚, which would lose it. */
  isFiner?: boolean
  /** The submit button. */
  children: ReactNode
}

/** One question with its button. A missing or wrong answer is refused, announced, and stays as typed. */
export function QuestionForm({
  fact,
  label,
  onAnswered,
  isByTap = false,
  isFiner = false,
  children,
}: FormProps) {
  const answers = useStore($answers)
  const [value, setValue] = useState(answers[fact])
  const [wrong, setWrong] = useState<string>()
  const [refusals, setRefusals] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const isByHand = useRef(false)
  const problemOf = (given: unknown) =>
    parseFacts({ ...answers, [fact]: given }, chinaDay(new Date())).problems.find(({ key }) => key === fact)
  const problem = problemOf(value)
  const isMissing = value === undefined && answers[fact] === undefined
  const isCoarse = isFiner && (value == null || value === answers[fact])
  const reason =
    wrong ??
    (isCoarse
      ? '请再选具体一些，例如选到下一级'
      : isMissing
        ? '请先回答，不知道可以选“不清楚”'
        : problem?.severity === 'error' && problem.message)

  function save(given: unknown) {
    answer(fact, given)
    onAnswered()
  }
  return (
    <form
      ref={form}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        if (reason) {
          setRefusals(refusals + 1)
          form.current?.querySelector('input')?.focus()
          return
        }
        save(value)
      }}
      onPointerDown={() => {
        isByHand.current = true
      }}
      onKeyDown={() => {
        isByHand.current = false
      }}
    >
      <QuestionField
        fact={fact}
        value={value}
        onChange={(next, mistake) => {
          setValue(next)
          setWrong(mistake)
          setRefusals(0)
          const isWhole = isByTap && isByHand.current && ONE_OF_A_FEW.has(factOf(fact).kind)
          if (isWhole && problemOf(next)?.severity !== 'error') save(next)
        }}
        problem={problem}
      />
      {refusals > 0 && (
        <p key={refusals} className="question-refusal" role="alert">
          还没有保存：{reason}
        </p>
      )}
      {children}
    </form>
  )
}
