/** 试算 as people type it: full-width digits, 50万, 3.6%; each field tells its own mistake. */

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

export type TermsProblems = Partial<Record<'amount' | 'rate' | 'months', string>>

const MIN_YUAN = 1_000
const MAX_YUAN = 1_000_000_000
const MAX_RATE = 36

/** What was typed as terms, or what is wrong with it. */
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

export function isTerms(read: LoanTerms | TermsProblems): read is LoanTerms {
  return 'method' in read
}

/** NaN for what is no number or has more places. */
function toNumber(plain: string | undefined, places: number): number {
  if (plain === undefined || (plain.split('.')[1] ?? '').length > places) return Number.NaN
  return Number(plain)
}

function isWithin(value: number, min: number, max: number): boolean {
  return value >= min && value <= max
}
