import { expect, test } from 'vitest'
import type { AskKey } from './asks.ts'
import { readCompany } from './company.ts'
import { compileRule } from './evaluate.ts'
import type { Facts } from './facts.ts'
import {
  addNarrowing,
  addToTally,
  bestOfTally,
  firstMissing,
  gatesOf,
  nextBestQuestion,
  questionsOf,
  type Tally,
} from './next-question.ts'
import type { Tree } from './tree.ts'

const TODAY = '2026-11-21'

const ask = (tree: Tree[], facts: Facts) =>
  nextBestQuestion(
    tree.map((each) => compileRule({ eligibility: each, unmodelled: [] })),
    facts,
    TODAY,
  )

const employees: Tree = { fact: 'employees', op: 'gte', value: 10 }
const exporter: Tree = { fact: 'exporter', op: 'eq', value: true }
const rdRatio: Tree = { fact: 'rd_ratio', op: 'gte', value: 3 }

test('asks what most policies wait for', () => {
  expect(ask([employees, exporter, exporter], {})).toEqual({ key: 'exporter', settles: 2 })
})

test('a figure that misses two facts is not settled by one of them', () => {
  expect(ask([rdRatio], {})).toBeNull()
  expect(ask([rdRatio], { revenue: '100' })).toEqual({ key: 'rd_expense', settles: 1 })
})

test('neither 不清楚 nor an answer is asked again; decided and unmodelled policies ask nothing', () => {
  expect(ask([employees], { employees: null })).toBeNull()
  expect(ask([{ fact: 'region', op: 'within', value: '440106' }], { region: '440000' })).toBeNull()
  expect(ask([{ all: [employees, exporter] }], { employees: 1 })).toBeNull()
  expect(nextBestQuestion([compileRule({ eligibility: null, unmodelled: [] })], {}, TODAY)).toBeNull()
})

test('an industry of which only the section is known is asked for again where a class decides, and no other answer', () => {
  const machines: Tree = { fact: 'industry', op: 'within', value: ['C34', 'C39'] }
  const lottery: Tree = { fact: 'industry', op: 'not_within', value: ['C16', 'F'] }
  expect(ask([machines], { industry: 'C' })).toEqual({ key: 'industry', settles: 1 })
  expect(ask([{ all: [lottery, exporter] }], { industry: 'C', exporter: true })?.key).toBe('industry')
  // A section that decides, a class, 不清楚.
  expect(ask([machines], { industry: 'I' })).toBeNull()
  expect(ask([{ fact: 'industry', op: 'within', value: 'C3491' }], { industry: 'C34' })).toBeNull()
  expect(ask([machines], { industry: null })).toBeNull()
  const { program } = compileRule({ eligibility: machines, unmodelled: [] })
  const reason = program?.reason(readCompany({ industry: 'C' }, TODAY))
  expect(reason && firstMissing(reason, { industry: 'C' })).toBe('industry')
})

const catalogue: Tree = { ask: '主营业务属于目录', key: '1.catalogue' }
const share: Tree = { ask: '收入占60%以上', key: '2.share' }

test('an ask comes after every fact that settles as many, and is not asked again after 不清楚', () => {
  expect(ask([catalogue, exporter], {})).toEqual({ key: 'exporter', settles: 1 })
  expect(ask([catalogue, exporter], { exporter: null })).toEqual({ key: '1.catalogue', settles: 1 })
  expect(ask([catalogue, exporter], { exporter: null, '1.catalogue': null })).toBeNull()
})

test('gates: for each policy one statement that is not usual, and that excludes it with a single 否', () => {
  const [kind, sole]: Tree[] = [
    { ask: '是文化企业', key: '3.kind' },
    { ask: '只有一家店', key: '4.sole' },
  ]
  const honest = { ask: '没有失信', key: '5.honest', usual: true } as const
  const gates = (trees: Tree[], facts: Facts) => {
    const company = readCompany(facts, TODAY)
    const open = trees.flatMap((eligibility, rank) => {
      const { program } = compileRule({ eligibility, unmodelled: [] })
      return program ? [{ reason: program.reason(company), rank }] : []
    })
    return gatesOf(open, facts, new Set([honest.key]))
  }
  expect(gates([kind as Tree, { all: [honest, share] }, honest], {})).toEqual(['3.kind', '2.share'])
  // A statement shared by two policies is shown once.
  expect(gates([kind as Tree, { all: [kind as Tree, exporter] }], {})).toEqual(['3.kind'])
  // A sufficient alternative excludes nothing; an answered statement is not shown again.
  expect(gates([{ any: [kind as Tree, sole as Tree] }], {})).toEqual([])
  expect(gates([catalogue, sole as Tree], { '1.catalogue': null })).toEqual(['4.sole'])
})

