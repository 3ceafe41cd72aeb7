/** Parses 试算 as typed: full-width digits, 50万, 3.6%; each field has its own problem. */

import { type RefObject, useCallback, useEffect, useId, useState } from 'react'
import { LOAN_MAX_MONTHS, type LoanTerms, type RepaymentMethod } from '../../lib/rules/loan/schedule.ts'
import { readTypedMonths, readTypedNumber } from '../../lib/rules/text/typed-number.ts'

export interface TypedTerms {
  /** 元 */
  amount: string
  /** % a year */
  rate: string
  months: string
  method: RepaymentMethod
}

type NumberName = 'amount' | 'rate' | 'months'
type TermsProblems = Partial<Record<NumberName, string>>

const MIN_YUAN = 1_000
const MAX_YUAN = 1_000_000_000
const MAX_RATE = 36

export function readTerms(typed: TypedTerms): LoanTerms | TermsProblems {
  const amount = toNumber(readTypedNumber(typed.amount), 2)
  const rate = toNumber(readTypedNumber(typed.rate.replace(/[%％]\s*$/, '')), 4)
  const months = toNumber(readTypedMonths(typed.months), 0)
  const problems: TermsProblems = {
    ...(isWithin(amount, MIN_YUAN, MAX_YUAN)
      ? {}
      : { amount: '请输入 1000 元至 10 亿元之间的金额，最多两位小数' }),
    ...(isWithin(rate, 0, MAX_RATE) ? {} : { rate: `请输入 0 至 ${MAX_RATE} 之间的年化利率，最多四位小数` }),
    ...(isWithin(months, 1, LOAN_MAX_MONTHS)
      ? {}
      : { months: `请输入 1 至 ${LOAN_MAX_MONTHS} 之间的整月数` }),
  }
  if (Object.keys(problems).length > 0) return problems
  return { amountCents: Math.round(amount * 100), annualRate: rate, months, method: typed.method }
}

function isTerms(read: LoanTerms | TermsProblems): read is LoanTerms {
  return 'method' in read
}

function toNumber(plain: string | undefined, places: number): number {
  if (plain === undefined || (plain.split('.')[1] ?? '').length > places) return Number.NaN
  return Number(plain)
}

function isWithin(value: number, min: number, max: number): boolean {
  return value >= min && value <= max
}

interface TermsForm {
  typed: TypedTerms
  /** Undefined while a field is invalid or out of bounds. */
  terms: LoanTerms | undefined
  problems: TermsProblems
  change: (changed: Partial<TypedTerms>) => void
}

export function useTerms(form: RefObject<HTMLFormElement | null>, start: TypedTerms): TermsForm {
  const [typed, setTyped] = useState(start)
  const change = useCallback(
    (changed: Partial<TypedTerms>) => setTyped((before) => ({ ...before, ...changed })),
    [],
  )

  // Takes over input from before the script loaded.
  useEffect(() => {
    if (form.current) change(Object.fromEntries(new FormData(form.current)))
  }, [form, change])

  const read = readTerms(typed)
  return {
    typed,
    change,
    ...(isTerms(read) ? { terms: read, problems: {} } : { terms: undefined, problems: read }),
  }
}

interface TermFieldProps extends Pick<TermsForm, 'typed' | 'problems' | 'change'> {
  name: NumberName
  label: string
  hint?: string
}

export function TermField({ name, label, hint, typed, problems, change }: TermFieldProps) {
  const id = useId()
  const problem = problems[name]
  return (
    <p>
      <label htmlFor={id}>
        {label} {hint && <small>{hint}</small>}
      </label>
      <input
        id={id}
        name={name}
        className="field"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        value={typed[name]}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && `${id}-problem`}
        onChange={(event) => change({ [name]: event.target.value })}
      />
      {problem && (
        <span className="problem" id={`${id}-problem`}>
          {problem}
        </span>
      )}
    </p>
  )
}
