/** A catalogue with rules, for tests of matching. Originals have ids from 10, items from 20. */
import type { Catalogue, CatalogueItem } from '../../src/lib/contract/policies/catalogue.ts'
import type { Tree } from '../../src/lib/rules/eligibility/tree.ts'
import { CATALOGUE } from './portal.ts'

/** An open, nationwide grant of 1 to 3 万元. */
export function grant(id: number, eligibility: Tree, more: Partial<CatalogueItem> = {}): CatalogueItem {
  return {
    id,
    policy: null,
    title: `政策${id}`,
    region: '000000',
    window: { kind: 'rolling' },
    support: '奖补',
    amount: { min: 10_000, max: 30_000, unit: '元' },
    eligibility,
    ...more,
  }
}

export const SMALL: Tree = { fact: 'employees', op: 'lte', value: 300, clause: { article: '第五条' } }
/** Of the item 25. */
export const CATALOGUED: Tree = {
  all: [
    SMALL,
    { ask: '主营业务属于目录', key: '25.catalogue', help: '逐条对照', clause: { article: '第一条' } },
  ],
}
export const INVENTIVE: Tree = { fact: 'ip_invention', op: 'gte', value: 2 }

/** 21 for small ones, 22 for the inventive, 23 for exporters, 24 without a rule. */
export const RULED: Catalogue = {
  ...CATALOGUE,
  policies: [11, 12, 13, 14, 15].map((id) => ({ id, title: `原文${id}`, region: '000000' })),
  items: [
    grant(21, SMALL, { policy: 11, unmodelled: ['由主管部门判断'] }),
    grant(22, { all: [SMALL, INVENTIVE] }, { policy: 12, excludes: [21] }),
    grant(23, { fact: 'exporter', op: 'eq', value: true }, { policy: 13 }),
    { id: 24, policy: 14, title: '政策24', region: '000000', window: { kind: 'unknown' } },
  ],
}
