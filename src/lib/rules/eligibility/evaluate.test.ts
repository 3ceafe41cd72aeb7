import { describe, expect, test } from 'vitest'
import { evaluate } from './evaluate.ts'
import type { Facts } from './facts.ts'
import { HIGH_TECH, JOB_KEEPING, SPECIALISED } from './testing/rules.ts'
import type { Condition, Tree } from './tree.ts'
import type { ConditionReason, GroupReason } from './verdict.ts'
import { reasonWords } from './words.ts'

const TODAY = '2026-11-21'

const HIGH_TECH_COMPANY: Facts = {
  founded_on: '2020-02-29',
  ip_invention: 0,
  ip_utility: 1,
  employees: 40,
  rd_staff: 4,
  revenue: '50000000',
  revenue_prior: '30000000',
  revenue_prior2: '20000000',
  rd_expense: '2500000',
  rd_expense_prior: '1500000',
  rd_expense_prior2: '1000000',
  violations: false,
}

describe('高新技术企业', () => {
  test('met exactly on every bound; the unmodelled conditions stay listed', () => {
    const verdict = evaluate(HIGH_TECH, HIGH_TECH_COMPANY, TODAY)
    expect(verdict.status).toBe('met')
    expect(verdict.unmodelled).toHaveLength(2)
  })

  test('a cent too little fails, though 5.00 % is shown', () => {
    const verdict = evaluate(HIGH_TECH, { ...HIGH_TECH_COMPANY, rd_expense: '2499999.99' }, TODAY)
    expect(verdict.status).toBe('unmet')
    expect(part(verdict.reason, 3).gap).toMatchObject({ have: '4.99', need: '5', missing: '0.01' })
  })

  test('a cent above 5000 万元 selects the next tier', () => {
    const facts = { ...HIGH_TECH_COMPANY, revenue: '50000000.01' }
    expect(evaluate(HIGH_TECH, facts, TODAY).status).toBe('met')
    const poorer = { ...facts, rd_expense: '1499999' }
    expect(part(evaluate(HIGH_TECH, poorer, TODAY).reason, 3)).toMatchObject({
      status: 'unmet',
      gap: { need: '4' },
    })
  })

  test('only time is missing', () => {
    const verdict = evaluate(HIGH_TECH, { ...HIGH_TECH_COMPANY, founded_on: '2026-03-01' }, TODAY)
    expect(verdict).toMatchObject({ status: 'unmet', earliest: '2027-03-01' })
    expect(reasonWords(part(verdict.reason, 0))).toBe('2027-03-01 满 1 年')
  })

  test('time does not help while something else is missing or open', () => {
    const young = { ...HIGH_TECH_COMPANY, founded_on: '2026-03-01' }
    expect(evaluate(HIGH_TECH, { ...young, violations: true }, TODAY).earliest).toBeUndefined()
    expect(evaluate(HIGH_TECH, { ...young, violations: null }, TODAY).earliest).toBeUndefined()
  })

  test('one failed condition decides over all open ones', () => {
    expect(evaluate(HIGH_TECH, { violations: true }, TODAY).status).toBe('unmet')
    expect(evaluate(HIGH_TECH, { violations: null }, TODAY).status).toBe('unknown')
  })
})

test('a share of nothing is open, and no answer is asked for', () => {
  const { reason } = evaluate(
    JOB_KEEPING,
    { region: '440106', kind: 'company', insured: 0, dismissed: 0 },
    TODAY,
  )
  expect(part(reason, 2)).toMatchObject({ status: 'unknown', missing: [] })
  expect(reasonWords(part(reason, 2))).toBe('现有信息算不出裁员率，请向主管部门确认')
})

const ENOUGH_PEOPLE: Condition = { fact: 'employees', op: 'gte', value: 10 }

