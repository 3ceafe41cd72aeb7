import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { readAnswer } from '../../../lib/rules/eligibility/answer.ts'
import { readCompany } from '../../../lib/rules/eligibility/company.ts'
import { compileTree } from '../../../lib/rules/eligibility/compile.ts'
import {
  type AnswerKey,
  type FactKey,
  type Facts,
  factOf,
  isFactKey,
} from '../../../lib/rules/eligibility/facts.ts'
import type { Certificate } from '../../../lib/rules/eligibility/options.ts'
import { type Ask, asksOf } from '../../../lib/rules/eligibility/tree.ts'
import { worthFigure } from '../../../lib/rules/text/format-number.ts'
import { readTypedNumber } from '../../../lib/rules/text/typed-number.ts'
import { type Benefit, conditionsOf } from '../../../lib/rules/worth/formula.ts'
import { awaitsCertificate } from '../../../lib/rules/worth/total.ts'
import {
  leadOf,
  MONEY_NOTES,
  type WorkingLine,
  workingOf,
  worthWords,
} from '../../../lib/rules/worth/working.ts'
import { type CompiledBenefit, worthOf } from '../../../lib/rules/worth/worth.ts'
import { answer } from '../../../lib/stores/match/answers.ts'
import { AskField } from '../question/AskField.tsx'
import { mostWords } from './best.ts'
import { ClauseLink } from './VerdictDetail.tsx'
import './worth.css'

interface WorkingProps {
  benefit: CompiledBenefit
  /** Before this certificate is held, it is worth nothing. */
  grants: Certificate | null
  facts: Facts
  today: string
  onEdit?: ((fact: FactKey) => void) | undefined
}

/** 怎么算的: the numbers that it rests on, to be changed in place; each line in words and numbers with its clause. */
export function Working({ benefit, grants, facts, today, onEdit }: WorkingProps) {
  const { assumes = [] } = benefit.benefit
  const company = readCompany(facts, today)
  const worth = worthOf(benefit, company)
  const program = useMemo(() => benefit.tree && compileTree(benefit.tree), [benefit])
  const isUnmet = program?.status(company) === 'unmet'
  const lead = leadOf(benefit.money, awaitsCertificate(grants, facts))
  const figures = inputsOf(benefit)
  const deciding = figures.slice(0, DECIDING)
  const [isMore, setMore] = useState(false)
  const isFilled = deciding.every((key) => facts[key] != null)
  const words = worthWords(worth) || (isFilled && mostWords(worth))
  const isLacking = isFilled && !words
  if (isLacking && !isMore) setMore(true)
  const asked = worth.missing.filter(isFactKey).filter((key) => !isNumber(benefit, key))
  // Answered questions stay, so that they can be changed and nothing moves.
  const [kept, setKept] = useState<readonly AnswerKey[]>([])
  const open = worth.missing.filter((key) => !kept.includes(key))
  if (open.length > 0) setKept([...kept, ...open])
  const asks = asksOfWorth(benefit, kept)
  const numbers = figures.map((key) => (
    <NumberField
      key={key}
      name={key}
      benefit={benefit}
      value={facts[key]}
      today={today}
      isBeyond={worth.beyond.includes(key)}
      onChange={(value) => answer(key, value)}
    />
  ))
  return (
    <div className="working">
      <p className="working-sum" role="status">
        {isUnmet && <span>按您的回答不符合条件；条件满足时 </span>}
        {lead && <span>{lead}</span>}
        <b>{words || '填写以下数据，自动测算'}</b>
        {worth.years !== undefined && <span>，可享受 {worth.years} 年</span>}
      </p>
      <div className="working-inputs no-print">{numbers.slice(0, DECIDING)}</div>
      {(numbers.length > DECIDING || asked.length > 0 || asks.length > 0) && (
        <details className="no-print" open={isMore || undefined}>
          <summary>补充信息，算得更准</summary>
          <div className="working-inputs">
            {numbers.slice(DECIDING)}
            {onEdit &&
              asked.map((key) => (
                <button key={key} type="button" className="working-ask" onClick={() => onEdit(key)}>
                  填写“{factOf(key).label}”
                </button>
              ))}
          </div>
          {asks.length > 0 && (
            <ul className="working-asks" aria-label="需要您确认">
              {asks.map((ask) => (
                <li key={ask.key}>
                  <p>{ask.ask}</p>
                  {ask.help && <small>{ask.help}</small>}
                  <AskField ask={ask} />
                </li>
              ))}
            </ul>
          )}
        </details>
      )}
      {figures.some((key) => facts[key] != null) && <WorkingLines lines={workingOf(benefit, company)} />}
      <p className="working-note">
        {MONEY_NOTES[benefit.money]}
        {assumes.length > 0 && `按${assumes.join('、')}估算；`}以主管部门核定为准。
      </p>
    </div>
  )
}

