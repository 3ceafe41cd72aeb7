import { describe, expect, test } from 'vitest'
import type { CatalogueItem } from '../../src/lib/contract/policies/catalogue.ts'
import type { Facts } from '../../src/lib/rules/eligibility/facts.ts'
import { grantBenefit } from '../../src/lib/rules/worth/formula.ts'
import { keepCatalogue } from '../testing/kept-catalogue.ts'
import { grant, RULED, SMALL } from '../testing/rules.ts'
import { makeBill } from './bill.ts'

const nowMs = Date.parse('2026-11-21T10:00:00+08:00')
const sure = (id: number, min: number, max: number, more: Partial<CatalogueItem> = {}) =>
  grant(id, SMALL, { benefit: { ...grantBenefit(min, max), money: 'law' }, ...more })
const bill = (...items: CatalogueItem[]) =>
  makeBill(keepCatalogue({ ...RULED, items }), { employees: 12 }, nowMs)

test('without answers it is empty and everything is open', () => {
  expect(makeBill(keepCatalogue(RULED), {}, nowMs)).toEqual({
    count: 0,
    min: '0',
    max: '0',
    unit: '元',
    items: [],
    unknown_count: 4,
    taxes_together: [],
    exact: true,
  })
})

test('what is closed is worth nothing, met or not; the closing day itself still counts', () => {
  const until = (closes: string) => ({ window: { kind: 'dated', opens: null, closes } }) as const
  const closed = grant(1, SMALL, until('2026-11-20'))
  const closing = grant(2, SMALL, until('2026-11-21'))
  expect(bill(closed, closing).items.map(({ id }) => id)).toEqual([2])
  expect(bill({ ...grant(3, SMALL, until('2026-11-20')), eligibility: undefined }).unknown_count).toBe(0)
})

test('after the batch of this year it is worth something next year only', () => {
  const batch = (id: number, months: [number, number]) =>
    sure(id, 10_000, 30_000, { window: { kind: 'batches', months } })
  expect(bill(batch(1, [4, 5]), batch(2, [10, 11]))).toMatchObject({
    ...{ count: 2, min: '10000', max: '30000' },
    items: [
      { id: 1, standing: 'next_year', min: '10000', max: '30000' },
      { id: 2, standing: 'taken', min: '10000', max: '30000' },
    ],
  })
})

test('a loan, a rate and a tax-free sum count as policies, not as money', () => {
  const items = [
    grant(1, SMALL, { support: '贷款', amount: { max: 5_000_000, unit: '元' } }),
    grant(2, SMALL, { support: '奖补', amount: { max: 15, unit: '%' } }),
    grant(3, SMALL, { support: '减免', amount: { max: 5_000_000, unit: '元' } }),
    grant(4, SMALL, { amount: undefined }),
  ]
  const { count, min, max, items: listed } = bill(...items)
  expect({ count, min, max }).toEqual({ count: 4, min: '0', max: '0' })
  expect(listed[0]).toEqual({
    ...{ id: 1, title: '政策1', standing: 'taken' },
    ...{ min: null, max: null, excluded_by: [] },
  })
})

test('what an authority has still to choose is in no sum; of rivals only the largest stands beside it', () => {
  const upTo = (id: number, max: number, excludes: number[] = []) =>
    grant(id, SMALL, { excludes, amount: { lead: '最高', max, unit: '元' } })
  expect(bill(upTo(1, 400, [2]), upTo(2, 500), sure(3, 10, 20))).toMatchObject({
    count: 1,
    min: '10',
    max: '20',
    items: [
      { id: 1, standing: 'excluded', excluded_by: [2] },
      { id: 2, standing: 'contested', min: '0', max: '500', excluded_by: [] },
      { id: 3, standing: 'taken' },
    ],
  })
})

test('of somebody else there is no sum at all', () => {
  const owed = grant(1, SMALL, { benefit: { ...grantBenefit(5, 9), money: 'others' } })
  expect(bill(owed)).toMatchObject({
    ...{ count: 1, min: '0', max: '0' },
    items: [{ id: 1, standing: 'taken', min: null, max: null }],
  })
})

test('of two without a sum the one with less tax is taken', () => {
  const rated = (id: number, rate: number) => grant(id, SMALL, { support: '减免', rate, excludes: [1, 2] })
  expect(bill(rated(1, 15), rated(2, 5)).items).toMatchObject([
    { id: 1, excluded_by: [2] },
    { id: 2, excluded_by: [] },
  ])
})