const tallied = (...counted: readonly (readonly [Tree, stake: number | null])[]): Tally => {
  const tally: Tally = new Map()
  for (const [eligibility, stake] of counted) {
    const reason = compileRule({ eligibility, unmodelled: [] }).program?.reason(readCompany({}, TODAY))
    if (reason) addToTally(tally, reason, {}, { stake, usually: (stake ?? 0) * 1000 })
  }
  return tally
}

test('money comes before counts: each question of a policy gets its share of the worth', () => {
  const shared: Tree = { ask: '所在行业不受限制', key: '1.industry' }
  const two: Tree = { all: [catalogue, share] }
  const settled = { key: '1.industry', settles: 1, stake: 60 }
  expect(bestOfTally(tallied([employees, null], [employees, null], [two, 100], [shared, 60]))).toEqual(
    settled,
  )
  expect(bestOfTally(tallied([two, 140], [shared, 60]))).toMatchObject({ key: '1.catalogue', stake: 140 })
  expect(bestOfTally(tallied([two, 140], [share, 20], [shared, 60]))).toMatchObject({ key: '2.share' })
})

test('what the total waits for comes before what is worth nothing that is known', () => {
  const tally = tallied([employees, null], [employees, null], [exporter, 0])
  expect(bestOfTally(tally), 'what has a price before what has none').toMatchObject({ key: 'exporter' })
  addNarrowing(tally, ['22.surtax'], 0)
  expect(bestOfTally(tally)).toEqual({ key: '22.surtax', settles: 0 })
  addNarrowing(tally, ['8.days', '8.amount'], 30, 30_000)
  expect(bestOfTally(tally)).toEqual({ key: '8.days', settles: 0, stake: 30 })
})

test('questions for less than 1,000 元 come last; doubtful ones come after likely ones', () => {
  const tally: Tally = new Map()
  const count = (eligibility: Tree, usually: number, usual: ReadonlySet<AskKey>) => {
    const reason = compileRule({ eligibility, unmodelled: [] }).program?.reason(readCompany({}, TODAY))
    if (reason) addToTally(tally, reason, {}, { stake: usually, usually, usual })
  }
  count(share, 999, new Set(['2.share']))
  count(catalogue, 4000, new Set())
  expect(bestOfTally(tally)?.key).toBe('1.catalogue')
  count({ ask: '没有失信', key: '3.honest' }, 2000, new Set(['3.honest']))
  expect(bestOfTally(tally)?.key).toBe('3.honest')
})

test('the first fact that a verdict waits for, in the order of its conditions', () => {
  const { program } = compileRule({
    eligibility: { all: [exporter, { any: [employees, rdRatio] }] },
    unmodelled: [],
  })
  const first = (facts: Facts) => {
    const reason = program?.reason(readCompany(facts, TODAY))
    return reason && firstMissing(reason, facts)
  }
  expect(first({})).toBe('exporter')
  expect(first({ exporter: true })).toBe('employees')
  expect(first({ exporter: true, employees: null })).toBe('rd_expense')
  expect(first({ exporter: true, employees: 5, rd_expense: '1' })).toBe('revenue')
  // 不清楚 is not asked again, and a decided verdict asks nothing.
  expect(first({ exporter: null, employees: null, rd_expense: null, revenue: null })).toBeNull()
  expect(first({ exporter: false })).toBeNull()
  expect(first({ exporter: true, employees: 10 })).toBeNull()
})

test('all questions of a tree: facts under figures, every alternative, each once', () => {
  const owned = { ask: '场地自有', key: '7.owned' } as const
  expect([...questionsOf({ all: [rdRatio, { any: [exporter, owned] }, exporter] })]).toEqual([
    'rd_expense',
    'revenue',
    'exporter',
    '7.owned',
  ])
})
