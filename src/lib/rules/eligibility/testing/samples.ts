/** Arbitraries: conditions of every kind, and less complete versions of a company. */
import type { Facts } from '../facts.ts'
import type { Condition } from '../tree.ts'

export const CONDITIONS: Condition[] = [
  { fact: 'kind', op: 'eq', value: 'company' },
  { fact: 'region', op: 'within', value: ['440106', '110000'] },
  { fact: 'region', op: 'not_within', value: '440100' },
  { fact: 'industry', op: 'within', value: ['C39', 'G591'] },
  { fact: 'industry', op: 'not_within', value: ['F', 'J'] },
  { fact: 'age_years', op: 'gte', value: 1 },
  { fact: 'age_years', op: 'gt', value: 3 },
  { fact: 'age_years', op: 'lt', value: 5 },
  { fact: 'age_years', op: 'between', value: [2, 6] },
  { fact: 'founded_on', op: 'lte', value: '2022-06-30' },
  { fact: 'employees', op: 'between', value: [3, 8] },
  { fact: 'employees', op: 'gte', by: 'revenue', tiers: [{ below: '800万', value: 2 }, { value: 6 }] },
  { fact: 'rd_ratio', op: 'gte', by: 'revenue', tiers: [{ up_to: '500万', value: 5 }, { value: 30 }] },
  { fact: 'rd_ratio_3y', op: 'gt', value: 20 },
  { fact: 'revenue_growth', op: 'gte', value: 10 },
  { fact: 'rd_staff_ratio', op: 'gte', value: 10 },
  { fact: 'ip_total', op: 'ne', value: 4 },
  { fact: 'dismissal_ratio', op: 'lte', by: 'insured', tiers: [{ up_to: 6, value: 20 }, { value: 5.5 }] },
  { fact: 'size', op: 'in', value: ['micro', 'small'] },
  { fact: 'size', op: 'ne', value: 'micro' },
  { fact: 'certificates', op: 'in', value: ['high_tech', 'specialised'] },
  { fact: 'tax_credit', op: 'not_in', value: ['C', 'D'] },
  { fact: 'violations', op: 'eq', value: false },
  { ask: '主营业务属于目录', key: '17.catalogue' },
  { ask: '收入占60%以上', key: '17.share', help: '按收入总额算' },
]

const PARENTS: Record<string, string[]> = {
  '440106': ['440000', '440100'],
  C3911: ['C', 'C39'],
  F5111: ['F', 'F51'],
  K7010: ['K', 'K70'],
  G5910: ['G', 'G59', 'G591'],
}

export type Fate = 'kept' | 'left out' | 'unsure' | 'coarse'

export function forget(after: Facts, fates: readonly Fate[]): Facts {
  const entries = Object.entries(after).flatMap(([key, value], index) => {
    const fate = fates[index]
    if (fate === 'left out') return []
    if (fate === 'unsure') return [[key, null]]
    return [[key, fate === 'coarse' ? (PARENTS[String(value)]?.[index % 2] ?? value) : value]]
  })
  return Object.fromEntries(entries)
}
