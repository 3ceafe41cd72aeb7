/** Single conditions: both sides of each limit, and refused conditions. */
import { describe, expect, test } from 'vitest'
import { readCompany } from '../company.ts'
import type { Facts } from '../facts.ts'
import type { Condition, Operator, RuleValue, Subject } from '../tree.ts'
import type { ConditionReason } from '../verdict.ts'
import { reasonWords } from '../words.ts'
import { makeTest, reasonOf } from './condition.ts'

const TODAY = '2026-11-21'

function judge(condition: Condition, facts: Facts): ConditionReason {
  const made = makeTest(condition)
  if (typeof made === 'string') throw new TypeError(made)
  return reasonOf(condition, made)(readCompany(facts, TODAY))
}

const statusesOf = (condition: Condition, companies: readonly Facts[]) =>
  companies.map((facts) => judge(condition, facts).status)

describe('numbers', () => {
  test.each<[Operator, RuleValue, string]>([
    ['eq', 5, 'unmet met unmet'],
    ['ne', 5, 'met unmet met'],
    ['lt', 5, 'met unmet unmet'],
    ['lte', 5, 'met met unmet'],
    ['gt', 5, 'unmet unmet met'],
    ['gte', 5, 'unmet met met'],
    ['between', [5, 5], 'unmet met unmet'],
    ['between', [4, 5], 'met met unmet'],
    ['between', [5, 6], 'unmet met met'],
  ])('4, 5 and 6 people, %s %j: %s', (op, value, statuses) => {
    const companies = [4, 5, 6].map((employees) => ({ employees }))
    expect(statusesOf({ fact: 'employees', op, value }, companies).join(' ')).toBe(statuses)
  })

  test('any other number misses an exact value on one side', () => {
    const five: Condition = { fact: 'employees', op: 'eq', value: 5 }
    const gap = { fact: 'employees', need: '5', unit: '人' }
    expect(judge(five, { employees: 3 }).gap).toEqual({ ...gap, side: 'short', have: '3', missing: '2' })
    expect(judge(five, { employees: 9 }).gap).toEqual({ ...gap, side: 'over', have: '9', missing: '4' })
  })

  test('an income told before its reliefs is open above a limit, since it may come under it by them', () => {
    const small: Condition = { fact: 'taxable_income', op: 'lte', value: '300万' }
    const facts: Facts[] = [3_000_000, '3000000.01'].flatMap((income) =>
      [undefined, true, false, null].map((told) => ({ taxable_income: String(income), '3.deducted': told })),
    )
    expect(statusesOf(small, facts)).toEqual([
      ...['met', 'met', 'met', 'met'],
      ...['unmet', 'unmet', 'unknown', 'unknown'],
    ])
    const open = judge(small, { taxable_income: '3500000', '3.deducted': false })
    expect(open).toMatchObject({ missing: [], rests: ['taxable_income'] })
    expect(reasonWords(open)).toBe('填写的所得可能还没有减去加计扣除等优惠；减去以后没有超过的，符合这一条')
    expect(reasonWords(judge(small, {}))).toBe('请补充：应纳税所得额')
    const some: Condition = { fact: 'taxable_income', op: 'gt', value: 0 }
    expect(judge(some, { taxable_income: '0', '3.deducted': false }).status).toBe('unmet')
  })

  test('不清楚 is as open as no answer', () => {
    const companies: Facts[] = [{}, { employees: null }]
    const condition: Condition = { fact: 'employees', op: 'gte', value: 5 }
    for (const facts of companies) {
      expect(judge(condition, facts)).toMatchObject({ status: 'unknown', missing: ['employees'] })
    }
  })

  test('unknown facts are listed once', () => {
    expect(judge({ fact: 'rd_ratio', op: 'gte', value: 5 }, { revenue: '1' })).toStrictEqual({
      status: 'unknown',
      condition: { fact: 'rd_ratio', op: 'gte', value: 5 },
      rests: ['rd_expense', 'revenue'],
      missing: ['rd_expense'],
    })
  })
})

describe('dates', () => {
  const DAYS = ['2026-02-27', '2026-02-28', '2026-03-01']

  test.each<[Operator, RuleValue, string]>([
    ['eq', '2026-02-28', 'unmet met unmet'],
    ['lt', '2026-02-28', 'met unmet unmet'],
    ['lte', '2026-02-28', 'met met unmet'],
    ['gt', '2026-02-28', 'unmet unmet met'],
    ['gte', '2026-02-28', 'unmet met met'],
    ['between', ['2026-02-28', '2026-02-28'], 'unmet met unmet'],
    ['between', ['2026-02-28', '2026-03-01'], 'unmet met met'],
  ])('the day before, the day and the day after, %s %j: %s', (op, value, statuses) => {
    const companies = DAYS.map((founded_on) => ({ founded_on }))
    expect(statusesOf({ fact: 'founded_on', op, value }, companies).join(' ')).toBe(statuses)
  })
})

