/** The eligibility tree as front matter and catalogue carry it. What a parse lets through, the evaluator can judge. */
import * as v from 'valibot'
import { DERIVED, type DerivedKey } from '../../rules/eligibility/derived.ts'
import { FACT_KEYS } from '../../rules/eligibility/facts.ts'
import { OPERATORS, type Tree } from '../../rules/eligibility/tree.ts'
import { validateRule } from '../../rules/eligibility/validate-rule.ts'
import { line } from '../text.ts'

const MAX_PARTS = 40
/** Deeper trees are not read: nobody could follow the reasons. */
const MAX_DEPTH = 6

const clause = v.strictObject({
  article: line('条款', 40),
  gist: v.exactOptional(line('条件', 200)),
  href: v.exactOptional(v.pipe(v.string(), v.url(), v.startsWith('https://'))),
})

const scalar = v.union([v.pipe(v.string(), v.maxLength(40)), v.number()])
const value = v.union([scalar, v.boolean(), v.pipe(v.array(scalar), v.maxLength(400))])
const subject = v.picklist([...FACT_KEYS, ...(Object.keys(DERIVED) as DerivedKey[])], '没有这个问题或指标')
const op = v.picklist(OPERATORS)

const comparison = { fact: subject, op, clause: v.exactOptional(clause) }

const tier = v.strictObject({ up_to: v.exactOptional(scalar), below: v.exactOptional(scalar), value })

const plainCondition = v.strictObject({ ...comparison, value })
const tieredCondition = v.strictObject({
  ...comparison,
  by: subject,
  tiers: v.pipe(v.array(tier), v.maxLength(20)),
})

/** Which of the five shapes it is meant to be is told by its keys, so that a mistake is named where it is. */
function shapeOf(input: unknown, depth: number): v.GenericSchema<unknown, Tree> {
  if (typeof input !== 'object' || input === null) return plainCondition
  if ('all' in input) return v.strictObject({ all: partsAt(depth), clause: v.exactOptional(clause) })
  if ('any' in input) return v.strictObject({ any: partsAt(depth), clause: v.exactOptional(clause) })
  if ('of' in input || 'at_least' in input) {
    return v.strictObject({ at_least: v.number(), of: partsAt(depth), clause: v.exactOptional(clause) })
  }
  return 'by' in input || 'tiers' in input ? tieredCondition : plainCondition
}

function partsAt(depth: number) {
  return v.pipe(v.array(treeAt(depth + 1)), v.maxLength(MAX_PARTS))
}

const tooDeep = v.custom<Tree>(() => false, `条件最多套 ${MAX_DEPTH} 层`)

function treeAt(depth: number): v.GenericSchema<unknown, Tree> {
  return depth > MAX_DEPTH ? tooDeep : v.lazy((input) => shapeOf(input, depth))
}

/** Strict: unknown keys, wrong operators, empty groups, impossible counts and tiers are refused, each with its path. */
export const eligibilityTree = v.pipe(
  treeAt(1),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    for (const { path, message } of validateRule(dataset.value)) {
      const [first, ...rest] = path.map(pathItem)
      addIssue(first ? { message, path: [first, ...rest] } : { message })
    }
  }),
)

function pathItem(key: string | number): v.UnknownPathItem {
  return { type: 'unknown', origin: 'value', input: undefined, key, value: undefined }
}
