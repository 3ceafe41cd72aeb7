import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { unguardedInBenefit, unguardedInTree } from '../../../lib/content/check/unguarded.ts'
import { parseMarkdownFile } from '../../../lib/content/load/markdown-file.ts'
import { parseYamlFields } from '../../../lib/content/load/yaml-fields.ts'
import type { Tree } from '../../../lib/rules/eligibility/tree.ts'
import type { Benefit } from '../../../lib/rules/worth/formula.ts'
import type { CompiledBenefit } from '../../../lib/rules/worth/worth.ts'
import {
  differences,
  type GoldenRow,
  isChanged,
  isUnjudged,
  judgeGolden,
  lightsOf,
  readGoldenData,
  readRatesData,
  readRules,
} from './golden.ts'
import { nodeAt, removeAt } from './tree-moves.ts'

const content = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../content/${name}`, import.meta.url)), 'utf8')
const yaml = (name: string) => parseYamlFields(name, content(name)).data
const front = (name: string) =>
  parseMarkdownFile(name, content(`interpretations/${name}.md`)).data as {
    eligibility: Tree
    benefit: Benefit
  }

const rates = readRatesData(yaml('rates.yaml'))
const software = front('016-ruanjian-qiye-liangmian-sanjianban')
const rules = readRules(software, rates)
const golden = readGoldenData(
  yaml('interpretations/016-ruanjian-qiye-liangmian-sanjianban.golden.yaml'),
  rules.asks,
)

const wrongNames = (rows: GoldenRow[]) =>
  rows
    .filter(({ isVerdictRight, isWorthRight }) => !isVerdictRight || !isWorthRight)
    .map(({ company }) => company.name)

test('what is saved is as the companies expect', () => {
  expect([rules.problems, golden.problems]).toEqual([[], []])
  expect(golden.companies.length).toBeGreaterThan(20)
  const rows = judgeGolden(rules, rules, { companies: golden.companies, wrong: golden.wrong })
  expect(wrongNames(rows)).toEqual([])
  expect(rows.some(isChanged)).toBe(false)
})

test('with a broken formula no amount counts as expected', () => {
  const steps = [{ ...software.benefit.steps[0], is: { sum: [{ rate: '没有这一行' }] } }]
  const broken = readRules({ ...software, benefit: { ...software.benefit, steps } }, rates)
  expect(broken.problems).not.toEqual([])
  const lists = { companies: golden.companies }
  const unjudged = judgeGolden(broken, rules, lists).filter(isUnjudged)
  expect(unjudged.length).toBeGreaterThan(0)
  expect(unjudged.every(({ company }) => company.worth)).toBe(true)
  expect(judgeGolden(rules, rules, lists).some(isUnjudged)).toBe(false)
})

test('without a condition the companies that it decides come first', () => {
  // 研究开发人员占职工25%以上
  const edited = readRules({ ...software, eligibility: removeAt(software.eligibility, [3]) }, rates)
  const rows = judgeGolden(edited, rules, { companies: golden.companies, wrong: golden.wrong })
  expect(wrongNames(rows)).toEqual(['研究开发人员24%'])
  expect(rows[0]).toMatchObject({ saved: 'unmet', now: 'met', list: 'companies' })
  expect(rows.filter(isChanged)).toHaveLength(1)
})

test('an amount that comes out otherwise is a wrong row', () => {
  const [share, last] = software.benefit.steps
  const steps = [share, { ...last, is: { times: [{ fact: 'taxable_income' }, '10%'] } }]
  const edited = readRules({ ...software, benefit: { ...software.benefit, steps } }, rates)
  // No step uses the previous one now.
  expect(edited.problems.map(({ message }) => message).join()).toContain('没有用到')
  const half = { times: [{ fact: 'taxable_income' }, { step: share?.name }, '50%'] }
  const halved = readRules(
    { ...software, benefit: { ...software.benefit, steps: [share, { ...last, is: half }] } },
    rates,
  )
  expect(wrongNames(judgeGolden(halved, rules, { companies: golden.companies }))).toContain('获利第一年')
})

test('a company lights up what decides', () => {
  const { tree, program } = rules
  if (!tree || !program) throw new Error('no tree')
  const lights = (name: string) => {
    const row = judgeGolden(rules, null, { companies: golden.companies }).find(
      ({ company }) => company.name === name,
    )
    if (!row?.reason) throw new Error(name)
    return lightsOf(tree, row.reason)
  }
  expect([...lights('研究开发人员24%').deciding]).toEqual(['3'])
  expect(lights('研究开发人员24%').statuses.get('3')).toBe('unmet')
  expect(lights('研究开发人员24%').statuses.get('')).toBe('unmet')
  expect([...lights('多数是代理别人的软件').deciding]).toContain('1.0.2')
  expect(lights('应用软件公司').deciding.size).toBe(0)
})

test('a condition is unguarded without the company that it decides', () => {
  const tree = rules.tree as Tree
  expect(unguardedInTree(tree, golden.companies)).toEqual([])
  const others = golden.companies.filter(({ name }) => name !== '研究开发人员24%')
  expect(unguardedInTree(tree, others).map(({ place, what }) => ({ place, what }))).toEqual([
    { place: [3], what: 'part' },
  ])
  expect(nodeAt(tree, [3])).toMatchObject({ fact: 'rd_staff_ratio' })
})

test('a part of a formula is unguarded without the amount that it decides', () => {
  const compiled = rules.compiled as CompiledBenefit
  const path = ['steps', 0, 'is', 'phase', 'of', 1, 'is', 'times', 1]
  expect(unguardedInBenefit(compiled, golden.companies)).not.toContainEqual(path)
  const others = golden.companies.filter(({ worth }) => !worth || worth.min === worth.max)
  const none = others.filter(({ name }) => !/第三年|第五年/.test(name))
  expect(unguardedInBenefit(compiled, none)).toContainEqual(path)
})

test('a factor of 100% and a tier like its neighbour are guarded by any amount', () => {
  const is = { times: [{ fact: 'rd_expense' }, '100%'] }
  const of = [{ up_to: '1亿元', is }, { is: { times: [{ fact: 'rd_expense' }, '100%'] } }]
  const unguarded = (formula: unknown) => {
    const read = readRules(
      { id: 16, benefit: { money: 'law', per: '年', steps: [{ name: '金额', is: formula }] } },
      rates,
    )
    expect(read.problems).toEqual([])
    const facts = { rd_expense: '80万', revenue: '500万' }
    const company = { name: '甲', facts, verdict: '符合', worth: '80万/年' }
    return unguardedInBenefit(
      read.compiled as CompiledBenefit,
      readGoldenData({ companies: [company] }, []).companies,
    )
  }
  expect(unguarded(is)).toEqual([])
  const ways = unguarded({ tiers: { by: { fact: 'revenue' }, of, kind: 'whole' } })
  expect(ways).not.toContainEqual(['steps', 0, 'is', 'tiers', 'of', 0, 'is'])
})

test('what cannot be read is named where it is, and the rest goes on', () => {
  const broken = readRules(
    { ...software, eligibility: { all: [{ fact: 'employees', op: 'gte', value: '很多' }] } },
    rates,
  )
  expect(broken.tree).toBeNull()
  expect(broken.problems[0]).toMatchObject({ path: ['eligibility', 'all', 0] })
  expect(broken.compiled).not.toBeNull()
  expect(readGoldenData({ companies: [{ name: '甲', verdict: '也许' }] }, []).problems[0]?.path).toEqual([
    'companies',
    0,
    'verdict',
  ])
  expect(readGoldenData(undefined, []).problems).toEqual([])
})

test('what nobody has touched stays as it was written, and ten thousands are said as such', () => {
  const base = { kind: 'company', revenue: '1000万', '16.software': true }
  const answers = { ...base, rd_expense: '80.0万', employees: 6, revenue: '12500000' }
  expect(differences(base, answers)).toEqual({ rd_expense: '80.0万', employees: 6, revenue: '1250万' })
  expect(differences(base, { ...base, '16.software': undefined })).toEqual({ '16.software': null })
  expect(differences(base, base)).toEqual({})
})
