import { afterEach, expect, test, vi } from 'vitest'
import { type BuiltRules, ruleLines } from '../../contract/policies/rule-files.ts'
import { NO_RATES } from '../../rules/worth/formula.ts'
import { ROWS_PER_SLICE } from './judge-rows.ts'

const CONDITIONS = Array.from({ length: ROWS_PER_SLICE * 2 }, (_, place) => ({
  fact: 'employees' as const,
  op: 'lte' as const,
  value: place,
}))
const RULES: BuiltRules = {
  built_at: '2026-11-23T00:00:00.000Z',
  version: 'v1',
  rates: NO_RATES,
  usual: [],
  originals: {},
  conditions: CONDITIONS,
  formulas: [
    {
      money: 'law',
      per: '年',
      own: [{ key: '0.months', unit: '月', most: 12 }],
      steps: [{ times: [{ own: '0.months' }, '50元/月'] }],
    },
  ],
  rows: CONDITIONS.map((_, place) => {
    return [place + 1, place, '000000', 'rolling', null, [], null, 0, null, 0, 'high_tech']
  }),
}

afterEach(() => vi.unstubAllGlobals())

async function load(text: string) {
  vi.stubGlobal('fetch', async () => new Response(text))
  vi.resetModules()
  const { $rules, loadRules } = await import('./rules.ts')
  await loadRules()
  return $rules.get()
}

test('every line of conditions and rows comes in, with its place', async () => {
  const rules = await load(ruleLines(RULES))
  if (rules.status !== 'ready') throw new Error(rules.status)
  expect(rules).toMatchObject({ version: 'v1', conditions: CONDITIONS })
  expect(rules.rows.map(({ id, place }) => [id, place])).toEqual(RULES.rows.map(([id], place) => [id, place]))
  expect(rules.lines.map((line) => JSON.parse(line))).toEqual(RULES.rows)
})

test('policies with the same formula have questions of their own', async () => {
  const rules = await load(ruleLines(RULES))
  if (rules.status !== 'ready') throw new Error(rules.status)
  const { readCompany } = await import('../../rules/eligibility/company.ts')
  const { worthOf } = await import('../../rules/worth/worth.ts')
  const company = readCompany({ '1.months': '3' }, '2026-11-23')
  const worths = rules.rows.slice(0, 2).map(({ benefit }) => benefit && worthOf(benefit, company))
  expect(worths).toMatchObject([
    { min: { n: 150n, d: 1n }, isRange: false, missing: [] },
    { min: { n: 0n }, max: { n: 600n, d: 1n }, missing: ['2.months'] },
  ])
})

test.each([
  ['that is cut off', ruleLines(RULES).slice(0, -20)],
  ['with a condition that is none', ruleLines({ ...RULES, conditions: [{} as never] })],
  ['whose row names a condition that is not there', ruleLines({ ...RULES, conditions: [] })],
  ['whose row names a formula that is not there', ruleLines({ ...RULES, formulas: [] })],
  [
    'with a formula that means nothing',
    ruleLines({ ...RULES, formulas: [{ money: 'law', per: '年', steps: ['50吨'] }] }),
  ],
  ['that is a page', '<!doctype html>'],
])('a file %s is refused', async (_, text) => {
  expect((await load(text)).status).toBe('failed')
})
