import { describe, expect, test } from 'vitest'
import type { AskKey } from '../eligibility/asks.ts'
import { readCompany } from '../eligibility/company.ts'
import { BATCH, NOW, ROLLING } from '../eligibility/testing/road.ts'
import { compileRates } from '../worth/compile.ts'
import { type Benefit, type Formula, grantBenefit, NO_RATES, type OwnNumber } from '../worth/formula.ts'
import { compileBenefit } from '../worth/worth.ts'
import { pricesOf } from './prices.ts'

const yuan = (key: AskKey): OwnNumber => ({ key, unit: '元', most: '1亿', label: key })

const benefitOf = (is: Formula, own: OwnNumber[], main?: AskKey) =>
  compileBenefit(
    { money: 'law', per: '年', main, own, steps: [{ name: '金额', is }] } as Benefit,
    null,
    compileRates(NO_RATES),
  )

describe('takings', () => {
  const half = benefitOf({ sum: ['2万元', { least: [{ own: '8.part' }, '8万元'] }] }, [yuan('8.part')])
  const all = benefitOf({ own: '9.all' }, [yuan('9.all')], '9.all')
  const grant = compileBenefit(
    { ...grantBenefit(10_000, 30_000), money: 'law' },
    null,
    compileRates(NO_RATES),
  )
  const prices = pricesOf(
    [half, all, grant].map((benefit, place) => ({
      id: 8 + place,
      excludes: [],
      grants: null,
      rate: null,
      window: ROLLING,
      benefit,
    })),
  )
  const takings = (met: number[], facts = {}) => prices.takings(met, readCompany(facts, NOW))

  test('excludes what depends on a missing number; what depends on it in part is loose', () => {
    expect(takings([8, 9, 10])).toEqual({
      year: { min: 20_000, max: 100_000 },
      once: { min: 10_000, max: 30_000 },
      loose: [{ id: 8, min: 20_000, max: 100_000 }],
      unfilled: [9],
    })
    expect(takings([8, 9], { '8.part': '50000', '9.all': '1000' })).toMatchObject({
      year: { min: 71_000, max: 71_000 },
      loose: [],
      unfilled: [],
    })
    // After this year's batch nothing is counted before the next one.
    const [once, in2027] = [NOW, '2027-01-01'].map((day) =>
      pricesOf([{ id: 10, excludes: [], grants: null, rate: null, window: BATCH, benefit: grant }]).takings(
        [10],
        readCompany({}, day),
      ),
    )
    expect([once?.once, in2027?.once]).toEqual([
      { min: 0, max: 0 },
      { min: 10_000, max: 30_000 },
    ])
    // A span of the law is as exact as possible.
    expect(takings([10]).loose).toEqual([])
  })

  test('contested money is in none of them', () => {
    const benefit = compileBenefit(
      { ...grantBenefit(10_000, 30_000), money: 'contested' },
      null,
      compileRates(NO_RATES),
    )
    const { takings: of } = pricesOf([
      { id: 11, excludes: [], grants: null, rate: null, window: ROLLING, benefit },
    ])
    const nothing = { min: 0, max: 0 }
    expect(of([11], readCompany({}, NOW))).toEqual({ year: nothing, once: nothing, loose: [], unfilled: [] })
  })
})
