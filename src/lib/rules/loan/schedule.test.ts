import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LOAN_MAX_MONTHS, type LoanTerms, REPAYMENT_METHODS, repaymentPlan } from './schedule.ts'

const loan = (terms: Partial<LoanTerms>): LoanTerms => ({
  amountCents: 100_000_00,
  annualRate: 3.6,
  months: 12,
  method: 'annuity',
  ...terms,
})

describe('known loans, worked out by hand', () => {
  test('等额本息: equal payments but for the last', () => {
    const { instalments, totalInterest, totalPayment } = repaymentPlan(loan({}))
    // 100000 × 0.003 × 1.003¹² ÷ (1.003¹² − 1) = 8496.73…
    expect(instalments.slice(0, -1).every(({ payment }) => payment === instalments[0]?.payment)).toBe(true)
    expect(instalments[0]).toEqual({
      month: 1,
      payment: 8_496_73,
      principal: 8_196_73,
      interest: 300_00,
      balance: 91_803_27,
    })
    expect(instalments.at(-1)?.balance).toBe(0)
    expect(totalPayment).toBe(100_000_00 + totalInterest)
  })

  test('等额本金: the interest falls by the same every month', () => {
    const { instalments, totalInterest } = repaymentPlan(
      loan({ amountCents: 120_000_00, method: 'principal' }),
    )
    expect(instalments.map(({ principal }) => principal)).toEqual(Array(12).fill(10_000_00))
    expect(instalments.map(({ interest }) => interest)).toEqual(
      Array.from({ length: 12 }, (_, month) => (360 - 30 * month) * 100),
    )
    expect(totalInterest).toBe(2_340_00)
  })

  test('先息后本: interest every month, everything else at the end', () => {
    const { instalments, totalInterest } = repaymentPlan(loan({ method: 'bullet', months: 3 }))
    expect(instalments.map(({ payment }) => payment)).toEqual([300_00, 300_00, 100_300_00])
    expect(totalInterest).toBe(900_00)
  })

  test('without interest only the amount is repaid', () => {
    for (const method of REPAYMENT_METHODS) {
      expect(repaymentPlan(loan({ annualRate: 0, months: 7, method })).totalInterest).toBe(0)
    }
  })
})

/** The same loans by another method: decimal fractions of 40 places, and the payment by trial instead of by the formula. */
const PLACES = 10n ** 40n
const roundHalfUp = (value: bigint) => (value + PLACES / 2n) / PLACES

function monthlyFactor(annualRate: number): bigint {
  return (BigInt(Math.round(annualRate * 1e4)) * PLACES) / 12_000_000n
}

function interestOf(balance: bigint, factor: bigint): bigint {
  // The factor is truncated, which matters only exactly at half a 分.
  return roundHalfUp(balance * factor + balance)
}

/**
 * Returns the payment (in fractions of a 分) that leaves nothing after the last month: the rest falls linearly with the
 * payment, so two trials show where it meets zero.
 */
function paymentByTrying(amount: bigint, factor: bigint, months: number): bigint {
  const leftAfter = (payment: bigint) => {
    let balance = amount * PLACES
    for (let month = 0; month < months; month += 1) balance += (balance * factor) / PLACES - payment
    return balance
  }
  const unpaid = leftAfter(0n)
  return (unpaid * PLACES) / (unpaid - leftAfter(PLACES))
}

function totalInterestByTrying({ amountCents, annualRate, months, method }: LoanTerms): bigint {
  const amount = BigInt(amountCents)
  const factor = monthlyFactor(annualRate)
  const payment = method === 'annuity' ? roundHalfUp(paymentByTrying(amount, factor, months)) : 0n
  const part = (2n * amount + BigInt(months)) / (2n * BigInt(months))
  let balance = amount
  let sum = 0n
  for (let month = 1; month < months; month += 1) {
    const interest = interestOf(balance, factor)
    sum += interest
    const paid = { annuity: payment - interest, principal: part, bullet: 0n }[method]
    balance -= paid < balance ? paid : balance
  }
  return sum + interestOf(balance, factor)
}

const anyLoan = fc.record({
  amountCents: fc.integer({ min: 1_000_00, max: 100_000_000_00 }),
  annualRate: fc.integer({ min: 0, max: 36_0000 }).map((units) => units / 1e4),
  months: fc.integer({ min: 1, max: LOAN_MAX_MONTHS }),
  method: fc.constantFrom(...REPAYMENT_METHODS),
})

test('interest sums equal an independent computation, and every plan pays back exactly the amount', () => {
  fc.assert(
    fc.property(anyLoan, (terms) => {
      const { instalments, totalInterest } = repaymentPlan(terms)
      expect(instalments).toHaveLength(terms.months)
      expect(instalments.reduce((sum, { principal }) => sum + principal, 0)).toBe(terms.amountCents)
      expect(instalments.every(({ principal, balance }) => principal >= 0 && balance >= 0)).toBe(true)
      expect(BigInt(totalInterest)).toBe(totalInterestByTrying(terms))
    }),
    { numRuns: 10_000 },
  )
})
