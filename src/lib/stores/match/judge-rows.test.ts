import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { AskKey } from '../../rules/eligibility/asks.ts'
import { compileRule } from '../../rules/eligibility/evaluate.ts'
import type { Facts } from '../../rules/eligibility/facts.ts'
import type { Certificate } from '../../rules/eligibility/options.ts'
import type { Tree } from '../../rules/eligibility/tree.ts'
import { compileRates } from '../../rules/worth/compile.ts'
import { grantBenefit, type MoneyKind, NO_RATES } from '../../rules/worth/formula.ts'
import { compileBenefit } from '../../rules/worth/worth.ts'
import { inSlices, judgeRows, type MatchRow, SLICE_MS } from './judge-rows.ts'

const TODAY = '2026-11-21'
const FIRM: Tree = { fact: 'kind', op: 'eq', value: 'company' }
const LARGE: Tree = { fact: 'employees', op: 'gte', value: 10 }

function row(id: number, eligibility: Tree | null, more: Partial<MatchRow> = {}): MatchRow {
  return {
    id,
    place: id,
    region: '000000',
    window: { kind: 'rolling' },
    support: '奖补',
    grants: null,
    lent: null,
    excludes: [],
    rate: null,
    isJudged: false,
    rule: compileRule({ eligibility, unmodelled: [] }),
    benefit: null,
    ...more,
  }
}

const RATES = compileRates(NO_RATES)

/** 元, one-off. */
const worth = (min: number, max: number, money: MoneyKind = 'law') => ({
  benefit: compileBenefit({ ...grantBenefit(min, max), money }, null, RATES),
})

const yuan = (amount: number) => ({ n: BigInt(amount), d: 1n })

const always = async () => true
const ids = (rows: readonly MatchRow[] | undefined) => rows?.map(({ id }) => id)

test('every policy is in one group; one without rules is 待确认', async () => {
  const rows = [
    row(1, FIRM),
    row(2, { fact: 'kind', op: 'eq', value: 'individual' }),
    row(3, LARGE),
    row(4, null),
  ]
  const match = await judgeRows(rows, { kind: 'company' }, TODAY, always)
  expect(ids(match?.groups.met)).toEqual([1])
  expect(ids(match?.groups.unmet)).toEqual([2])
  expect(ids(match?.groups.unknown)).toEqual([3, 4])
  expect(match?.question).toEqual({ key: 'employees', settles: 1 })
})

test('what brings most and is likeliest comes first', async () => {
  const say = (key: AskKey): Tree => ({ key, ask: '由事业单位转制而来' })
  const rows = [
    row(1, LARGE),
    row(2, say('2.converted'), worth(9000, 9000)),
    row(3, say('3.books'), worth(3000, 3000)),
    row(4, say('4.books'), worth(5000, 5000)),
  ]
  const usual = new Set<AskKey>(['3.books', '4.books'])
  const match = await judgeRows(rows, { kind: 'company' }, TODAY, always, usual)
  expect(ids(match?.groups.unknown)).toEqual([4, 3, 2, 1])
})

test('a statement that is true for few makes a policy rare, unless it is about the whole section', async () => {
  const say = (key: AskKey, industries?: string[]): Tree => ({
    key,
    ask: '由事业单位转制',
    ...(industries && { industries }),
  })
  const rows = [
    row(1, say('1.converted', ['I63', 'R'])),
    row(2, say('2.software', ['I'])),
    row(3, say('3.books')),
    row(4, say('4.donated')),
  ]
  const match = await judgeRows(rows, { industry: 'I' }, TODAY, always, new Set<AskKey>(['3.books']))
  expect(match?.rare).toEqual(new Set([1, 4]))
})

test('ended policies and laws are in no group, and count neither for the total nor for the next question', async () => {
  const until = (closes: string) => ({ window: { kind: 'dated' as const, opens: null, closes } })
  const rows = [
    row(1, FIRM, { ...until('2026-11-20'), ...worth(5, 9) }),
    row(2, FIRM, { ...until('2026-11-21'), ...worth(1, 2) }),
    row(3, LARGE, until('2026-11-20')),
    row(4, null, { window: { kind: 'law' } }),
    row(5, FIRM, { window: { kind: 'in_force', opens: null, closes: '2026-11-20' } }),
    row(6, FIRM, { window: { kind: 'rolling', closes: '2026-11-20' }, ...worth(5, 9) }),
    row(7, FIRM, { window: { kind: 'batches', months: null, closes: '2026-11-20' }, ...worth(5, 9) }),
  ]
  const match = await judgeRows(rows, { kind: 'company' }, TODAY, always)
  expect(match?.groups).toMatchObject({ met: [{ id: 2 }], unknown: [], unmet: [] })
  expect(match?.over.map(({ row: { id }, status }) => [id, status])).toEqual([
    [1, 'met'],
    [3, 'unknown'],
    [4, 'unknown'],
    [5, 'met'],
    [6, 'met'],
    [7, 'met'],
  ])
  expect(match?.total).toMatchObject({ min: yuan(1), max: yuan(2) })
  expect(match?.question).toBeNull()
})

