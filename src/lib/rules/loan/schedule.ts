/**
 * 还款计划: the cost of a loan, to the 分. Every amount is an integer of 分; rates are 年化利率 in percent. A month's interest is
 * balance × rate ÷ 12, rounded half up to the 分; the last instalment pays the rest.
 */

export const REPAYMENT_METHODS = ['annuity', 'principal', 'bullet'] as const
export type RepaymentMethod = (typeof REPAYMENT_METHODS)[number]

export const METHOD_NAMES: Readonly<Record<RepaymentMethod, string>> = {
  annuity: '等额本息',
  principal: '等额本金',
  bullet: '先息后本',
}

export const LOAN_MAX_MONTHS = 360

export interface LoanTerms {
  amountCents: number
  annualRate: number
  months: number
  method: RepaymentMethod
}

export interface Instalment {
  month: number
  payment: number
  principal: number
  interest: number
  balance: number
}

export interface RepaymentPlan {
  instalments: Instalment[]
  totalInterest: number
  totalPayment: number
}

const RATE_UNITS = 10_000n
/** Divisor of a month's interest: percent, twelve months, and the decimals of the rate. */
const RATE_BASE = 12n * 100n * RATE_UNITS

/** Returns the exact plan: BigInt throughout, because amounts times rates leave the safe integers. */
export function repaymentPlan({ amountCents, annualRate, months, method }: LoanTerms): RepaymentPlan {
  const amount = BigInt(amountCents)
  const rate = BigInt(Math.round(annualRate * Number(RATE_UNITS)))
  const principalOf = PRINCIPAL[method](amount, rate, BigInt(months))
  const instalments: Instalment[] = []
  let balance = amount
  for (let month = 1; month <= months; month += 1) {
    const interest = divideRounded(balance * rate, RATE_BASE)
    const principal = month === months ? balance : atMost(principalOf(interest), balance)
    balance -= principal
    instalments.push({
      month,
      payment: Number(principal + interest),
      principal: Number(principal),
      interest: Number(interest),
      balance: Number(balance),
    })
  }
  const totalInterest = instalments.reduce((sum, { interest }) => sum + interest, 0)
  return { instalments, totalInterest, totalPayment: amountCents + totalInterest }
}

type PrincipalOf = (interest: bigint) => bigint

const PRINCIPAL: Readonly<
  Record<RepaymentMethod, (amount: bigint, rate: bigint, months: bigint) => PrincipalOf>
> = {
  annuity: (amount, rate, months) => {
    const payment = annuityPayment(amount, rate, months)
    return (interest) => payment - interest
  },
  principal: (amount, _rate, months) => {
    const part = divideRounded(amount, months)
    return () => part
  },
  bullet: () => () => 0n,
}

/** Returns amount × r(1+r)ⁿ ÷ ((1+r)ⁿ−1) with r as the fraction rate/RATE_BASE; without interest, equal parts. */
function annuityPayment(amount: bigint, rate: bigint, months: bigint): bigint {
  if (rate === 0n) return divideRounded(amount, months)
  const grown = (RATE_BASE + rate) ** months
  return divideRounded(amount * rate * grown, RATE_BASE * (grown - RATE_BASE ** months))
}

/** Rounds half up; for numbers that are not negative. */
function divideRounded(number: bigint, by: bigint): bigint {
  return (number * 2n + by) / (by * 2n)
}

function atMost(number: bigint, limit: bigint): bigint {
  return number < limit ? number : limit
}
