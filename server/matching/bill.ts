/** What a company's answers are worth. */
import type { Bill } from '../../src/lib/contract/policies/question.ts'
import { ONE, type Quantity, writeDecimal } from '../../src/lib/rules/eligibility/decimal.ts'
import type { Facts } from '../../src/lib/rules/eligibility/facts.ts'
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import { canBeHad } from '../../src/lib/rules/time/window-use.ts'
import { bestCombination, type Offer, worthByYear } from '../../src/lib/rules/worth/combination.ts'
import { compileRates } from '../../src/lib/rules/worth/compile.ts'
import { isOpen } from '../../src/lib/rules/worth/range.ts'
import { benefitOf, type KeptCatalogue } from '../catalogue/kept-catalogue.ts'
import { companyAt, judgeAll } from './judge.ts'

/** Of this year. What is closed is worth nothing any more and is left out. */
export function makeBill(catalogue: KeptCatalogue, facts: Facts, nowMs: number): Bill {
  const today = chinaDay(new Date(nowMs))
  const company = companyAt(facts, nowMs)
  const current = judgeAll(catalogue, company).filter(({ item }) => canBeHad(item.window, today))
  const met = current.filter(({ status }) => status === 'met').map(({ item }) => item)
  const rates = compileRates(catalogue.rates)
  const offers = met.map((item): Offer => {
    const benefit = benefitOf(item, rates)
    const worth = benefit && worthByYear(benefit, item.window, company)
    return { id: item.id, worth, excludes: item.excludes ?? [], rate: item.rate }
  })
  const total = bestCombination(offers)
  const excludedBy = new Map(total.excluded.map(({ id, by }) => [id, by]))
  return {
    count: total.taken.length,
    min: yuanOf(total.min),
    max: total.max && yuanOf(total.max),
    unit: '元',
    items: met.map(({ id, title }, place) => {
      const worth = offers[place]?.worth?.[0]
      return {
        id,
        title,
        min: worth ? yuanOf(worth.low) : null,
        max: worth && !isOpen(worth.high) ? yuanOf(worth.high) : null,
        excluded_by: excludedBy.get(id) ?? [],
      }
    }),
    unknown_count: current.filter(({ status }) => status === 'unknown').length,
    exact: total.exact,
  }
}

/** To the 分. */
function yuanOf({ n, d }: Quantity): string {
  return writeDecimal(((n * 100n) / d) * (ONE / 100n))
}
