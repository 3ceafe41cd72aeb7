/** The road through the real policies. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readJudgedCompanies } from '../../content/check/golden-files.ts'
import { readCollection } from '../../content/check/library.ts'
import { checkRoad, companies } from '../../content/check/testing/check-road.ts'
import { windowOf } from '../../content/schema/documents.ts'
import { evaluate } from '../eligibility/evaluate.ts'
import type { Facts } from '../eligibility/facts.ts'
import { GRANTED_BY, NOW, plan, policy } from '../eligibility/testing/road.ts'
import { canBeHad } from '../time/window-use.ts'

const CONTENT = 'src/content'
const { entries } = await readCollection(CONTENT, 'interpretations')
const SHIPPED = entries.map(({ data }) =>
  policy(data.id, data.eligibility ?? null, windowOf(data.window), data.grants ?? null),
)

test('the interpretations of the ladder name the certificate that they grant', () => {
  const granted = SHIPPED.flatMap(({ id, grants }) => (grants ? [[id, grants]] : []))
  expect(Object.fromEntries(granted)).toEqual(GRANTED_BY)
})

test('every path is confirmed by the rules on its day: real policies and random companies', () => {
  let paths = 0
  fc.assert(
    fc.property(companies, (facts) => {
      paths += checkRoad(SHIPPED, facts)
    }),
    { numRuns: 150, seed: 21 },
  )
  expect(paths).toBeGreaterThan(300)
})

test('a restaurant of 8 people without research gets no advice for a certificate of research', () => {
  const facts: Facts = {
    kind: 'company',
    region: '510100',
    industry: 'H6210',
    employees: 8,
    revenue: '1800000',
    taxable_income: '200000',
    taxpayer: 'small',
    rd_expense: '0',
    certificates: [],
  }
  const { moves, rungs } = plan(SHIPPED, facts)
  expect(moves).toEqual([])
  expect(new Set(rungs.map(({ state }) => state))).toEqual(new Set(['out']))
  const { goals } = plan(SHIPPED, { ...facts, industry: 'C3411' })
  const tech = goals.find(({ id }) => id === 15)
  expect(tech?.steps.filter(({ kind }) => kind === 'certificate') ?? []).toEqual([])
})

describe('the companies that were judged by hand', async () => {
  for (const { name, facts } of await readJudgedCompanies(`${CONTENT}/companies.golden.yaml`)) {
    test(name, () => {
      checkRoad(SHIPPED, facts)
      const { met } = plan(SHIPPED, facts).today
      const today = SHIPPED.filter(
        ({ id, window }) =>
          canBeHad(window, NOW) &&
          evaluate(
            {
              eligibility: entries.find(({ data }) => data.id === id)?.data.eligibility ?? null,
              unmodelled: [],
            },
            facts,
            NOW,
          ).status === 'met',
      ).map(({ id }) => id)
      expect(today).toEqual(expect.arrayContaining([...met]))
    })
  }
})
