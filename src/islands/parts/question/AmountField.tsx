import { useEffect, useRef, useState } from 'react'
import { readAnswer } from '../../../lib/rules/eligibility/answer.ts'
import { answerWords } from '../../../lib/rules/eligibility/condition-words.ts'
import { factOf } from '../../../lib/rules/eligibility/facts.ts'
import { readTypedNumber } from '../../../lib/rules/text/typed-number.ts'
import { chinaDay } from '../../../lib/rules/time/china-day.ts'
import type { FieldProps } from './field-props.ts'

/** A bare sum below this was probably meant in 万元. */
const SMALL_YUAN = 100_000

/** A number or a sum; 万, 亿, commas and full-width digits are understood, and what was understood is said. */
export function AmountField({ fact, value, onChange, describedBy, invalid, id }: FieldProps) {
  const { kind, unit } = factOf(fact)
  const [text, setText] = useState(() => (value === undefined || value === null ? '' : String(value)))
  const told = useRef(value)
  // Answered elsewhere: in another tab, or by 不清楚.
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setText(value === undefined || value === null ? '' : String(value))
  }, [value])

  const read = readText(text)
  function change(typed: string) {
    setText(typed)
    const next = readText(typed)
    told.current = typeof next === 'object' ? next.value : undefined
    onChange(told.current)
  }

  function readText(typed: string) {
    if (typed.trim() === '') return undefined
    const number = readTypedNumber(typed)
    if (number === undefined) return kind === 'money' ? '请填写金额，例如 1200万' : '请填写数字，例如 120'
    return readAnswer(fact, number, chinaDay(new Date()))
  }

  const isBare =
    kind === 'money' && /^\d+$/.test(text.trim()) && Number(text) > 0 && Number(text) < SMALL_YUAN
  return (
    <>
      <div className="question-amount">
        <input
          id={id}
          className="field"
          inputMode={kind === 'money' ? 'text' : 'numeric'}
          autoComplete="off"
          maxLength={30}
          value={text}
          placeholder={kind === 'money' ? '例如 1200万' : undefined}
          aria-describedby={`${describedBy} ${id}-echo`}
          aria-invalid={invalid || typeof read === 'string' || undefined}
          onChange={(event) => change(event.target.value)}
        />
        <span className="question-unit">{unit}</span>
      </div>
      <p id={`${id}-echo`} className="question-echo" aria-live="polite">
        {typeof read === 'string' && <span className="question-error">{read}</span>}
        {typeof read === 'object' && `＝ ${answerWords(fact, read.value)}`}
        {isBare && (
          <button type="button" onClick={() => change(`${text.trim()}万`)}>
            是 {answerWords(fact, `${text.trim()}0000`)}？点这里改
          </button>
        )}
      </p>
    </>
  )
}
