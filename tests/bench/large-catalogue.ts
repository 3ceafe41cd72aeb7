/** A catalogue of the size of a province's: every item has a tree of conditions with their clauses. */

import type { Catalogue, CatalogueItem } from '../../src/lib/contract/policies/catalogue.ts'
import type { PlainCondition, Tree } from '../../src/lib/rules/eligibility/tree.ts'
import { NO_RATES } from '../../src/lib/rules/worth/formula.ts'

const REGIONS = ['000000', '440000', '440100', '310000']

export function largeCatalogue(count: number): Catalogue {
  const ids = Array.from({ length: count }, (_, index) => index + 1)
  return {
    built_at: '2026-11-20T08:00:00.000Z',
    news: [],
    policies: ids.map((id) => ({ id, title: `关于支持中小企业发展的第 ${id} 号通知`, region: regionOf(id) })),
    items: ids.map((id) => itemOf(count + id, id)),
    rates: NO_RATES,
    logos: [],
    providers: [],
    funds: [],
    loans: [],
  }
}

function itemOf(id: number, policy: number): CatalogueItem {
  return {
    id,
    policy,
    title: `第 ${policy} 号通知的中小企业发展专项资金`,
    region: regionOf(policy),
    region_name: '广东省广州市',
    window: { kind: 'rolling' },
    department: '工业和信息化局',
    support: '奖补',
    amount: { min: 10_000, max: 10_000 * (policy % 50) + 10_000, unit: '元' },
    eligibility: treeOf(policy),
    unmodelled: ['项目须经专家评审'],
  }
}

/** Eight conditions, two of them in a group of their own. */
function treeOf(id: number): Tree {
  return {
    all: [
      condition(id, 'region', 'within', regionOf(id)),
      condition(id, 'employees', 'lte', 100 + (id % 900)),
      condition(id, 'employees', 'gte', id % 10),
      condition(id, 'age_years', 'gte', id % 4),
      condition(id, 'ip_invention', 'gte', id % 5),
      condition(id, 'rd_ratio_3y', 'gte', (id % 5) + 1),
      {
        any: [condition(id, 'exporter', 'eq', true), condition(id, 'revenue', 'gte', `${(id % 90) + 10}万`)],
      },
    ],
  }
}

function condition(
  id: number,
  fact: PlainCondition['fact'],
  op: PlainCondition['op'],
  value: PlainCondition['value'],
): PlainCondition {
  return {
    fact,
    op,
    value,
    clause: { article: `第${(id % 30) + 1}条`, gist: `申报企业应当符合本办法对“${fact}”的要求（${id}）` },
  }
}

function regionOf(id: number): string {
  return REGIONS[id % REGIONS.length] ?? '000000'
}
