import type { Bill } from '../../src/lib/contract/policies/question.ts'
import type { Company } from '../../src/lib/rules/eligibility/company.ts'
import { ONE, type Quantity, writeDecimal } from '../../src/lib/rules/eligibility/decimal.ts'
import type { Facts } from '../../src/lib/rules/eligibility/facts.ts'
import { isBatchOver } from '../../src/lib/rules/time/application-window.ts'
import { canBeHad } from '../../src/lib/rules/time/window-use.ts'
import { isOpen, type Range } from '../../src/lib/rules/worth/range.ts'
import {
  type Candidate,
  candidateOf,
  certified,
  gainBetween,
  type Total,
  totalOf,
} from '../../src/lib/rules/worth/total.ts'
import type { Part } from '../../src/lib/rules/worth/worth.ts'
import type { KeptCatalogue, KeptItem } from '../catalogue/kept-catalogue.ts'
import { companyAt, judgeAll } from './judge.ts'

/** For this year, without closed items. */
export function makeBill(catalogue: KeptCatalogue, facts: Facts, nowMs: number): Bill {
  const company = companyAt(facts, nowMs)
  const current = judgeAll(catalogue, company).filter(({ item }) => canBeHad(item.window, company.today))
  const met = current.flatMap(({ item, status }) => (status === 'met' ? [item] : []))
  const candidates = met.map((item) => candidateOf(item, company))
  const total = totalOf(candidates, company.facts)
  const gains = gainsOf(met, total, company)
  const excludedBy = new Map(total.excluded.map(({ id, by }) => [id, by]))
  const [unfilled, uncertified] = [new Set(total.unfilled), new Set(total.uncertified)]
  const contested = new Set(total.contested)
  const standing = ({ id, window, benefit }: KeptItem): Bill['items'][number]['standing'] => {
    if (unfilled.has(id)) return 'unfilled'
    if (uncertified.has(id)) return 'uncertified'
    if (excludedBy.has(id)) return 'excluded'
    const isPriced = benefit && benefit.money !== 'others'
    if (isPriced && isBatchOver(window, company.today)) return 'next_year'
    return contested.has(id) ? 'contested' : 'taken'
  }
  return {
    count: total.taken.length,
    min: yuanOf(total.min),
    max: total.max && yuanOf(total.max),
    unit: '元',
    items: met.map((item, place) => {
      const { id, title } = item
      const stands = standing(item)
      const [now, next] = partsOf(candidates[place])
      const worth = stands === 'uncertified' ? gains.get(id) : (stands === 'next_year' ? next : now)?.alone
      return { id, title, standing: stands, ...endsOf(worth), excluded_by: excludedBy.get(id) ?? [] }
    }),
    unknown_count: current.filter(({ status }) => status === 'unknown').length,
    taxes_together: total.together.map(({ name, sum: { low, high } }) => ({
      name,
      min: yuanOf(low),
      max: isOpen(high) ? null : yuanOf(high),
    })),
    exact: true,
  }
}

function gainsOf(met: readonly KeptItem[], total: Total, company: Company): Map<number, Range> {
  if (total.uncertified.length === 0) return new Map()
  const totalFor = (then: Company) =>
    totalOf(
      met.map((item) => candidateOf(item, then)),
      then.facts,
    )
  const before = totalFor(certified(company))
  const gains = met.flatMap(({ id, grants }) => {
    if (!grants || !total.uncertified.includes(id)) return []
    const after = totalFor(certified(company, grants))
    return after.unfilled.includes(id) ? [] : [[id, gainBetween(before, after)] as const]
  })
  return new Map(gains)
}

function partsOf(candidate: Candidate | undefined): readonly Part[] {
  return candidate?.money === 'others' ? [] : (candidate?.parts ?? [])
}

function endsOf(worth: Range | undefined): Pick<Bill['items'][number], 'min' | 'max'> {
  if (!worth) return { min: null, max: null }
  return { min: yuanOf(worth.low), max: isOpen(worth.high) ? null : yuanOf(worth.high) }
}

function yuanOf({ n, d }: Quantity): string {
  return writeDecimal(((n * 100n) / d) * (ONE / 100n))
}
