import { expect, test } from 'vitest'
import { answerWords, conditionWords } from './condition-words.ts'
import type { FactKey } from './facts.ts'
import type { Condition } from './tree.ts'

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
