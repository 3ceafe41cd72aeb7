/** What a company's answers are worth. */
import type { Bill } from '../../src/lib/contract/policies/question.ts'
import type { Facts } from '../../src/lib/rules/eligibility/facts.ts'
import { type Offer, totalSupport } from '../../src/lib/rules/eligibility/support.ts'
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import { canBeHad } from '../../src/lib/rules/time/window-use.ts'
import type { KeptCatalogue, KeptItem } from '../catalogue/kept-catalogue.ts'
import { companyAt, judgeAll } from './judge.ts'

/** What is closed is worth nothing any more and is left out. */
export function makeBill(catalogue: KeptCatalogue, facts: Facts, nowMs: number): Bill {
  const today = chinaDay(new Date(nowMs))
  const current = judgeAll(catalogue, companyAt(facts, nowMs)).filter(({ item }) =>
    canBeHad(item.window, today),
  )
  const met = current.filter(({ status }) => status === 'met').map(({ item }) => item)
  const total = totalSupport(met.map(toOffer))
  const excludedBy = new Map(total.excluded.map(({ id, by }) => [id, by]))
  return {
    count: total.taken.length,
    min: total.min,
    max: total.max,
    unit: '元',
    items: met.map((item) => {
      const { amount } = toOffer(item)
      const excluded_by = excludedBy.get(item.id) ?? []
      return {
        id: item.id,
        title: item.title,
        min: amount?.min ?? null,
        max: amount?.max ?? null,
        excluded_by,
      }
    }),
    unknown_count: current.filter(({ status }) => status === 'unknown').length,
    exact: total.exact,
  }
}

/** Only a grant is worth its figure. One without a lower end (最高 50 万元) may turn out to be next to nothing. */
function toOffer({ id, support, amount, excludes = [], rate }: KeptItem) {
  const isGrant = support === '奖补' && amount?.unit === '元'
  const worth = isGrant ? { min: String(amount.min ?? 0), max: String(amount.max) } : null
  return { id, amount: worth, excludes, rate } satisfies Offer
}