describe('其他组织', () => {
  const COMPANY: Condition = { fact: 'kind', op: 'in', value: ['company', 'nonprofit'] }
  const REGISTERED: Condition = { fact: 'kind', op: 'ne', value: 'founder' }
  const other: Facts = { kind: 'other', employees: 20 }
  const judge = (eligibility: Tree, facts = other) => evaluate({ eligibility, unmodelled: [] }, facts, TODAY)

  test.each([COMPANY, REGISTERED])('%o: no question whether they are included', (condition) => {
    const { status, reason } = judge({ all: [condition, ENOUGH_PEOPLE] })
    expect(status).toBe('unknown')
    expect(part(reason, 0).missing).toEqual([])
    expect(reasonWords(part(reason, 0))).toBe('本站暂不能判断，请向主管部门确认')
  })

  test('a rule without a kind is open as well; a failed condition fails', () => {
    const { status, reason } = judge(ENOUGH_PEOPLE)
    expect(status).toBe('unknown')
    expect(part(reason, 0).status).toBe('met')
    expect(part(reason, 1)).toMatchObject({ status: 'unknown', missing: [] })
    expect(judge({ all: [COMPANY, ENOUGH_PEOPLE] }, { ...other, employees: 9 }).status).toBe('unmet')
    expect(judge(ENOUGH_PEOPLE, { ...other, kind: 'company' }).status).toBe('met')
  })
})

describe('on a list of 经营异常 or 严重失信', () => {
  const ASKING: Tree = { all: [ENOUGH_PEOPLE, { fact: 'abnormal', op: 'eq', value: false }] }
  const judge = (facts: Facts, support = '奖补', eligibility: Tree = ENOUGH_PEOPLE) =>
    evaluate({ eligibility, unmodelled: [], support }, { employees: 20, ...facts }, TODAY)

  test.each<Facts>([{ abnormal: true }, { violations: true }])(
    '%o: money that is paid or lent is open',
    (facts) => {
      const { status, reason } = judge(facts)
      expect(status).toBe('unknown')
      expect(part(reason, 1)).toMatchObject({ rests: ['abnormal', 'violations'], missing: [] })
      expect(judge(facts, '贷款').status).toBe('unknown')
      expect(judge(facts, '减免').status).toBe('met')
      expect(judge({ ...facts, employees: 9 }).status).toBe('unmet')
    },
  )

  test('a company on no list, or without an answer, is judged by the conditions', () => {
    expect(judge({ abnormal: false, violations: false }).status).toBe('met')
    expect(judge({ abnormal: null }).status).toBe('met')
  })

  test('a tree that mentions the lists decides', () => {
    expect(judge({ abnormal: true }, '奖补', ASKING).status).toBe('unmet')
    expect(judge({ abnormal: false, violations: true }, '奖补', ASKING).status).toBe('met')
  })
})

describe('a certificate beside the conditions that it replaces', () => {
  const TREE: Tree = {
    any: [
      { fact: 'held_certificates', op: 'in', value: ['high_tech'] },
      {
        all: [
          { fact: 'rd_staff_ratio', op: 'gte', value: 10 },
          { ask: '技术属于规定的领域', key: '2.field' },
        ],
      },
    ],
  }
  const judge = (facts: Facts) => evaluate({ eligibility: TREE, unmodelled: [] }, facts, TODAY)
  const held: Facts = { certificates: ['high_tech'] }

  test('suffices without the other answers', () => {
    expect(judge(held).status).toBe('met')
    expect(judge({ ...held, employees: 50, rd_staff: 5 }).status).toBe('met')
  })

  test.each<Facts>([{ employees: 50, rd_staff: 4 }, { '2.field': false }])(
    '%o: it may be taken away',
    (facts) => {
      const { status, reason } = judge({ ...held, ...facts })
      expect(status).toBe('unknown')
      expect(part(reason, 0)).toMatchObject({ status: 'unknown', missing: [] })
      expect(reasonWords(part(reason, 0))).toContain('不符合认定条件')
      expect(judge({ certificates: [], ...facts }).status).toBe('unmet')
      expect(judge({ certificates: null, ...facts }).status).toBe('unknown')
    },
  )
})

test('专精特新: two of four suffice, 企业规模 is derived from the figures', () => {
  const facts: Facts = {
    industry: 'C39',
    employees: 80,
    revenue: '16000000',
    rd_expense: '480000',
    certificates: ['tech_sme'],
    tax_credit: 'M',
  }
  expect(evaluate(SPECIALISED, facts, TODAY).status).toBe('met')
  expect(evaluate(SPECIALISED, { ...facts, certificates: [] }, TODAY).status).toBe('unknown')
  const poor = { ...facts, certificates: [], ip_invention: 1, liabilities: '9', assets: '10' }
  const verdict = evaluate(SPECIALISED, poor, TODAY)
  const group = (verdict.reason as GroupReason).parts[2] as GroupReason
  expect(group).toMatchObject({ status: 'unmet', need: 2, met: 1 })
  expect(group.parts.map((each) => reasonWords(each as ConditionReason))).toEqual([
    null,
    '超出 10 个百分点',
    '还差 2 件',
    null,
  ])
})

