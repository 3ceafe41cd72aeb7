import { compareQuantities, ONE, readThreshold } from '../decimal.ts'
import { derivedOf, isDerivedKey } from '../derived.ts'
import { factOf } from '../facts.ts'
import type { RuleValue, Subject, Tier, TieredCondition } from '../tree.ts'
import { type MadeTest, type Test, UNKNOWN, UNMET } from './finding.ts'

const FIGURE_KINDS = ['number', 'money', 'share']

function isFigure(subject: Subject): boolean {
  return FIGURE_KINDS.includes(isDerivedKey(subject) ? derivedOf(subject).kind : factOf(subject).kind)
}

export function testTiers(
  { by, tiers }: TieredCondition,
  makeTest: (value: RuleValue) => MadeTest,
): MadeTest {
  if (!isFigure(by)) return '分档只能按数字、金额或比例'
  const bounds = readBounds(tiers)
  if (typeof bounds === 'string') return bounds
  const made = tiers.map(({ value }) => makeTest(value))
  const problem = made.find((test) => typeof test === 'string')
  if (problem !== undefined) return problem
  const tests = made.filter((test) => typeof test !== 'string')
  return (company) => {
    const figure = company.figures[by]
    if (figure === undefined) return sameInAll(tests, company)
    const index = bounds.findIndex(({ bound, included }) => {
      const order = compareQuantities(figure, { n: bound, d: ONE })
      return included ? order <= 0 : order < 0
    })
    return tests.at(index)?.(company) ?? UNKNOWN
  }
}

/** With an unknown tier, returns the finding that all tiers share, without gaps, which differ. */
function sameInAll(tests: readonly Test[], company: Parameters<Test>[0]): ReturnType<Test> {
  const [first, ...others] = tests.map((test) => test(company))
  if (!first || others.some(({ status }) => status !== first.status)) return UNKNOWN
  return first.status === 'unmet' ? UNMET : first
}

interface Bound {
  bound: bigint
  included: boolean
}

function readBounds(tiers: readonly Tier[]): Bound[] | string {
  if (tiers.length < 2) return '分档至少两档'
  const bounds: Bound[] = []
  for (const [index, { up_to, below }] of tiers.entries()) {
    const isLast = index === tiers.length - 1
    if ((up_to === undefined && below === undefined) !== isLast) return '只有最后一档不写上限，而且必须不写'
    if (up_to !== undefined && below !== undefined) return '同一档不能既写 up_to 又写 below'
    if (isLast) return bounds
    const bound = readThreshold(up_to ?? below)
    if (bound === undefined) return `第 ${index + 1} 档的上限应为数字`
    const last = bounds.at(-1)
    const included = up_to !== undefined
    const rises = !last || bound > last.bound || (bound === last.bound && included && !last.included)
    if (!rises) return `第 ${index + 1} 档永远达不到`
    bounds.push({ bound, included })
  }
  return bounds
}
