import { afterEach, expect, test, vi } from 'vitest'
import { type BuiltRules, ruleLines } from '../../contract/policies/rule-files.ts'
import { ROWS_PER_SLICE } from './judge-rows.ts'

const CONDITIONS = Array.from({ length: ROWS_PER_SLICE * 2 }, (_, place) => ({
  fact: 'employees' as const,
  op: 'lte' as const,
  value: place,
}))
const RULES: BuiltRules = {
  built_at: '2026-11-23T00:00:00.000Z',
  version: 'v1',
  conditions: CONDITIONS,
  rows: CONDITIONS.map((_, place) => [place + 1, place, '000000', 'rolling', null, [], null, 0, null]),
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

test.each([
  ['that is cut off', ruleLines(RULES).slice(0, -20)],
  ['with a condition that is none', ruleLines({ ...RULES, conditions: [{} as never] })],
  ['whose row names a condition that is not there', ruleLines({ ...RULES, conditions: [] })],
  ['that is a page', '<!doctype html>'],
])('a file %s is refused', async (_, text) => {
  expect((await load(text)).status).toBe('failed')
})
