/** The eligibility tree as in catalogue and front matter. The evaluator can judge every tree that parses. */
import * as v from 'valibot'
import { ASK_NAME, type AskKey, isAskKey } from '../../rules/eligibility/asks.ts'
import { DERIVED, type DerivedKey } from '../../rules/eligibility/derived.ts'
import { FACT_KEYS } from '../../rules/eligibility/facts.ts'
import { readIndustry } from '../../rules/eligibility/industries.ts'
import { OPERATORS, type Tree } from '../../rules/eligibility/tree.ts'
import { validateRule } from '../../rules/eligibility/validate-rule.ts'
import { line } from '../text.ts'
import { askKey } from './question.ts'

const MAX_PARTS = 40
/** Deeper trees are refused: no reader could follow the reasons. */
export const MAX_DEPTH = 6

export const clause = v.strictObject({
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

type KeySchema = v.GenericSchema<unknown, AskKey>

const industry = v.custom<string>(
  (code) => typeof code === 'string' && readIndustry(code) === code,
  '应为行业代码，例如 A 或者 O80',
)

const askWith = (key: KeySchema) =>
  v.strictObject({
    ask: line('问题', 80),
    key,
    help: v.exactOptional(line('说明', 200)),
    usual: v.exactOptional(v.literal(true)),
    industries: v.exactOptional(v.pipe(v.array(industry), v.minLength(1))),
    clause: v.exactOptional(clause),
  })

/** Selects one of the six shapes by the keys, so that an error names its place. */
function shapeOf(input: unknown, depth: number, key: KeySchema): v.GenericSchema<unknown, Tree> {
  if (typeof input !== 'object' || input === null) return plainCondition
  if ('ask' in input) return askWith(key)
  if ('all' in input) return v.strictObject({ all: partsAt(depth, key), clause: v.exactOptional(clause) })
  if ('any' in input) return v.strictObject({ any: partsAt(depth, key), clause: v.exactOptional(clause) })
  if ('of' in input || 'at_least' in input) {
    return v.strictObject({ at_least: v.number(), of: partsAt(depth, key), clause: v.exactOptional(clause) })
  }
  return 'by' in input || 'tiers' in input ? tieredCondition : plainCondition
}

function partsAt(depth: number, key: KeySchema) {
  return v.pipe(v.array(treeAt(depth + 1, key)), v.maxLength(MAX_PARTS))
}

const tooDeep = v.custom<Tree>(() => false, `条件最多套 ${MAX_DEPTH} 层`)

function treeAt(depth: number, key: KeySchema): v.GenericSchema<unknown, Tree> {
  return depth > MAX_DEPTH ? tooDeep : v.lazy((input) => shapeOf(input, depth, key))
}

/** Strict: refuses unknown keys, wrong operators, empty groups, impossible counts and tiers, each with its path. */
function treeWith(key: KeySchema) {
  return v.pipe(
    treeAt(1, key),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      for (const { path, message } of validateRule(dataset.value)) {
        const [first, ...rest] = path.map(pathItem)
        addIssue(first ? { message, path: [first, ...rest] } : { message })
      }
    }),
  )
}

export const eligibilityTree = treeWith(askKey)

/**
 * Front matter names the policy once: an ask there has only its name, and gets its key by `nameAsks`. With the whole key of
 * another policy's ask it is that question, answered once for both.
 */
export const writtenTree = treeWith(
  v.pipe(
    v.string(),
    v.check(
      (name) => ASK_NAME.test(name) || isAskKey(name),
      '小写字母开头，只用小写字母、数字和下划线，最多24个字符；别的政策的问题前面加编号和点',
    ),
    v.transform((name) => name as AskKey),
  ),
)

/** Returns a written tree with keys for its asks. `owner` is 17, or loan3. */
export function nameAsks(tree: Tree, owner: `${number}` | `loan${number}`): Tree {
  const parts = (trees: readonly Tree[]) => trees.map((part) => nameAsks(part, owner))
  if ('ask' in tree) return isAskKey(tree.key) ? tree : { ...tree, key: `${owner}.${tree.key}` }
  if ('fact' in tree) return tree
  if ('all' in tree) return { ...tree, all: parts(tree.all) }
  return 'any' in tree ? { ...tree, any: parts(tree.any) } : { ...tree, of: parts(tree.of) }
}

function pathItem(key: string | number): v.UnknownPathItem {
  return { type: 'unknown', origin: 'value', input: undefined, key, value: undefined }
}