test('of two that exclude each other the larger is taken, whichever side says so', () => {
  const small = sure(1, 10_000, 30_000, { excludes: [2] })
  const large = sure(2, 20_000, 90_000)
  expect(bill(small, large)).toMatchObject({
    count: 1,
    min: '20000',
    max: '90000',
    items: [
      { id: 1, excluded_by: [2] },
      { id: 2, excluded_by: [] },
    ],
  })
})

describe('what a formula says', () => {
  const priced = (id: number, share: string, more: Partial<CatalogueItem> = {}) =>
    grant(id, SMALL, {
      ...{ support: '减免', amount: { max: 15, unit: '%' } },
      benefit: {
        money: 'law',
        per: '年',
        steps: [
          {
            name: '少缴的税',
            is: { times: [{ fact: 'taxable_income' }, { less: [{ rate: '税率' }, share] }] },
          },
        ],
      },
      ...more,
    })
  const rates = {
    rates: [{ name: '税率', values: [{ from: '2008-01-01', value: '25%', source: { name: '税法' } }] }],
    formulas: [],
  }
  const billOf = (facts: Facts, ...items: CatalogueItem[]) =>
    makeBill(keepCatalogue({ ...RULED, rates, items }), { employees: 12, ...facts }, nowMs)

  test('is in the bill, and decides between two that exclude each other', () => {
    const bill = billOf(
      { taxable_income: '2000000' },
      priced(1, '15%', { excludes: [2] }),
      priced(2, '5%'),
      sure(3, 10_000, 30_000),
    )
    expect(bill).toMatchObject({
      count: 2,
      min: '410000',
      max: '430000',
      items: [
        { id: 1, min: '200000', max: '200000', excluded_by: [2] },
        { id: 2, min: '400000', max: '400000', excluded_by: [] },
        { id: 3, min: '10000', max: '30000', excluded_by: [] },
      ],
    })
  })

  test('goes before the figure of a grant', () => {
    expect(
      billOf({ taxable_income: '100' }, priced(1, '5%', { support: '奖补', amount: { max: 9, unit: '元' } })),
    ).toMatchObject({ max: '20' })
  })

  test('does not count while a number is missing on which all of it rests, and gives way to nothing', () => {
    const bill = billOf({}, priced(1, '5%', { excludes: [3] }), sure(3, 10_000, 30_000))
    expect(bill).toMatchObject({
      count: 1,
      min: '10000',
      max: '30000',
      items: [
        { id: 1, standing: 'unfilled', min: '0', max: null, excluded_by: [] },
        { id: 3, standing: 'taken', excluded_by: [] },
      ],
    })
  })

  test('is not had before the certificate is: it says what that would add', () => {
    const items = [
      priced(1, '15%', { support: '资质', grants: 'high_tech' }),
      priced(2, '20%', { excludes: [1] }),
    ]
    const facts: Facts = { taxable_income: '2000000' }
    expect(billOf({ ...facts, certificates: [] }, ...items)).toMatchObject({
      max: '100000',
      items: [
        { id: 1, standing: 'uncertified', min: '100000', max: '100000', excluded_by: [] },
        { id: 2, standing: 'taken' },
      ],
    })
    expect(billOf(facts, ...items)).toMatchObject({ max: '100000' })
    expect(billOf({ ...facts, certificates: ['high_tech'] }, ...items)).toMatchObject({
      max: '200000',
      items: [{ standing: 'taken' }, { id: 2, standing: 'excluded', excluded_by: [1] }],
    })
  })

  test('takes no more from a tax than there is', () => {
    const tax = {
      name: '五项税费',
      due: { times: [{ fact: 'taxable_income' as const }, { rate: '税率' }] },
    }
    const taking = (id: number) => {
      const item = priced(id, '5%')
      return { ...item, benefit: item.benefit && { ...item.benefit, tax } }
    }
    const bill = billOf({ taxable_income: '1000000' }, taking(1), taking(2), sure(3, 10_000, 30_000))
    expect(bill).toMatchObject({
      count: 3,
      min: '260000',
      max: '280000',
      taxes_together: [{ name: '五项税费', min: '250000', max: '250000' }],
      items: [{ max: '200000' }, { max: '200000' }, { max: '30000' }],
    })
    expect(billOf({ taxable_income: '1000000' }, taking(1), sure(3, 10_000, 30_000))).toMatchObject({
      max: '230000',
      taxes_together: [],
    })
  })

  test('leaves out parts of a 分', () => {
    expect(billOf({ taxable_income: '0.09' }, priced(1, '5%'))).toMatchObject({ min: '0.01', max: '0.01' })
  })
})
