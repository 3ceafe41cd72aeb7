import { afterEach, expect, test, vi } from 'vitest'
import { rulesOf } from '../../contract/policies/testing/rules-of.ts'

const RULES = rulesOf([
  {
    id: 1,
    eligibility: { fact: 'employees', op: 'lte', value: 10 },
    benefit: { money: 'law', per: '年', steps: [{ name: '补贴', is: '50元' }] },
  },
  { id: 4 },
])
const [POLICY] = RULES.policies

afterEach(() => vi.unstubAllGlobals())

async function load(text: string) {
  vi.stubGlobal('fetch', async () => new Response(text, { headers: { 'content-type': 'application/json' } }))
  vi.resetModules()
  const { $rules, loadRules } = await import('./rules.ts')
  await loadRules()
  return $rules.get()
}

test('every policy is included with its index', async () => {
  const rules = await load(JSON.stringify(RULES))
  if (rules.status !== 'ready') throw new Error(rules.status)
  expect(rules).toMatchObject({ version: 'v1' })
  expect(rules.rows).toMatchObject([
    { id: 1, place: 0, benefit: { money: 'law' } },
    { id: 4, place: 1, rule: { program: null }, benefit: null },
  ])
})

test.each([
  ['that is cut off', JSON.stringify(RULES).slice(0, -20)],
  ['that is a page', '<!doctype html>'],
  ['of the version before', JSON.stringify({ ...RULES, policies: [[1, 0, '000000', 'rolling']] })],
  ['with a tree that is none', JSON.stringify({ ...RULES, policies: [{ ...POLICY, eligibility: 7 }] })],
  [
    'with a condition that means nothing',
    JSON.stringify({
      ...RULES,
      policies: [{ ...POLICY, eligibility: { fact: 'region', op: 'gte', value: '440100' } }],
    }),
  ],
  [
    'with a formula that means nothing',
    JSON.stringify({
      ...RULES,
      policies: [{ ...POLICY, benefit: { money: 'law', per: '年', steps: [{ name: '补贴', is: '50吨' }] } }],
    }),
  ],
  ['with rates that mean nothing', JSON.stringify({ ...RULES, rates: {} })],
])('a file %s is refused', async (_, text) => {
  expect((await load(text)).status).toBe('failed')
})
