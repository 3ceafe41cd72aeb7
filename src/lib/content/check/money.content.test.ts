/** 今年可得 with unpromised money, for the library's policies, conditions and exclusions. */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readCompany } from '../../rules/eligibility/company.ts'
import { evaluate } from '../../rules/eligibility/evaluate.ts'
import { partsByYear } from '../../rules/worth/combination.ts'
import { compileRates } from '../../rules/worth/compile.ts'
import { type Candidate, totalOf } from '../../rules/worth/total.ts'
import { compileBenefit, isUnfilled, worthOf } from '../../rules/worth/worth.ts'
import { rateOf, readExclusions, rivalsOf } from '../exclusions.ts'
import { readRates } from '../rates.ts'
import { GOLDEN_DAY, readWrittenFacts } from './golden-company.ts'
import { readCollection } from './library.ts'

const CONTENT = fileURLToPath(new URL('../../../content', import.meta.url))
const { entries } = await readCollection(CONTENT, 'interpretations')
const { exclusions } = await readExclusions(CONTENT)
const rates = compileRates((await readRates(CONTENT)).rates)

const CLEAN = { abnormal: false, violations: false }

/** 元. */
function totalFor(written: Record<string, unknown>) {
  const { facts, problems } = readWrittenFacts({ ...CLEAN, ...written })
  expect(problems).toEqual([])
  const company = readCompany(facts, GOLDEN_DAY)
  const candidates = entries.flatMap(({ data }): Candidate[] => {
    const { id, eligibility, unmodelled, benefit, grants = null } = data
    if (!eligibility || evaluate({ eligibility, unmodelled }, facts, GOLDEN_DAY).status !== 'met') return []
    const compiled = benefit && compileBenefit(benefit, eligibility, rates)
    const excludes = rivalsOf(exclusions, id).map((rival) => rival.id)
    return [
      {
        ...{ id, excludes, rate: rateOf(exclusions, id), grants, money: benefit?.money ?? null },
        // Independent of batches: in a year with applications.
        parts: compiled ? partsByYear(compiled, { kind: 'rolling' }, company) : null,
        isUnfilled: compiled !== undefined && isUnfilled(worthOf(compiled, company)),
      },
    ]
  })
  const { min, max, contested, excluded, unpriced } = totalOf(candidates, facts)
  const worthOfOne = (id: number) => {
    const { low, high } = candidates.find((each) => each.id === id)?.parts?.[0]?.alone ?? {}
    return low && high && [Number(low.n / low.d), Number(high.n / high.d)]
  }
  return {
    sum: [Number(min.n / min.d), max && Number(max.n / max.d)],
    contested: contested.map((id) => [id, worthOfOne(id)]),
    left: excluded.map(({ id }) => id),
    unpriced,
  }
}

test('one renewal project in Hefei: nothing is promised, and at most one of three is available', () => {
  const { sum, contested, left } = totalFor({
    ...{ kind: 'company', region: '340100', industry: 'C3670' },
    ...{ '70.guide': true, '70.invested': true, '71.loan': true, '76.basic': true, '76.task': true },
    ...{ '70.equipment': '5000万', '71.interest': '1000万', '71.paid': '1000万', '76.equipment': '5000万' },
  })
  // 70: 5000万 × 8% = 400万; 71: 1000万 × 40% = 400万; 76: 5000万 × 20%, at most 500万.
  expect(sum).toEqual([0, 0])
  expect(contested).toEqual([[76, [0, 5_000_000]]])
  expect(left).toEqual([70, 71])
})

test("a factory of Hongshan that has grown: the district's optional payments are in no sum", () => {
  const { sum, contested } = totalFor({
    ...{ kind: 'company', region: '420111', industry: 'C3411', '105.scale': true, '105.title': false },
    ...{ certificates: [] },
  })
  expect(sum).toEqual([0, 0])
  expect(contested).toEqual([[105, [200_000, 200_000]]])
})

test("the credit of a foreign shareholder and a debtor's interest are in no sum and beside none", () => {
  const { sum, contested, unpriced } = totalFor({
    ...{ kind: 'company', region: '310115', industry: 'C3411', employees: 60, revenue: '3000万' },
    ...{ '50.foreign': true, '50.catalogue': true, '50.hold': true, '50.direct': true },
    ...{ '50.treaty': false, '50.invest': '1亿' },
    ...{ '8.owed': true, '8.amount': '1000万', '8.days': '1095' },
  })
  expect(sum).toEqual([0, 0])
  expect(contested).toEqual([])
  expect(unpriced).toEqual(expect.arrayContaining([8, 50]))
})
