import { useEffect, useId, useRef, useState } from 'react'
import { readAnswer } from '../../../lib/rules/eligibility/answer.ts'
import { answerWords } from '../../../lib/rules/eligibility/condition-words.ts'
import { type FactKey, factOf, questionTitle } from '../../../lib/rules/eligibility/facts.ts'
import { readTypedNumber } from '../../../lib/rules/text/typed-number.ts'
import { chinaDay } from '../../../lib/rules/time/china-day.ts'
import { type FieldProps, PickField } from './PickField.tsx'
import './question.css'

interface QuestionFieldProps {
  fact: FactKey
  value: unknown
  onChange: FieldProps['onChange']
  problem?: { severity: 'error' | 'hint'; message: string } | undefined
}

/** One question with the field for its kind and 不清楚. */
export function QuestionField({ fact, value, onChange, problem }: QuestionFieldProps) {
  const id = useId()
  const { kind, help } = factOf(fact)
  const title = questionTitle(fact, chinaDay(new Date()))
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
        <p id={`${id}-help`} className="soft">
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
      <p id={`${id}-problem`} className={`problem question-${problem?.severity ?? 'none'}`} role="status">
        {problem?.message}
      </p>
    </Frame>
  )
}

type Read = ReturnType<typeof readAnswer> | undefined

/** The text of a field, which follows changes from elsewhere: another tab, or 不清楚. */
function useTypedText({ value, onChange }: FieldProps, readText: (typed: string) => Read) {
  const [text, setText] = useState(textOf(value))
  const told = useRef(value)
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setText(textOf(value))
  }, [value])

  function change(typed: string) {
    const next = readText(typed)
    setText(typed)
    told.current = typeof next === 'object' ? next.value : undefined
    onChange(told.current, typeof next === 'string' ? next : undefined)
  }
  return { text, read: readText(text), change }
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}

/** A bare amount below this was probably meant in 万元. */
const SMALL_YUAN = 100_000

/** A number or amount; understands 万, 亿, commas and full-width digits, and shows the result. */
function AmountField(props: FieldProps) {
  const { fact, describedBy, invalid, id } = props
  const { kind, unit } = factOf(fact)
  const { text, read, change } = useTypedText(props, (typed) => {
    if (typed.trim() === '') return undefined
    const number = readTypedNumber(typed)
    if (number === undefined && /^\s*[-－−]/.test(typed)) return '不能小于 0'
    if (number === undefined) return kind === 'money' ? '请填写金额，例如 1200万' : '请填写数字，例如 120'
    return readAnswer(fact, number, chinaDay(new Date()))
  })
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
        {kind === 'number' && <span className="question-unit">{unit}</span>}
      </div>
      <p id={`${id}-echo`} className="question-echo" aria-live="polite">
        {typeof read === 'string' && <span className="problem">{read}</span>}
        {typeof read === 'object' && `＝ ${answerWords(fact, read.value)} `}
        {isBare && (
          <button type="button" className="link" onClick={() => change(`${text.trim()}万`)}>
            是否为 {answerWords(fact, `${text.trim()}0000`)}？点击修改
          </button>
        )}
      </p>
    </>
  )
}

/** A day of the past. A half-typed date reads as empty, which is no answer. */
function DateField(props: FieldProps) {
  const { fact, describedBy, invalid, id } = props
  const today = chinaDay(new Date())
  const { text, read, change } = useTypedText(props, (typed) =>
    typed === '' ? undefined : readAnswer(fact, typed, today),
  )
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
        onChange={(event) => change(event.target.value)}
      />
      <p id={`${id}-echo`} className="question-echo" aria-live="polite">
        {typeof read === 'string' && <span className="problem">{read}</span>}
      </p>
    </>
  )
}

const YES_NO = { true: '是', false: '否' }

/** One of a few, yes or no, or several of a list. */
function OptionsField(props: FieldProps) {
  return factOf(props.fact).kind === 'multi' ? <SeveralField {...props} /> : <OneField {...props} />
}

function OneField({ fact, value, onChange, id, describedBy }: FieldProps) {
  const { kind, options = YES_NO } = factOf(fact)
  const pick = (key: string) => onChange(kind === 'boolean' ? key === 'true' : key)
  return (
    <div className="wrap question-options" aria-describedby={describedBy}>
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

/** 以上都没有 is an answer: no tick is none yet. */
function SeveralField({ fact, value, onChange, describedBy }: FieldProps) {
  const { options = {} } = factOf(fact)
  const chosen: readonly unknown[] | null = Array.isArray(value) ? value : null
  const toggle = (key: string, on: boolean) => {
    const rest = (chosen ?? []).filter((one) => one !== key)
    const next = on ? [...rest, key] : rest
    onChange(next.length > 0 ? next : undefined)
  }
  return (
    <div className="wrap question-options" aria-describedby={describedBy}>
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
