import { useId } from 'react'
import { type FactKey, factOf } from '../../../lib/rules/eligibility/facts.ts'
import { AmountField } from './AmountField.tsx'
import { DateField } from './DateField.tsx'
import { OptionsField } from './OptionsField.tsx'
import { PickField } from './PickField.tsx'
import './question.css'

interface Props {
  fact: FactKey
  value: unknown
  onChange: (value: unknown) => void
  /** What is wrong with the answer, and how badly. */
  problem?: { severity: 'error' | 'hint'; message: string } | undefined
}

/** One question of the questionnaire with the field for its kind, 不清楚 among the answers. */
export function QuestionField({ fact, value, onChange, problem }: Props) {
  const id = useId()
  const { kind, title, help } = factOf(fact)
  const field = {
    fact,
    value,
    onChange,
    id,
    describedBy: `${id}-help ${id}-problem`,
    invalid: problem?.severity === 'error',
  }
  const isGroup = kind === 'choice' || kind === 'multi' || kind === 'boolean'
  const Frame = isGroup ? 'fieldset' : 'div'
  return (
    <Frame className="question" data-fact={fact}>
      {isGroup ? <legend>{title}</legend> : <label htmlFor={id}>{title}</label>}
      {help && (
        <p id={`${id}-help`} className="question-help">
          {help}
        </p>
      )}
      {isGroup && <OptionsField {...field} />}
      {(kind === 'number' || kind === 'money') && <AmountField {...field} />}
      {kind === 'date' && <DateField {...field} />}
      {(kind === 'region' || kind === 'industry') && <PickField kind={kind} {...field} />}
      {!isGroup && (
        <label className="question-unsure">
          <input
            type="checkbox"
            checked={value === null}
            aria-label={`${title}不清楚`}
            onChange={(event) => onChange(event.target.checked ? null : undefined)}
          />
          不清楚
        </label>
      )}
      <p
        id={`${id}-problem`}
        className={`question-problem question-${problem?.severity ?? 'none'}`}
        role="status"
      >
        {problem?.message}
      </p>
    </Frame>
  )
}
