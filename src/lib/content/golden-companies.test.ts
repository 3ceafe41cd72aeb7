/** Companies of which the verdict is known, for the interpretations whose conditions are modelled. */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { evaluate } from '../rules/eligibility/evaluate.ts'
import type { Facts } from '../rules/eligibility/facts.ts'
import type { Status } from '../rules/eligibility/verdict.ts'
import { readCollection } from './library.ts'

const CONTENT = fileURLToPath(new URL('../../content', import.meta.url))
const TODAY = '2026-11-21'

const { entries } = await readCollection(CONTENT, 'interpretations')

/** 财政部 税务总局公告2023年第12号, fifth part. */
const SMALL: Facts = { kind: 'enterprise', taxable_income: '2000000', employees: 40, assets: '12000000' }

const CASES: [string, number, Facts, Status][] = [
  ['小型微利企业', 1, SMALL, 'met'],
  ['三项都正好到上限', 1, { ...SMALL, taxable_income: '3000000', employees: 300, assets: '50000000' }, 'met'],
  ['所得超过一分', 1, { ...SMALL, taxable_income: '3000000.01' }, 'unmet'],
  ['人数超过一人', 1, { ...SMALL, employees: 301 }, 'unmet'],
  ['资产超过一分', 1, { ...SMALL, assets: '50000000.01' }, 'unmet'],
  ['个体工商户', 1, { ...SMALL, kind: 'individual' }, 'unmet'],
  ['资产不清楚', 1, { ...SMALL, assets: null }, 'unknown'],
]

test.each(CASES)('%s（解读 %i）', (_, id, facts, status) => {
  const data = entries.find((entry) => entry.data.id === id)?.data
  expect(data?.eligibility).toBeDefined()
  if (!data?.eligibility) return
  const { eligibility, unmodelled } = data
  expect(evaluate({ eligibility, unmodelled }, facts, TODAY).status).toBe(status)
})

test('every interpretation with a tree has its companies', () => {
  const modelled = entries.filter(({ data }) => data.eligibility).map(({ data }) => data.id)
  expect(new Set(CASES.map(([, id]) => id))).toEqual(new Set(modelled))
})
