import { useStore } from '@nanostores/react'
import type { Ask } from '../../../lib/rules/eligibility/tree.ts'
import { $answers, answer } from '../../../lib/stores/match/answers.ts'
import './question.css'

const CHOICES = [
  { value: true, label: '是' },
  { value: false, label: '否' },
  { value: null, label: '不清楚' },
]

/** The answer to an ask: a press answers, and the verdicts behind it update. */
export function AskField({ ask: { ask, key }, onAnswered }: { ask: Ask; onAnswered?: () => void }) {
  const value = useStore($answers)[key]
  return (
    <AskChoices
      label={ask}
      name={key}
      value={value}
      onChange={(choice) => {
        answer(key, choice)
        onAnswered?.()
      }}
    />
  )
}

interface ChoicesProps {
  label: string
  name?: string
  value: unknown
  onChange: (value: boolean | null) => void
}

/** 是, 否 or 不清楚. */
function AskChoices({ label, name, value, onChange }: ChoicesProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the question stands beside it, where a legend cannot.
    <div className="wrap ask no-print" role="group" aria-label={label} data-ask={name}>
      {CHOICES.map((choice) => (
        <button
          key={choice.label}
          type="button"
          aria-pressed={value === choice.value}
          onClick={() => onChange(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  )
}
