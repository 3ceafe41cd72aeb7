import { describe, expect, test } from 'vitest'
import type { AskKey } from '../eligibility/asks.ts'
import { readCompany } from '../eligibility/company.ts'
import { BATCH, NOW, ROLLING } from '../eligibility/testing/road.ts'
import { compileRates } from '../worth/compile.ts'
import { type Benefit, type Formula, grantBenefit, NO_RATES, type OwnNumber } from '../worth/formula.ts'
import { compileBenefit } from '../worth/worth.ts'
import { pricesOf } from './prices.ts'
import { pieceWords } from './staircase.ts'

const number = (key: AskKey, unit: OwnNumber['unit'], most = '1亿'): OwnNumber => ({
  key,
  unit,
  most,
  label: key,
})

const benefitOf = (is: Formula, own: OwnNumber[], more: Partial<Benefit> = {}) =>
  compileBenefit(
    { money: 'law', per: '年', main: own[0]?.key, own, steps: [{ name: '金额', is }], ...more } as Benefit,
    null,
    compileRates(NO_RATES),
  )

describe('by the piece', () => {
  const [months, taxes] = [number('7.months', '月', '12万'), number('7.taxes', '元')]
  const perMonth: Formula = { times: [{ own: '7.months' }, { span: ['500元/月', '650元/月'], why: '各省' }] }
  const hiring = benefitOf({ least: [perMonth, { own: '7.taxes' }] }, [months, taxes])
  const pieceOf = (benefit: typeof hiring, facts = {}) =>
    pricesOf([{ id: 7, excludes: [], grants: null, rate: null, window: ROLLING, benefit }]).piece(
      7,
      readCompany(facts, NOW),
    )

  test('a number that only limits it is named, and is no part of the sum', () => {
    const piece = pieceOf(hiring)
    expect(piece).toMatchObject({ count: 12, money: { min: 6_000, max: 7_800 }, within: ['7.taxes'] })
    const words = (steps: Parameters<typeof pieceWords>[1]) =>
      piece &&
      pieceWords(piece, steps, {
        policy: () => '',
        ask: () => undefined,
        number: (key) => (key === '7.taxes' ? '应缴的税费' : '在岗月数'),
      })
    expect(words([{ kind: 'hire', group: 'veteran' }])).toBe(
      '每招用 1 人做满 12 个月，每年多 6,000–7,800 元，以应缴的税费为限',
    )
    expect(words([])).toBe('在岗月数每 12 个月，每年多 6,000–7,800 元，以应缴的税费为限')
  })

  test('one that is given is a limit no more, and what is all given has no pieces', () => {
    expect(pieceOf(hiring, { '7.taxes': '50000' })).toMatchObject({ within: [] })
    expect(pieceOf(hiring, { '7.taxes': '7000' })).toMatchObject({ money: { min: 6_000, max: 7_000 } })
    expect(pieceOf(hiring, { '7.taxes': '50000', '7.months': '24' })).toBe(null)
  })

  test('what is added besides is left out', () => {
    const fees = benefitOf({ sum: [{ times: [{ own: '7.cases' }, '3400元/件'] }, { own: '7.fees' }] }, [
      number('7.cases', '件', '100'),
      number('7.fees', '元'),
    ])
    expect(pieceOf(fees)).toMatchObject({ count: 1, money: { min: 3_400, max: 3_400 }, within: [] })
  })

  test('what another number multiplies says nothing', () => {
    const interest = benefitOf(
      { times: [{ own: '7.amount' }, '0.05%', { over: [{ own: '7.days' }, '1天'] }] },
      [number('7.amount', '元'), number('7.days', '天', '1825')],
    )
    expect(pieceOf(interest)).toBe(null)
    expect(pieceOf(interest, { '7.days': '10' })).toMatchObject({
      count: 10_000,
      money: { min: 50, max: 50 },
    })
  })

  test('a year is no quantity', () => {
    const since = benefitOf({ times: [{ own: '7.since' }, '5元/年'] }, [number('7.since', '年', '2100')])
    expect(pieceOf(since)).toBe(null)
  })
})

describe('takings', () => {
  const half = compileBenefit(
    {
      money: 'law',
      per: '年',
      own: [number('8.part', '元')],
      steps: [{ name: '金额', is: { sum: ['2万元', { least: [{ own: '8.part' }, '8万元'] }] } }],
    } as Benefit,
    null,
    compileRates(NO_RATES),
  )
  const all = benefitOf({ own: '9.all' }, [number('9.all', '元')])
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

  test('what hangs on a missing number is not in them, what rests on one in part is loose', () => {
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
    // Of a batch that is over for this year nothing is taken before the next one.
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
    // What the law leaves open between two sums is known as well as it can be.
    expect(takings([10]).loose).toEqual([])
  })

  test('what an authority has still to choose is in none of them, and has no pieces', () => {
    const own = [number('11.hired', '人')]
    const chosen = benefitOf({ times: [{ own: '11.hired' }, '5000元/人'] }, own, { money: 'contested' })
    const { takings: of, piece } = pricesOf([
      { id: 11, excludes: [], grants: null, rate: null, window: ROLLING, benefit: chosen },
    ])
    const nothing = { min: 0, max: 0 }
    expect(of([11], readCompany({ '11.hired': '3' }, NOW))).toEqual({
      ...{ year: nothing, once: nothing, loose: [], unfilled: [] },
    })
    expect(of([11], readCompany({}, NOW)).unfilled).toEqual([])
    expect(piece(11, readCompany({}, NOW))).toBe(null)
  })
})
