import { expect, test } from 'vitest'
import { readCompany } from '../rules/eligibility/company.ts'
import { statusOf } from '../rules/eligibility/evaluate.ts'
import type { Tree } from '../rules/eligibility/tree.ts'
import { compileRates } from '../rules/worth/compile.ts'
import { type Benefit, NO_RATES } from '../rules/worth/formula.ts'
import { compileBenefit, worthOf } from '../rules/worth/worth.ts'
import { compilePolicy } from '../stores/match/rules.ts'
import { rulePolicy } from './rule-policy.ts'
import type { Interpretation } from './schema/documents.ts'

const interpretation = (data: Partial<Interpretation>) =>
  ({ id: 22, region: '000000', unmodelled: [], ...data }) as Interpretation

const TREE: Tree = {
  all: [
    { fact: 'employees', op: 'lte', value: 3, clause: { article: '第一条', gist: '三人以下' } },
    { ask: '属于目录', key: '22.catalogue', help: '逐条对照', usual: true, clause: { article: '第二条' } },
  ],
}
const BENEFIT: Benefit = {
  money: 'law',
  per: '年',
  years: 3,
  main: 'taxable_income',
  own: [{ key: '22.surtax', label: '六税两费', unit: '元', help: '全年', most: '1亿' }],
  steps: [
    {
      name: '一',
      is: { sum: [{ fact: 'taxable_income' }, { own: '22.surtax' }] },
      clause: { article: '第三条' },
    },
    {
      name: '二',
      is: {
        when: TREE,
        // biome-ignore lint/suspicious/noThenProperty: a formula
        then: { times: [{ step: '一' }, '10%'] },
        else: { span: ['1元', '2元'], why: '由省里定' },
      },
    },
  ],
  assumes: ['查账征收'],
}

test('words for people are left out, and the rule gives the same result', () => {
  const policy = rulePolicy(interpretation({ eligibility: TREE, benefit: BENEFIT }), [])
  expect(JSON.stringify(policy)).not.toMatch(/第.条|三人|属于目录|逐条|usual|六税两费|全年|由省里定|查账征收/)
  const rates = compileRates(NO_RATES)
  const row = compilePolicy(JSON.parse(JSON.stringify(policy)), 0, rates)
  const facts = { taxable_income: '100', '22.surtax': '50', employees: 2, '22.catalogue': true }
  const company = readCompany(facts, '2026-11-21')
  expect(statusOf(row.rule, company)).toBe('met')
  expect(row.benefit && worthOf(row.benefit, company).min).toEqual({ n: 15n, d: 1n })
  const { min } = worthOf(compileBenefit(BENEFIT, TREE, rates), company)
  expect(min).toEqual({ n: 15n, d: 1n })
})

test('both sides of an exclusion name each other, and a loan has its amount', () => {
  const exclusions = [{ reason: '二选一', choices: [{ id: 22, rate: 15 }, { id: 7 }] }]
  const loan = { support: '贷款', amount: { max: 500, unit: '元' } } as const
  expect(rulePolicy(interpretation(loan), exclusions)).toMatchObject({ excludes: [7], rate: 15, lent: 500 })
  expect(rulePolicy(interpretation({ ...loan, id: 7 }), exclusions)).toMatchObject({
    excludes: [22],
    rate: null,
  })
  const grant = { support: '奖补', amount: { max: 500, unit: '元' } } as const
  expect(rulePolicy(interpretation(grant), [])).toMatchObject({ lent: null, benefit: { money: 'contested' } })
})
