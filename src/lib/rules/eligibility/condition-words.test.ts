import { describe, expect, test } from 'vitest'
import { answerWords, conditionWords } from './condition-words.ts'
import { evaluate } from './evaluate.ts'
import type { FactKey, Facts } from './facts.ts'
import { lastStep, shortfalls, shortfallWords } from './shortfalls.ts'
import type { Condition, Tree } from './tree.ts'
import type { Reason } from './verdict.ts'

test.each<[Condition, string]>([
  [{ fact: 'employees', op: 'lte', value: 300 }, '职工人数不超过 300 人'],
  [{ fact: 'employees', op: 'between', value: [10, 20] }, '职工人数在 10 人 到 20 人 之间'],
  [{ fact: 'revenue', op: 'gte', value: '1.5亿' }, '上年营业收入不少于 1.5 亿元'],
  [{ fact: 'debt_ratio', op: 'lt', value: 12.5 }, '资产负债率少于 12.5 %'],
  [{ fact: 'ip_total', op: 'gt', value: 1200 }, '知识产权多于 1,200 件'],
  [{ fact: 'founded_on', op: 'gte', value: '2026-01-31' }, '成立日期不少于 2026-01-31'],
  [{ fact: 'taxpayer', op: 'eq', value: 'small' }, '增值税纳税人类别为 小规模纳税人'],
  [{ fact: 'tax_credit', op: 'not_in', value: ['C', 'D'] }, '纳税信用级别不属于 C 级、D 级'],
  [{ fact: 'size', op: 'in', value: ['micro', 'small'] }, '企业规模属于 微型、小型'],
  [{ fact: 'held_certificates', op: 'in', value: ['high_tech'] }, '已经持有的资质属于 高新技术企业'],
  [{ fact: 'size', op: 'ne', value: 'huge' }, '企业规模不是 huge'],
  [{ fact: 'region', op: 'within', value: '440106' }, '注册地在政策规定的范围内'],
  [{ fact: 'industry', op: 'not_within', value: ['J'] }, '所属行业不在政策排除的范围内'],
  [{ fact: 'exporter', op: 'eq', value: true }, '有进出口业务'],
  [{ fact: 'exporter', op: 'eq', value: false }, '没有进出口业务'],
  [{ fact: 'exporter', op: 'ne', value: true }, '没有进出口业务'],
  [{ fact: 'exporter', op: 'ne', value: false }, '有进出口业务'],
  [
    { fact: 'rd_ratio', op: 'gte', by: 'revenue', tiers: [{ up_to: '5000万', value: 5 }, { value: 4 }] },
    '上年研发费用占营业收入的比例按上年营业收入分档不少于规定值',
  ],
])('%j reads %s', (condition, words) => {
  expect(conditionWords(condition)).toBe(words)
})

test.each<[FactKey, unknown, string]>([
  ['employees', null, '不清楚'],
  ['employees', 1200, '1,200 人'],
  ['revenue', '12000000', '1,200 万元'],
  ['exporter', true, '是'],
  ['exporter', false, '否'],
  ['certificates', [], '以上都没有'],
  ['certificates', ['high_tech', 'of_former_times'], '高新技术企业、of_former_times'],
  ['tax_credit', 'A', 'A 级'],
  ['tax_credit', 'E', 'E'],
  ['founded_on', '2020-02-29', '2020-02-29'],
  ['region', '440106', '440106'],
])('%s, answered with %j, reads %s', (key, value, words) => {
  expect(answerWords(key, value)).toBe(words)
})

