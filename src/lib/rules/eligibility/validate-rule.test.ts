import { expect, test } from 'vitest'
import { RULES } from './testing/rules.ts'
import type { Tree } from './tree.ts'
import { validateRule } from './validate-rule.ts'

test('the sample rules have no mistakes', () => {
  for (const { eligibility } of RULES) expect(eligibility && validateRule(eligibility)).toEqual([])
})

const tiered = (...tiers: object[]) =>
  ({ fact: 'rd_ratio', op: 'gte', by: 'revenue', tiers }) as unknown as Tree

test.each<[string, unknown]>([
  ['没有“emploees”这个问题或指标', { fact: 'emploees', op: 'gte', value: 1 }],
  ['没有“toString”这个问题或指标', { fact: 'toString', op: 'gte', value: 1 }],
  ['应为数字', { fact: 'employees', op: 'gte', value: '很多' }],
  ['应为数字', { fact: 'employees', op: 'gte', value: [1] }],
  ['数字不能用 in', { fact: 'employees', op: 'in', value: [1] }],
  ['下限大于上限', { fact: 'employees', op: 'between', value: [9, 1] }],
  ['between 要写 [下限, 上限]', { fact: 'employees', op: 'between', value: 9 }],
  ['选择题不能用 gte', { fact: 'tax_credit', op: 'gte', value: 'B' }],
  ['没有选项“E”', { fact: 'tax_credit', op: 'in', value: ['A', 'E'] }],
  ['“其他组织”不写进条件，本站都说待确认', { fact: 'kind', op: 'ne', value: 'other' }],
  ['应为选项的列表', { fact: 'tax_credit', op: 'in', value: 'A' }],
  ['应为一个选项', { fact: 'tax_credit', op: 'eq', value: ['A'] }],
  ['选项的列表是空的', { fact: 'size', op: 'in', value: [] }],
  ['应为 true 或 false', { fact: 'violations', op: 'eq', value: '否' }],
  ['是非题不能用 in', { fact: 'violations', op: 'in', value: [true] }],
  ['地区和行业不能用 eq', { fact: 'region', op: 'eq', value: '440106' }],
  ['代码不对（要写成带引号的文字）', { fact: 'region', op: 'within', value: 440106 }],
  ['代码不对（要写成带引号的文字）', { fact: 'industry', op: 'within', value: ['C39', 'B39'] }],
  ['代码的列表是空的', { fact: 'region', op: 'within', value: [] }],
  ['应为日期（2026-01-31）或年数', { fact: 'founded_on', op: 'gte', value: '2026-02-30' }],
  ['日期和年数不能用 ne', { fact: 'founded_on', op: 'ne', value: '2026-02-03' }],
  ['应为日期（2026-01-31）或年数', { fact: 'age_years', op: 'gte', value: 0.3 }],
  ['起点晚于终点', { fact: 'age_years', op: 'between', value: [3, 1] }],
  ['要写 [起, 止]', { fact: 'age_years', op: 'between', value: 3 }],
  ['分档至少两档', tiered({ value: 5 })],
  ['只有最后一档不写上限，而且必须不写', tiered({ up_to: 1, value: 5 }, { up_to: 2, value: 4 })],
  ['同一档不能既写 up_to 又写 below', tiered({ up_to: 1, below: 2, value: 5 }, { value: 4 })],
  ['第 2 档永远达不到', tiered({ up_to: 5, value: 5 }, { below: 5, value: 4 }, { value: 3 })],
  ['第 1 档的上限应为数字', tiered({ up_to: '多', value: 5 }, { value: 4 })],
  ['应为数字', tiered({ up_to: 5, value: 5 }, { value: '高' })],
  [
    '分档只能按数字、金额或比例',
    { fact: 'rd_ratio', op: 'gte', by: 'region', tiers: [{ up_to: 1, value: 5 }, { value: 4 }] },
  ],
])('%s: %j', (message, condition) => {
  const tree = { all: [{ fact: 'exporter', op: 'eq', value: true }, { any: [condition] }] } as Tree
  expect(validateRule(tree)).toEqual([{ path: ['all', 1, 'any', 0], message }])
})

test('a bound excluded from one tier may be that of the next', () => {
  expect(validateRule(tiered({ below: 5, value: 5 }, { up_to: 5, value: 4 }, { value: 3 }))).toEqual([])
})

test('empty groups and impossible counts', () => {
  expect(validateRule({ all: [{ any: [] }] })).toEqual([{ path: ['all', 0, 'any'], message: '没有写条件' }])
  const of: Tree[] = [{ fact: 'exporter', op: 'eq', value: true }]
  for (const at_least of [0, 2, 0.5, Number.NaN]) {
    expect(validateRule({ at_least, of })).toEqual([
      { path: ['at_least'], message: '应为 1 到 1 的整数：下面只有 1 项' },
    ])
  }
})