test.each<[Condition, Facts, string]>([
  [{ fact: 'ip_invention', op: 'gt', value: 5 }, { ip_invention: 5 }, '必须多于 5 件'],
  [{ fact: 'revenue', op: 'lt', value: '2亿' }, { revenue: '200000000' }, '必须少于 2 亿元'],
  [{ fact: 'employees', op: 'between', value: [10, 20] }, { employees: 8 }, '还差 2 人'],
  [{ fact: 'employees', op: 'between', value: [10, 20] }, { employees: 23 }, '超出 3 人'],
  [{ fact: 'rd_ratio', op: 'gte', value: 5 }, { rd_expense: '370', revenue: '10000' }, '还差 1.3 个百分点'],
  [{ fact: 'rd_ratio', op: 'gte', value: 5 }, { revenue: '10000' }, '请补充：上年研发费用'],
])('%j for %j: %s', (condition, facts, expected) => {
  const { reason } = evaluate({ eligibility: condition, unmodelled: [] }, facts, TODAY)
  expect(reasonWords(reason as ConditionReason)).toBe(expected)
})

test('a policy without a tree is entirely open', () => {
  const rule = { eligibility: null, unmodelled: ['由主管部门认定'] }
  expect(evaluate(rule, HIGH_TECH_COMPANY, TODAY)).toEqual({
    status: 'unknown',
    reason: null,
    unmodelled: ['由主管部门认定'],
  })
})

test('an invalid tree is not judged', () => {
  const rule = { eligibility: { all: [] }, unmodelled: [] }
  expect(() => evaluate(rule, {}, TODAY)).toThrow(TypeError)
})

function part(reason: unknown, index: number): ConditionReason {
  return (reason as GroupReason).parts[index] as ConditionReason
}

test.each([
  ['any', '2027-03-01'],
  ['all', '2029-03-01'],
])('of several waits, %s ends on %s', (group, earliest) => {
  const ages: Condition[] = [3, 1].map((value) => ({ fact: 'age_years', op: 'gte', value }))
  const eligibility = group === 'any' ? { any: ages } : { all: ages }
  expect(evaluate({ eligibility, unmodelled: [] }, { founded_on: '2026-03-01' }, TODAY).earliest).toBe(
    earliest,
  )
})

test.each<[string, Tree]>([
  ['employees: 数字不能用 in', { fact: 'employees', op: 'in', value: [1] }],
  ['0 of 1 parts', { at_least: 0, of: [{ fact: 'exporter', op: 'eq', value: true }] }],
  ['2 of 1 parts', { at_least: 2, of: [{ fact: 'exporter', op: 'eq', value: true }] }],
])('no verdict by a rule with a mistake: %s', (message, eligibility) => {
  expect(() => evaluate({ eligibility, unmodelled: [] }, {}, TODAY)).toThrow(message)
})

describe('an ask', () => {
  const tree: Tree = { all: [{ ask: '主营业务属于目录', key: '17.catalogue' }] }
  const judge = (facts: Facts) => {
    const { status, reason } = evaluate({ eligibility: tree, unmodelled: [] }, facts, TODAY)
    return [status, part(reason, 0).missing, reasonWords(part(reason, 0))]
  }

  test('until it is answered the policy is never 符合, nor with 不清楚', () => {
    expect(judge({})).toEqual(['unknown', ['17.catalogue'], '需要您确认'])
    expect(judge({ '17.catalogue': null })).toEqual(['unknown', ['17.catalogue'], '需要您确认'])
    expect(judge({ '17.catalogue': true })).toEqual(['met', [], null])
    expect(judge({ '17.catalogue': false })).toEqual(['unmet', [], '您的回答是“否”，情况有变化时可以改'])
  })

  test("the answer to another policy's ask has no effect", () => {
    expect(judge({ '18.catalogue': true, '17.catalogues': true })[0]).toBe('unknown')
  })
})
