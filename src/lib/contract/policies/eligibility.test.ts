import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { RULES } from '../../rules/eligibility/testing/rules.ts'
import { eligibilityTree } from './eligibility.ts'

const issuesOf = (tree: unknown) =>
  (v.safeParse(eligibilityTree, tree).issues ?? []).map((issue) => [v.getDotPath(issue), issue.message])

test('front matter as an editor writes it', () => {
  const tree = parse(`
all:
  - { fact: region, op: within, value: '440100', clause: { article: 第二条, gist: 注册地在广州市 } }
  - fact: rd_ratio_3y
    op: gte
    by: revenue
    tiers: [{ up_to: 5000万, value: 5 }, { up_to: 2亿, value: 4 }, { value: 3 }]
  - at_least: 1
    of:
      - { fact: industry, op: within, value: [C39, I65] }
      - any: [{ fact: founded_on, op: gte, value: 2020-01-01 }]
`)
  expect(v.parse(eligibilityTree, tree)).toEqual(tree)
})

test('the sample rules pass unchanged', () => {
  for (const { eligibility } of RULES) expect(v.parse(eligibilityTree, eligibility)).toEqual(eligibility)
})

const exporter = { fact: 'exporter', op: 'eq', value: true }

test.each([
  ['all.1.fact', { all: [exporter, { ...exporter, fact: 'exports' }] }],
  ['all.0.op', { all: [{ ...exporter, op: '>=' }] }],
  ['all.0.note', { all: [{ ...exporter, note: 'x' }] }],
  ['any', { all: [exporter], any: [exporter] }],
  [
    'of.0.clause.href',
    { at_least: 1, of: [{ ...exporter, clause: { article: '一', href: 'javascript:1' } }] },
  ],
  ['at_least', { of: [exporter] }],
  ['all', { all: [] }],
  ['at_least', { at_least: 2, of: [exporter] }],
  [
    'any.0.tiers.0.up',
    { any: [{ fact: 'rd_ratio', op: 'gte', by: 'revenue', tiers: [{ up: 1, value: 1 }] }] },
  ],
  ['all.0', { all: [{ fact: 'region', op: 'within', value: 440106 }] }],
  ['all.0', { all: ['exporter'] }],
])('a mistake is named where it is: %s', (path, tree) => {
  expect(issuesOf(tree).map(([at]) => at)).toContain(path)
})

test('too deep a tree is refused, however deep', () => {
  let tree: unknown = exporter
  for (let depth = 0; depth < 1000; depth++) tree = { all: [tree] }
  expect(issuesOf(tree)).toEqual([[expect.stringMatching(/^(all\.0\.)+all\.0$/), '条件最多套 6 层']])
})

test('whatever comes, the schema answers', () => {
  fc.assert(
    fc.property(fc.anything(), (input) => {
      expect(v.is(eligibilityTree, input)).toBe(false)
    }),
  )
})