describe('years', () => {
  // Two years are complete tomorrow, today, since yesterday.
  const DAYS = ['2024-11-22', '2024-11-21', '2024-11-20']

  test.each<[Operator, RuleValue, string]>([
    ['lt', 2, 'met unmet unmet'],
    ['lte', 2, 'met met unmet'],
    ['gt', 2, 'unmet unmet met'],
    ['gte', 2, 'unmet met met'],
    ['between', [1, 2], 'met met unmet'],
    ['between', [2, 3], 'unmet met met'],
    ['gte', 0, 'met met met'],
    ['lte', 200, 'met met met'],
  ])('a day less than two years, two years and a day more, %s %j: %s', (op, value, statuses) => {
    const companies = DAYS.map((founded_on) => ({ founded_on }))
    expect(statusesOf({ fact: 'age_years', op, value }, companies).join(' ')).toBe(statuses)
  })

  test('a company that is too young waits for a day, one that is too old has none', () => {
    const wait = (op: Operator, value: RuleValue, founded_on: string) =>
      judge({ fact: 'age_years', op, value }, { founded_on }).wait
    expect(wait('gte', 2.5, '2024-11-21')).toEqual({ months: 30, from: '2027-05-21' })
    expect(wait('gt', 2, '2024-11-21')).toEqual({ months: 24, from: '2026-11-22' })
    expect(wait('between', [3, 5], '2024-11-21')).toEqual({ months: 36, from: '2027-11-21' })
    expect(wait('lt', 2, '2024-11-21')).toBeUndefined()
  })
})

describe('choices', () => {
  test.each<[Operator, RuleValue, string]>([
    ['eq', 'A', 'met unmet unmet'],
    ['ne', 'A', 'unmet met met'],
    ['in', ['A', 'B'], 'met met unmet'],
    ['not_in', ['A', 'B'], 'unmet unmet met'],
  ])('纳税信用 A, B and C, %s %j: %s', (op, value, statuses) => {
    const companies = ['A', 'B', 'C'].map((tax_credit) => ({ tax_credit }))
    expect(statusesOf({ fact: 'tax_credit', op, value }, companies).join(' ')).toBe(statuses)
  })

  test('of several certificates one decides, for and against', () => {
    const companies = [[], ['gazelle'], ['gazelle', 'high_tech']].map((certificates) => ({ certificates }))
    const asked = { fact: 'certificates', value: ['high_tech', 'unicorn'] } as const
    expect(statusesOf({ ...asked, op: 'in' }, companies)).toEqual(['unmet', 'unmet', 'met'])
    expect(statusesOf({ ...asked, op: 'not_in' }, companies)).toEqual(['met', 'met', 'unmet'])
  })

  test('yes, no, 不清楚 and nothing', () => {
    const companies = [true, false, null, undefined].map((violations) => ({ violations })) as Facts[]
    const asked = (op: Operator, value: boolean) => statusesOf({ fact: 'violations', op, value }, companies)
    expect(asked('eq', true)).toEqual(['met', 'unmet', 'unknown', 'unknown'])
    expect(asked('eq', false)).toEqual(['unmet', 'met', 'unknown', 'unknown'])
    expect(asked('ne', true)).toEqual(['unmet', 'met', 'unknown', 'unknown'])
  })

  test.each<[Operator, RuleValue, string]>([
    ['in', ['micro', 'small'], 'met'],
    ['in', ['micro'], 'unknown'],
    ['eq', 'large', 'unmet'],
    ['ne', 'large', 'met'],
    ['ne', 'micro', 'unknown'],
    ['not_in', ['micro', 'small'], 'unmet'],
  ])('微型 or 小型, %s %j: %s', (op, value, status) => {
    const company: Facts = { industry: 'C39', employees: 20 }
    expect(judge({ fact: 'size', op, value }, company).status).toBe(status)
  })
})

test('企业规模 lists the facts that would narrow it', () => {
  const condition: Condition = { fact: 'size', op: 'eq', value: 'micro' }
  expect(judge(condition, { industry: 'C39', employees: 20 }).missing).toEqual(['revenue'])
  expect(judge(condition, {}).missing).toEqual(['industry'])
})

