import { useEffect, useRef, useState } from 'react'
import { readAnswer } from '../../../lib/rules/eligibility/answer.ts'
import { chinaDay } from '../../../lib/rules/time/china-day.ts'
import type { FieldProps } from './field-props.ts'

/** A day of the past. While a date is half typed the browser reports none, which is no answer. */
export function DateField({ fact, value, onChange, describedBy, invalid, id }: FieldProps) {
  const today = chinaDay(new Date())
  const [text, setText] = useState(typeof value === 'string' ? value : '')
  const told = useRef(value)
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setText(typeof value === 'string' ? value : '')
  }, [value])
  const read = text === '' ? undefined : readAnswer(fact, text, today)
  return (
    <>
      <input
        id={id}
        type="date"
        className="field question-date"
        min="1900-01-01"
        max={today}
        value={text}
        aria-describedby={`${describedBy} ${id}-echo`}
        aria-invalid={invalid || typeof read === 'string' || undefined}
        onChange={(event) => {
          const typed = event.target.value
          const next = typed === '' ? undefined : readAnswer(fact, typed, today)
          setText(typed)
          told.current = typeof next === 'object' ? next.value : undefined
          onChange(told.current)
        }}
      />
      <p id={`${id}-echo`} className="question-echo" aria-live="polite">
        {typeof read === 'string' && <span className="question-error">{read}</span>}
      </p>
    </>
  )
}