test("after this year's batch nothing counts now, and the usual amount next year", async () => {
  const batch = (months: [number, number]) => ({ window: { kind: 'batches' as const, months } })
  const rows = [
    row(1, FIRM, { ...batch([4, 5]), ...worth(5, 9) }),
    row(2, FIRM, { ...batch([10, 11]), ...worth(1, 2) }),
  ]
  const match = await judgeRows(rows, { kind: 'company' }, TODAY, always)
  expect(ids(match?.groups.met)).toEqual([1, 2])
  expect(match?.total).toMatchObject({ min: yuan(1), max: yuan(2), counted: [1, 2] })
  const alone = match?.parts
    .get(1)
    ?.slice(0, 2)
    .map((part) => part.alone)
  expect(alone).toMatchObject([{ high: yuan(0) }, { high: yuan(9) }])
})

const byMonth = (id: number) => ({
  benefit: compileBenefit(
    {
      money: 'law',
      per: '年',
      main: `${id}.months`,
      own: [{ key: `${id}.months`, label: '月数', unit: '月', most: 12 }],
      steps: [{ name: '补贴', is: { times: [{ own: `${id}.months` }, '50元/月'] } }],
    },
    FIRM,
    RATES,
  ),
})

test('a policy without a price until a number is filled in is listed separately', async () => {
  const rows = [row(1, FIRM, byMonth(1)), row(2, FIRM, byMonth(2)), row(3, FIRM, worth(0, 9))]
  const match = await judgeRows(rows, { kind: 'company', '1.months': '3' }, TODAY, always)
  expect(match?.total).toMatchObject({ min: yuan(150), max: yuan(150 + 9), counted: [1, 3], unfilled: [2] })
})

test('the question with most money comes first; of rivals the gain counts', async () => {
  const ask = (key: AskKey): Tree => ({ key, ask: '主营业务属于目录' })
  const rows = [
    row(1, FIRM, worth(100000, 100000)),
    row(2, LARGE),
    row(3, LARGE),
    row(4, ask('4.owed'), worth(0, 40000)),
    row(5, ask('5.catalogue'), { ...worth(0, 130000), excludes: [1] }),
  ]
  const judge = async (facts: Facts) => (await judgeRows(rows, facts, TODAY, always))?.question
  expect(await judge({ kind: 'company' })).toEqual({ key: '4.owed', settles: 1, stake: 40000 })
  expect(await judge({ kind: 'company', '4.owed': false })).toMatchObject({
    key: '5.catalogue',
    stake: 30000,
  })
  expect(await judge({ kind: 'company', '4.owed': null, '5.catalogue': null })).toEqual({
    key: 'employees',
    settles: 2,
  })
})

test('contested money comes after sure money, and before policies without a price', async () => {
  const ask = (key: AskKey): Tree => ({ key, ask: '主营业务属于目录' })
  const rows = [
    row(2, ask('2.owed')),
    row(3, ask('3.chosen'), worth(0, 900000, 'contested')),
    row(4, ask('4.owed'), worth(0, 40000)),
  ]
  const judge = async (facts: Facts) => (await judgeRows(rows, facts, TODAY, always))?.question?.key
  expect(await judge({})).toBe('4.owed')
  expect(await judge({ '4.owed': false })).toBe('3.chosen')
  expect(await judge({ '4.owed': false, '3.chosen': true })).toBe('2.owed')
})

test('a question is worth at most what the total can still gain', async () => {
  const questionBeside = async (sure: number) => {
    const rows = [
      row(1, FIRM, { ...worth(sure * 1000, sure * 1000), excludes: [5] }),
      row(5, { ask: '主营业务属于目录', key: '5.catalogue' }, worth(0, 130000)),
    ]
    return (await judgeRows(rows, { kind: 'company' }, TODAY, always))?.question
  }
  expect(await questionBeside(100)).toEqual({ key: '5.catalogue', settles: 1, stake: 30000 })
  expect(await questionBeside(200)).toEqual({ key: '5.catalogue', settles: 1 })
})

