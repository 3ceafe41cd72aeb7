import { useStore } from '@nanostores/react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { parseFacts } from '../../../lib/rules/eligibility/answers.ts'
import { type FactKey, factOf, questionTitle } from '../../../lib/rules/eligibility/facts.ts'
import { chinaDay } from '../../../lib/rules/time/china-day.ts'
import { $answers, answer } from '../../../lib/stores/match/answers.ts'
import { useModal } from '../../kit/modals.ts'
import { QuestionField } from './QuestionField.tsx'
import '../../kit/confirm-dialog.css'

interface DialogProps {
  fact: FactKey
  onAnswered: () => void
  onClose: () => void
}

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
      <QuestionForm key={fact} facts={[fact]} onAnswered={onAnswered} isByTap>
        <div className="confirm-actions">
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
  /** Several facts are on one paper: one answer is enough, and the others become 不清楚. */
  facts: readonly FactKey[]
  label?: string
  onAnswered: () => void
  /** A tap on one of a few options submits it; keyboard users press the button. */
  isByTap?: boolean
  /** The present answer is too coarse: it is not accepted again, nor is 不清楚, which would lose it. */
  isFiner?: boolean
  children: ReactNode
}

type Values = Partial<Record<FactKey, unknown>>

export function QuestionForm({
  facts,
  label,
  onAnswered,
  isByTap = false,
  isFiner = false,
  children,
}: FormProps) {
  const answers = useStore($answers)
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(facts.map((fact) => [fact, answers[fact]])),
  )
  const [wrong, setWrong] = useState<Partial<Record<FactKey, string | undefined>>>({})
  const [refusals, setRefusals] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const isByHand = useRef(false)
  const problemsOf = (given: Values) => parseFacts({ ...answers, ...given }, chinaDay(new Date())).problems
  const problemOf = (fact: FactKey, given = values) => problemsOf(given).find(({ key }) => key === fact)
  const reasonFor = (fact: FactKey) => {
    const problem = problemOf(fact)
    const isCoarse = isFiner && (values[fact] == null || values[fact] === answers[fact])
    if (wrong[fact] !== undefined) return wrong[fact]
    return isCoarse ? '请再选具体一些，例如选到下一级' : problem?.severity === 'error' && problem.message
  }
  const isMissing = facts.every((fact) => values[fact] === undefined && answers[fact] === undefined)
  const refused = facts.find(reasonFor)
  const reason = refused ? reasonFor(refused) : isMissing && '请先回答，不知道可以选“不清楚”'

  function save(given: Values) {
    const unsaid = facts.length > 1 ? null : undefined
    for (const fact of facts) answer(fact, given[fact] === undefined ? unsaid : given[fact])
    onAnswered()
  }
  return (
    <form
      ref={form}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        if (!reason) return save(values)
        setRefusals(refusals + 1)
        form.current?.querySelector<HTMLElement>(`[data-fact="${refused ?? facts[0]}"] input`)?.focus()
      }}
      onPointerDown={() => {
        isByHand.current = true
      }}
      onKeyDown={() => {
        isByHand.current = false
      }}
    >
      {facts.map((fact) => (
        <QuestionField
          key={fact}
          fact={fact}
          value={values[fact]}
          onChange={(value, mistake) => {
            const next = { ...values, [fact]: value }
            setValues(next)
            setWrong({ ...wrong, [fact]: mistake })
            setRefusals(0)
            const isWhole = isByTap && isByHand.current && ONE_OF_A_FEW.has(factOf(fact).kind)
            if (isWhole && problemOf(fact, next)?.severity !== 'error') save(next)
          }}
          problem={problemOf(fact)}
        />
      ))}
      {refusals > 0 && (
        <p key={refusals} className="question-refusal" role="alert">
          还没有保存：{reason}
        </p>
      )}
      {children}
    </form>
  )
}