describe('places', () => {
  test.each<[Operator, RuleValue, string]>([
    ['within', '440106', 'met unmet unknown unmet'],
    ['not_within', '440106', 'unmet met unknown met'],
    ['within', ['440106', '110000'], 'met unmet unknown met'],
    ['not_within', ['440106', '110000'], 'unmet met unknown unmet'],
    ['within', '440100', 'met met met unmet'],
  ])('天河, 越秀, 广州 and 北京, %s %j: %s', (op, value, statuses) => {
    const companies = ['440106', '440104', '440100', '110101'].map((region) => ({ region }))
    expect(statusesOf({ fact: 'region', op, value }, companies).join(' ')).toBe(statuses)
  })

  test('an industry given too coarsely is asked again', () => {
    const condition: Condition = { fact: 'industry', op: 'within', value: 'C39' }
    expect(judge(condition, { industry: 'C' })).toMatchObject({ status: 'unknown', missing: ['industry'] })
    expect(statusesOf(condition, [{ industry: 'C3911' }, { industry: 'F' }])).toEqual(['met', 'unmet'])
  })
})

describe('tiers', () => {
  const tiered = (upper: { below: string } | { up_to: string }): Condition => ({
    fact: 'employees',
    op: 'gte',
    by: 'revenue',
    tiers: [{ ...upper, value: 2 }, { value: 6 }],
  })
  const REVENUES = ['7999999.99', '8000000', '8000000.01']

  test.each([
    [{ below: '800万' }, ['met', 'unmet', 'unmet']],
    [{ up_to: '800万' }, ['met', 'met', 'unmet']],
  ])('four people with a cent less than the bound, the bound and a cent more, %j', (upper, statuses) => {
    const companies = REVENUES.map((revenue) => ({ employees: 4, revenue }))
    expect(statusesOf(tiered(upper), companies)).toEqual(statuses)
  })

  test('of three tiers, two that agree do not decide the third', () => {
    const tiers = [{ up_to: '100万', value: 2 }, { up_to: '800万', value: 3 }, { value: 6 }]
    const condition: Condition = { fact: 'employees', op: 'gte', by: 'revenue', tiers }
    expect(
      statusesOf(
        condition,
        [1, 3, 6].map((employees) => ({ employees })),
      ),
    ).toEqual(['unmet', 'unknown', 'met'])
  })
})

describe('refused conditions', () => {
  const AGE_WORDS = '应为日期（2026-01-31）或年数'

  test.each<[Subject, Operator, RuleValue, string]>([
    ['employees', 'between', [3], 'between 要写 [下限, 上限]'],
    ['employees', 'between', [3, 5, 7], 'between 要写 [下限, 上限]'],
    ['employees', 'between', '35', 'between 要写 [下限, 上限]'],
    ['employees', 'between', ['少', 5], '应为数字'],
    ['employees', 'between', [3, '多'], '应为数字'],
    ['founded_on', 'between', ['2026-02-28', '2026-02-30'], '要写 [起, 止]'],
    ['founded_on', 'between', ['2026-02-30', '2026-03-01'], '要写 [起, 止]'],
    ['age_years', 'between', '35', '要写 [起, 止]'],
    ['age_years', 'between', [1, 2, 3], '要写 [起, 止]'],
    ['age_years', 'eq', 3, '年数不能用 eq'],
    ['age_years', 'gte', -1, AGE_WORDS],
    ['age_years', 'gte', '三', AGE_WORDS],
    ['age_years', 'gte', 201, AGE_WORDS],
    ['founded_on', 'gte', '2026-01-01 ', AGE_WORDS],
    ['founded_on', 'gte', ' 2026-01-01', AGE_WORDS],
    ['region', 'within', '4401061', '代码不对（要写成带引号的文字）'],
    ['region', 'within', 'x440106', '代码不对（要写成带引号的文字）'],
  ])('%s %s %j: %s', (fact, op, value, message) => {
    expect(makeTest({ fact, op, value })).toBe(message)
  })

  test.each([
    [{ up_to: 5 }, { up_to: 5 }],
    [{ below: 5 }, { below: 5 }],
    [{ below: 6 }, { up_to: 5 }],
  ])('a tier below the one before: %j, %j', (first, second) => {
    const tiers = [{ ...first, value: 1 }, { ...second, value: 2 }, { value: 3 }]
    expect(makeTest({ fact: 'rd_ratio', op: 'gte', by: 'revenue', tiers })).toBe('第 2 档永远达不到')
  })
})

test('a statement about other industries is 否, unless the answer is 是 or 不清楚', () => {
  const ask: Condition = { ask: '以家庭为服务对象', key: '37.home', industries: ['O80', 'Q'] }
  const industries = ['I65', 'O80', 'O8010', 'O', 'Q85', undefined]
  const companies = industries.map((industry) => (industry ? { industry } : {}))
  expect(statusesOf(ask, companies)).toEqual(['unmet', ...Array(5).fill('unknown')])
  const said = [true, false, null].map((answer) => ({ industry: 'I65', '37.home': answer }))
  expect(statusesOf(ask, said)).toEqual(['met', 'unmet', 'unknown'])
})