test('money behind a statement that few can affirm waits, together with its other questions', async () => {
  const say = (key: AskKey): Tree => ({ ask: '由事业单位转制而来', key })
  const rows = [
    row(1, { all: [say('1.converted'), say('1.staff')] }, worth(500000, 500000)),
    row(2, { all: [say('2.books')] }, worth(100000, 100000)),
  ]
  const usual = new Set<AskKey>(['1.staff', '2.books'])
  const keyOf = async (facts: Facts, known?: ReadonlySet<AskKey>) =>
    (await judgeRows(rows, facts, TODAY, always, known))?.question?.key
  expect(await keyOf({ kind: 'company' }, usual)).toBe('2.books')
  expect(await keyOf({ kind: 'company', '2.books': true }, usual)).toBe('1.converted')
  expect(await keyOf({ kind: 'company', '1.converted': true }, usual)).toBe('1.staff')
  expect(await keyOf({ kind: 'company' })).toBe('1.converted')
})

test("a formula's own number is asked once its policy counts, and not after 不清楚", async () => {
  const rows = [row(1, FIRM, byMonth(1)), row(2, LARGE)]
  const judge = async (facts: Facts) => (await judgeRows(rows, facts, TODAY, always))?.question
  // A maximum that applies to every company has no meaning for this one.
  expect(await judge({ kind: 'company' })).toEqual({ key: '1.months', settles: 0, together: ['1.months'] })
  expect(await judge({ kind: 'company', '1.months': null })).toMatchObject({ key: 'employees' })
  expect(await judge({ kind: 'company', '1.months': '3', employees: 20 })).toBeNull()
})

test('the income comes before what is worth more, with the figures of the same paper on which money rests', async () => {
  const small: Tree = {
    all: [
      { fact: 'taxable_income', op: 'lte', value: 3_000_000 },
      { fact: 'assets', op: 'lte', value: 50_000_000 },
    ],
  }
  const rows = [
    row(1, small, worth(20_000, 20_000)),
    row(2, { key: '2.books', ask: '查账征收' }, worth(900_000, 900_000)),
  ]
  const judge = async (facts: Facts) => (await judgeRows(rows, facts, TODAY, always))?.question
  expect(await judge({ kind: 'company' })).toMatchObject({
    key: 'taxable_income',
    together: ['taxable_income', 'assets'],
  })
  expect(await judge({ kind: 'company', taxable_income: null })).toMatchObject({ key: '2.books' })
})

test('of two that exclude one another the larger counts', async () => {
  const rows = [row(1, FIRM, { ...worth(0, 10), excludes: [2] }), row(2, FIRM, worth(0, 30))]
  const match = await judgeRows(rows, { kind: 'company' }, TODAY, always)
  expect(match?.total).toMatchObject({ max: yuan(30), taken: [2], excluded: [{ id: 1, by: [2] }] })
})

describe('a policy that needs a certificate', () => {
  const rows = [
    row(1, FIRM, { ...worth(40, 40), grants: 'high_tech', excludes: [2] }),
    row(2, FIRM, { ...worth(30, 30), excludes: [1] }),
    row(3, null, worth(5, 5)),
  ]
  const totals = async (certificates?: Certificate[]) =>
    judgeRows(rows, { kind: 'company', ...(certificates && { certificates }) }, TODAY, always)

  test('is outside the total and excludes nothing without it; its gain is shown', async () => {
    const match = await totals([])
    expect(match?.total).toMatchObject({ max: yuan(30), counted: [2], uncertified: [1], excluded: [] })
    expect(match?.most).toBe(35)
    expect(match?.gains).toEqual(new Map([[1, { low: yuan(10), high: yuan(10) }]]))
  })

  test('counts for a company that holds it', async () => {
    const match = await totals(['high_tech'])
    expect(match?.total).toMatchObject({ max: yuan(40), counted: [1], uncertified: [] })
    expect(match?.gains).toEqual(new Map())
  })

  test('could be for who has not said', async () => {
    const match = await totals()
    expect(match?.total).toMatchObject({ max: yuan(30), uncertified: [1] })
    expect(match?.most).toBe(35)
    expect(match?.gains, 'against a company without it').toEqual(
      new Map([[1, { low: yuan(10), high: yuan(10) }]]),
    )
  })
})

test('the screen gets its turn between slices, and newer answers call the run off', async () => {
  const now = vi.spyOn(performance, 'now')
  const rows = Array.from({ length: 6 }, (_, index) => row(index + 1, FIRM))
  const judged: number[] = []
  let nowMs = 0
  now.mockImplementation(() => nowMs)
  onTestFinished(() => now.mockRestore())
  const finished = await inSlices(
    rows,
    async () => judged.length < 4,
    ({ id }) => {
      judged.push(id)
      nowMs += SLICE_MS / 2 + 1
    },
  )
  expect([finished, judged]).toEqual([false, [1, 2, 3, 4]])
  expect(await judgeRows(rows, {}, TODAY, async () => false)).toBeNull()
})
