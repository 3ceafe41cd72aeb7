import { factOf } from '../../../lib/rules/eligibility/facts.ts'
import type { FieldProps } from './field-props.ts'

const YES_NO = { true: '是', false: '否' }

/** One of a few, yes or no, or several of a list. */
export function OptionsField(props: FieldProps) {
  return factOf(props.fact).kind === 'multi' ? <SeveralField {...props} /> : <OneField {...props} />
}

function OneField({ fact, value, onChange, id, describedBy }: FieldProps) {
  const { kind, options = YES_NO } = factOf(fact)
  const pick = (key: string) => onChange(kind === 'boolean' ? key === 'true' : key)
  return (
    <div className="question-options" aria-describedby={describedBy}>
      {Object.entries(options).map(([key, label]) => (
        <label key={key} className="question-option">
          <input type="radio" name={id} checked={String(value) === key} onChange={() => pick(key)} />
          {label}
        </label>
      ))}
      <label className="question-option">
        <input type="radio" name={id} checked={value === null} onChange={() => onChange(null)} />
        不清楚
      </label>
    </div>
  )
}

/** 以上都没有 is an answer of its own: nothing ticked is no answer yet. */
function SeveralField({ fact, value, onChange, describedBy }: FieldProps) {
  const { options = {} } = factOf(fact)
  const chosen: readonly unknown[] | null = Array.isArray(value) ? value : null
  const toggle = (key: string, on: boolean) => {
    const rest = (chosen ?? []).filter((one) => one !== key)
    const next = on ? [...rest, key] : rest
    onChange(next.length > 0 ? next : undefined)
  }
  return (
    <div className="question-options" aria-describedby={describedBy}>
      {Object.entries(options).map(([key, label]) => (
        <label key={key} className="question-option">
          <input
            type="checkbox"
            checked={chosen?.includes(key) ?? false}
            onChange={(event) => toggle(key, event.target.checked)}
          />
          {label}
        </label>
      ))}
      <label className="question-option">
        <input
          type="checkbox"
          checked={chosen?.length === 0}
          onChange={(event) => onChange(event.target.checked ? [] : undefined)}
        />
        以上都没有
      </label>
      <label className="question-option">
        <input
          type="checkbox"
          checked={value === null}
          onChange={(event) => onChange(event.target.checked ? null : undefined)}
        />
        不清楚
      </label>
    </div>
  )
}