/** Returns the asks of a formula, and those of its shared formulas that are in `missing`. */
function asksOfWorth({ benefit, rates }: CompiledBenefit, missing: readonly AnswerKey[]): Ask[] {
  const asksIn = (formulas: readonly Pick<Benefit['steps'][number], 'is'>[]) =>
    formulas.flatMap(({ is }) => conditionsOf(is)).flatMap(asksOf)
  const shared = asksIn(rates.source.formulas).filter(({ key }) => missing.includes(key))
  return [...new Map([...asksIn(benefit.steps), ...shared].map((ask) => [ask.key, ask])).values()]
}

export function WorkingLines({ lines }: { lines: readonly WorkingLine[] }) {
  return (
    <ol className="working-lines">
      {lines.map(({ name, formula, filled, result, clause, rates }) => (
        <li key={name}>
          <span className="working-name">{name}</span>
          <span>
            {filled !== result && `${filled} ＝ `}
            <b>{result}</b>
          </span>
          {formula !== filled && <small>{formula}</small>}
          {rates.map((rate) => (
            <small key={rate.name}>
              {rate.name} {rate.value}，{rate.from} 起：
              {rate.source.url ? (
                <a href={rate.source.url} rel="noopener external" target="_blank">
                  {rate.source.name}
                </a>
              ) : (
                rate.source.name
              )}
              {rate.source.article}
            </small>
          ))}
          <ClauseLink clause={clause} />
        </li>
      ))}
    </ol>
  )
}

function inputsOf(compiled: CompiledBenefit): AnswerKey[] {
  const { main, own = [] } = compiled.benefit
  const missing = worthOf(compiled, readCompany({}, '2000-01-01')).missing
  const numbers = missing.filter((key) => isNumber(compiled, key))
  const first = [...(main ? [main] : []), ...numbers.filter(isFactKey)]
  return [...new Set<AnswerKey>([...first, ...numbers, ...own.map(({ key }) => key)])]
}

const DECIDING = 2

function isNumber({ owns }: CompiledBenefit, key: AnswerKey): boolean {
  return isFactKey(key) ? ['money', 'number'].includes(factOf(key).kind) : owns.has(key)
}

function labelOf({ owns }: CompiledBenefit, key: AnswerKey): string {
  return isFactKey(key) ? factOf(key).label : (owns.get(key)?.label ?? '')
}

function unitOf({ owns }: CompiledBenefit, key: AnswerKey): string {
  return (isFactKey(key) ? factOf(key).unit : owns.get(key)?.unit) ?? ''
}

function numberWords(benefit: CompiledBenefit, key: AnswerKey, plain: string): string {
  const figure = unitOf(benefit, key) === '元' ? worthFigure(Number(plain), Number(plain)) : null
  return figure ? `${figure.number} ${figure.unit}` : `${plain} ${unitOf(benefit, key)}`
}

interface NumberFieldProps {
  name: AnswerKey
  benefit: CompiledBenefit
  value: unknown
  today: string
  isBeyond: boolean
  /** Undefined for an empty field; not called for invalid numbers. */
  onChange: (value: unknown) => void
}

export function NumberField({ name, benefit, value, today, isBeyond, onChange }: NumberFieldProps) {
  const id = useId()
  const written = value === undefined || value === null ? '' : String(value)
  const [text, setText] = useState(written)
  const told = useRef(written)
  useEffect(() => {
    if (written === told.current) return
    told.current = written
    setText(written)
  }, [written])
  // Typed before the script had loaded.
  const field = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once
  useEffect(() => {
    const typed = field.current?.value ?? ''
    if (typed !== '' && typed !== text) change(typed)
  }, [])
  const { help, most } = benefit.owns.get(name) ?? {}
  const read = (typed: string) => {
    const plain = readTypedNumber(typed)
    return plain === undefined ? '请填写数字，例如 120万' : readAnswer(name, plain, today)
  }
  const now = text.trim() === '' ? undefined : read(text)
  const problem =
    typeof now === 'string' ? now : isBeyond ? `超出常理${most ? `（最多 ${most}）` : ''}，请核对单位` : ''
  function change(typed: string): void {
    setText(typed)
    const next = typed.trim() === '' ? undefined : read(typed)
    if (typeof next === 'string') return
    told.current = next === undefined ? '' : String(next.value)
    onChange(next?.value)
  }
  return (
    <p className="working-input">
      <label htmlFor={id}>
        {labelOf(benefit, name)}（{unitOf(benefit, name)}）
      </label>
      <input
        ref={field}
        id={id}
        name={name}
        className="field"
        inputMode={isMoney(benefit, name) ? 'text' : 'numeric'}
        autoComplete="off"
        maxLength={30}
        value={text}
        aria-invalid={problem !== '' || undefined}
        aria-describedby={`${id}-note`}
        onChange={(event) => change(event.target.value)}
      />
      <small id={`${id}-note`} className={problem ? 'problem' : undefined}>
        {problem ||
          (now && typeof now === 'object' && isMoney(benefit, name)
            ? `＝ ${numberWords(benefit, name, String(now.value))}`
            : help)}
      </small>
    </p>
  )
}

function isMoney(benefit: CompiledBenefit, key: AnswerKey): boolean {
  return unitOf(benefit, key) === '元'
}