describe('necessary changes', () => {
  const GRADUATE: Tree = { fact: 'founder_groups', op: 'in', value: ['graduate'] }
  const YOUNG: Tree = { fact: 'age_years', op: 'lte', value: 3 }
  const HIRING: Tree = {
    fact: 'key_hires',
    op: 'gte',
    value: 10,
    clause: { article: '五', gist: '招工达标' },
  }
  const CERTIFIED: Tree = { fact: 'certificates', op: 'in', value: ['high_tech'] }
  const HERE: Tree = {
    fact: 'region',
    op: 'within',
    value: '440100',
    clause: { article: '一', gist: '在广州' },
  }
  const PATENTS: Tree = { fact: 'ip_total', op: 'gte', value: 8 }
  const IN_CATALOGUE: Tree = { ask: '主营业务属于目录', key: '17.catalogue' }
  const OLD: Tree = { fact: 'age_years', op: 'gte', value: 5 }
  const facts: Facts = {
    founder_groups: [],
    founded_on: '2023-01-01',
    key_hires: 8,
    certificates: [],
    region: '440300',
    ip_invention: 1,
    ip_utility: 1,
    '17.catalogue': false,
    employees: 40,
  }
  const reasonFor = (eligibility: Tree) =>
    evaluate({ eligibility, unmodelled: [] }, facts, '2026-11-21').reason as Reason
  const lacking = (tree: Tree) =>
    shortfalls(reasonFor(tree)).map(({ condition }) => ('ask' in condition ? condition.key : condition.fact))

  test('of alternatives the nearest, at any position', () => {
    expect(lacking({ any: [GRADUATE, YOUNG, HIRING] })).toEqual(['key_hires'])
    expect(lacking({ any: [GRADUATE, { all: [HIRING, CERTIFIED] }, CERTIFIED] })).toEqual(['certificates'])
    expect(lacking({ any: [PATENTS, HIRING] })).toEqual(['key_hires'])
    expect(lacking({ any: [HIRING, OLD] })).toEqual(['age_years'])
    expect(lacking({ any: [CERTIFIED, { all: [HIRING, PATENTS] }] })).toEqual(['ip_total', 'key_hires'])
  })

  test('a certificate that the policy itself grants is never missing', () => {
    const held: Tree = { fact: 'held_certificates', op: 'in', value: ['high_tech'] }
    expect(lacking({ any: [held, { all: [IN_CATALOGUE, PATENTS, CERTIFIED] }] })).not.toContain(
      'held_certificates',
    )
    expect(lastStep(reasonFor(held))).toBeNull()
  })

  test('one step is missing where it is the only thing, and can be reached', () => {
    const lastOf = (tree: Tree) => lastStep(reasonFor(tree))?.condition
    expect(lastOf(PATENTS)).toMatchObject({ fact: 'ip_total' })
    expect(lastOf(CERTIFIED)).toMatchObject({ fact: 'certificates' })
    expect(lastOf(OLD)).toMatchObject({ fact: 'age_years' })
    expect(lastOf({ all: [PATENTS, OLD] })).toBeUndefined()
    expect(lastOf({ fact: 'employees', op: 'gte', value: 80 })).toMatchObject({ fact: 'employees' })
    expect(lastOf({ fact: 'employees', op: 'gte', value: 81 }), 'is far away').toBeUndefined()
    expect(lastOf(HERE), 'moves nowhere').toBeUndefined()
    expect(lastOf(IN_CATALOGUE), 'is another business').toBeUndefined()
    expect(lastOf({ fact: 'key_hires', op: 'lt', value: 3 }), 'would have to shrink').toBeUndefined()
    expect(lastOf({ fact: 'key_hires', op: 'gte', value: 3 }), 'met').toBeUndefined()
  })

  test('of several the hardest first, with the number of the others; met and open ones do not count', () => {
    expect(lacking({ all: [PATENTS, HERE, { fact: 'insured', op: 'gte', value: 1 }] })).toEqual([
      'region',
      'ip_total',
    ])
    expect(shortfallWords(reasonFor({ all: [PATENTS, HERE, CERTIFIED] }))).toBe(
      '要求：在广州，另有 2 项不符合',
    )
    expect(shortfallWords(reasonFor({ any: [PATENTS, HIRING] }))).toBe('还差 2 人（招工达标）')
    expect(shortfallWords(reasonFor(PATENTS))).toBe('还差 6 件（知识产权不少于 8 件）')
    expect(shortfallWords(reasonFor({ all: [PATENTS, IN_CATALOGUE] }))).toBe(
      '要求：主营业务属于目录，另有 1 项不符合',
    )
    expect(shortfallWords(reasonFor({ fact: 'key_hires', op: 'gte', value: 1 }))).toBeNull()
  })

  test('a date is no promise while something else is missing', () => {
    expect(shortfallWords(reasonFor({ all: [OLD, CERTIFIED] }))).toBe(
      '要求：已有资质属于 高新技术企业，另有 1 项不符合',
    )
    expect(shortfallWords(reasonFor(OLD))).toBe('2028-01-01 满 5 年（成立年限不少于 5 年）')
  })
})
