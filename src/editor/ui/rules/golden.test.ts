import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parseMarkdownFile } from '../../../lib/content/load/markdown-file.ts'
import { parseYamlFields } from '../../../lib/content/load/yaml-fields.ts'
import type { Tree } from '../../../lib/rules/eligibility/tree.ts'
import type { Benefit } from '../../../lib/rules/worth/formula.ts'
import {
  differences,
  type GoldenRow,
  isUnjudged,
  judgeGolden,
  lightsOf,
  readGoldenData,
  readRatesData,
  readRules,
} from './golden.ts'
import { removeAt } from './tree-moves.ts'

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
const golden = readGoldenData(yaml('interpretations/016-ruanjian-qiye-liangmian-sanjianban.golden.yaml'))

const wrongNames = (rows: GoldenRow[]) =>
  rows
    .filter(({ isVerdictRight, isWorthRight }) => !isVerdictRight || !isWorthRight)
    .map(({ company }) => company.name)

test('what is saved is as the companies expect', () => {
  expect(golden.companies.length).toBeGreaterThan(20)
  const rows = judgeGolden(rules, golden)
  expect(wrongNames(rows)).toEqual([])
})

test('with a broken formula no amount counts as expected', () => {
  const steps = [{ ...software.benefit.steps[0], is: { sum: [{ rate: '没有这一行' }] } }]
  const broken = readRules({ ...software, benefit: { ...software.benefit, steps } }, rates)
  expect(broken.compiled).toBeNull()
  const lists = { companies: golden.companies }
  const unjudged = judgeGolden(broken, lists).filter(isUnjudged)
  expect(unjudged.length).toBeGreaterThan(0)
  expect(unjudged.every(({ company }) => company.worth)).toBe(true)
  expect(judgeGolden(rules, lists).some(isUnjudged)).toBe(false)
})

test('without a condition the companies that it decides come first', () => {
  // 研究开发人员占职工25%以上
  const edited = readRules({ ...software, eligibility: removeAt(software.eligibility, [3]) }, rates)
  const rows = judgeGolden(edited, golden)
  expect(wrongNames(rows)).toEqual(['研究开发人员24%'])
  expect(rows[0]).toMatchObject({ now: 'met', list: 'companies' })
})

test('an amount that comes out otherwise is a wrong row', () => {
  const [share, last] = software.benefit.steps
  const half = { times: [{ fact: 'taxable_income' }, { step: share?.name }, '50%'] }
  const halved = readRules(
    { ...software, benefit: { ...software.benefit, steps: [share, { ...last, is: half }] } },
    rates,
  )
  expect(wrongNames(judgeGolden(halved, { companies: golden.companies }))).toContain('获利第一年')
})

test('every condition has its status for a company', () => {
  const [row] = judgeGolden(rules, golden).filter(({ company }) => company.name === '多数是代理别人的软件')
  const lights = row?.reason ? lightsOf(row.reason) : new Map()
  expect(['', '0', '1.0.2'].map((place) => lights.get(place))).toEqual(['unmet', 'met', 'unmet'])
})

test('what cannot be read is left out, and the rest goes on', () => {
  const eligibility = { all: [{ fact: 'employees', op: 'gte', value: '很多' }] }
  const broken = readRules({ ...software, eligibility }, rates)
  expect(broken.tree).toBeNull()
  expect(broken.compiled).not.toBeNull()
  expect(readGoldenData({ companies: [{ name: '甲', verdict: '也许' }] }).companies).toEqual([])
})

test('what nobody has touched stays as it was written', () => {
  const base = { kind: 'company', revenue: '1000万', '16.software': true }
  const answers = { ...base, rd_expense: '80.0万', employees: 6, revenue: '1250万' }
  expect(differences(base, answers)).toEqual({ rd_expense: '80.0万', employees: 6, revenue: '1250万' })
  expect(differences(base, { ...base, '16.software': undefined })).toEqual({ '16.software': null })
  expect(differences(base, base)).toEqual({})
})
