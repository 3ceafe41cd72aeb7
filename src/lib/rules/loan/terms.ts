import { formatNumber } from '../text/format-number.ts'
import { type RepaymentMethod, repaymentPlan } from './schedule.ts'

export interface Range {
  min: number
  max: number
}

export function amountOutside(amount: number, { min, max }: Range): string | undefined {
  return amount >= min && amount <= max
    ? undefined
    : `这个产品的额度是 ${formatNumber(min)} 至 ${formatNumber(max)} 元`
}

export function monthsOutside(months: number, { min, max }: Range): string | undefined {
  const isWithin = Number.isInteger(months) && months >= min && months <= max
  return isWithin ? undefined : `请填写 ${min} 至 ${max} 之间的整月数`
}

/** The terms of a product that a need is checked against. */
export interface LoanOffer {
  id: number
  title: string
  amount: Range
  /** 年化利率 in percent. */
  rate: Range
  months: Range
  method: RepaymentMethod
}

interface LoanCost {
  interest: number
  /** Payment of the first month and of the last. */
  first: number
  last: number
}

export type ComparedLoan = { offer: LoanOffer } & (
  | { status: 'fits'; least: LoanCost; most: LoanCost }
  | { status: 'outside'; why: string }
)

/** Compares the same sum and time at each product's rates, cheapest first. @param amount 元 */
export function compareLoans(offers: readonly LoanOffer[], amount: number, months: number): ComparedLoan[] {
  const compared = offers.map((offer): ComparedLoan => {
    const why = amountOutside(amount, offer.amount) ?? monthsWords(months, offer.months)
    if (why !== undefined) return { offer, status: 'outside', why }
    const costAt = (rate: number): LoanCost => {
      const terms = { amountCents: Math.round(amount * 100), annualRate: rate, months, method: offer.method }
      const { instalments, totalInterest } = repaymentPlan(terms)
      return {
        interest: totalInterest,
        first: instalments[0]?.payment ?? 0,
        last: instalments.at(-1)?.payment ?? 0,
      }
    }
    return { offer, status: 'fits', least: costAt(offer.rate.min), most: costAt(offer.rate.max) }
  })
  const rank = (loan: ComparedLoan) =>
    loan.status === 'fits' ? loan.most.interest : Number.POSITIVE_INFINITY
  return compared.sort((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : a.offer.id - b.offer.id))
}

function monthsWords(months: number, { min, max }: Range): string | undefined {
  return months >= min && months <= max ? undefined : `这个产品的期限是 ${min} 至 ${max} 个月`
}
