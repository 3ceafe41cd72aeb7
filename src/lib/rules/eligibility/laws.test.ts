import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCompany } from './company.ts'
import { compileRule, evaluate, statusOf as quickStatusOf } from './evaluate.ts'
import type { AnswerKey, Facts } from './facts.ts'
import { CONDITIONS, type Fate, forget } from './testing/samples.ts'
import { isGroup, partsOf, type Tree } from './tree.ts'
import type { Status } from './verdict.ts'

const TODAY = '2026-11-21'

const count = fc.integer({ min: 0, max: 12 })
const money = fc.integer({ min: 0, max: 2_000 }).map((wan) => String(wan * 10_000))
const day = fc
  .date({ min: new Date('2015-01-01'), max: new Date('2026-11-21'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

const ANSWERS: Partial<Record<AnswerKey, fc.Arbitrary<unknown>>> = {
  kind: fc.constantFrom('company', 'partnership'),
  region: fc.constantFrom('440106', '440103', '440305', '110105'),
  industry: fc.constantFrom('C3911', 'C13', 'F5111', 'I6513', 'K7010', 'G5910', 'J66'),
  founded_on: day,
  employees: count,
  insured: count,
  dismissed: count,
  revenue: money,
  revenue_prior: money,
  revenue_prior2: money,
  rd_expense: money,
  rd_expense_prior: money,
  rd_expense_prior2: money,
  rd_staff: count,
  assets: money,
  ip_invention: count,
  ip_utility: count,
  certificates: fc.subarray(['high_tech', 'tech_sme', 'specialised']),
  tax_credit: fc.constantFrom('A', 'B', 'C'),
  violations: fc.boolean(),
  '17.catalogue': fc.boolean(),
  '17.share': fc.boolean(),
}

const companies: fc.Arbitrary<Facts> = fc.record(ANSWERS) as fc.Arbitrary<Facts>

/** A company and an earlier, less complete version of it: answers missing, 不清楚, or coarser. */
const learning: fc.Arbitrary<{ before: Facts; after: Facts }> = companies.chain((after) =>
  fc
    .array(fc.constantFrom<Fate>('kept', 'left out', 'unsure', 'coarse'), { minLength: 30, maxLength: 30 })
    .map((fates) => ({ after, before: forget(after, fates) })),
)

const conditions = fc.constantFrom(...CONDITIONS)

const trees: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    conditions,
    fc.array(tie('tree'), { minLength: 1, maxLength: 4 }).map((all) => ({ all })),
    fc.array(tie('tree'), { minLength: 1, maxLength: 4 }).map((any) => ({ any })),
    fc
      .array(tie('tree'), { minLength: 1, maxLength: 4 })
      .chain((of) => fc.integer({ min: 1, max: of.length }).map((at_least) => ({ at_least, of }))),
  ),
})).tree

const ruleOf = (eligibility: Tree) => ({ eligibility, unmodelled: [] })

const statusOf = (tree: Tree, facts: object, today = TODAY) =>
  quickStatusOf(compileRule(ruleOf(tree)), readCompany(facts, today))

test("the quick status equals the verdict's", () => {
  fc.assert(
    fc.property(trees, learning, (tree, { before }) => {
      const { status } = evaluate(ruleOf(tree), before, TODAY)
      expect(statusOf(tree, before)).toBe(status)
    }),
  )
})

test('what is known stays known, and stays the same, when more is told', () => {
  fc.assert(
    fc.property(trees, learning, (tree, { before, after }) => {
      const first = statusOf(tree, before)
      fc.pre(first !== 'unknown')
      expect(statusOf(tree, after)).toBe(first)
    }),
    { numRuns: 1000 },
  )
})

function referenceStatus(tree: Tree, facts: object): Status {
  if (!isGroup(tree)) return statusOf(tree, facts)
  const { need, parts } = partsOf(tree)
  let ways = [0]
  for (const part of parts) {
    const status = referenceStatus(part, facts)
    ways = ways.flatMap((met) => (status === 'unknown' ? [met, met + 1] : [status === 'met' ? met + 1 : met]))
  }
  const outcomes = new Set(ways.map((met) => met >= need))
  if (outcomes.size > 1) return 'unknown'
  return outcomes.has(true) ? 'met' : 'unmet'
}

test('groups agree with trying all outcomes of the open conditions', () => {
  fc.assert(
    fc.property(trees, learning, (tree, { before }) => {
      expect(statusOf(tree, before)).toBe(referenceStatus(tree, before))
    }),
    { numRuns: 500 },
  )
})

test('on the earliest day the company qualifies, and on no day before it', () => {
  fc.assert(
    fc.property(trees, companies, fc.double({ min: 0, max: 1, noNaN: true }), (tree, facts, part) => {
      const { earliest } = evaluate(ruleOf(tree), facts, TODAY)
      fc.pre(earliest !== undefined)
      expect(statusOf(tree, facts, earliest)).toBe('met')
      const [from, until] = [Date.parse(TODAY), Date.parse(earliest ?? '') - 86_400_000]
      const between = new Date(from + (until - from) * part).toISOString().slice(0, 10)
      // Not always unmet: a share of 0 is undefined, and leaves an earlier day open.
      expect(statusOf(tree, facts, between)).not.toBe('met')
    }),
    { numRuns: 100 },
  )
})
