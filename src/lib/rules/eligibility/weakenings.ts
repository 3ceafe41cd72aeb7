/** Variants of a rule with one part removed or one limit moved. The golden companies must notice each. */
import {
  type Condition,
  type Group,
  isGroup,
  type Operator,
  partsOf,
  type TieredCondition,
  type Tree,
} from './tree.ts'

export interface Weakening {
  gone: string
  /** Path to the removed part, the reduced group, or the condition with the moved limit. */
  place: readonly number[]
  what: 'part' | 'count' | 'tier' | 'limit'
  /** Index of the tier that is merged into its neighbour. */
  tier?: number
  tree: Tree | null
}

/** Returns variants with a part removed, a count reduced, a tier merged, or a limit moved. */
export function weakenings(tree: Tree, path = '', place: readonly number[] = []): Weakening[] {
  if (!isGroup(tree)) {
    return [...('by' in tree ? withoutTiers(tree, path, place) : []), ...withLimitMoved(tree, path, place)]
  }
  const { need, parts } = partsOf(tree)
  const key = 'all' in tree ? 'all' : 'any' in tree ? 'any' : 'of'
  const lower: Weakening[] =
    'of' in tree && need > 1
      ? [{ gone: `${path}at_least ${need}`, place, what: 'count', tree: { ...tree, at_least: need - 1 } }]
      : []
  const inParts = parts.flatMap((part, index): Weakening[] => {
    const at = `${path}${key}.${index} `
    const within = [...place, index]
    const gone = `${at}${nameOf(part)}`
    const inside = weakenings(part, at, within).map((weakening) => ({
      ...weakening,
      tree: withPart(tree, index, weakening.tree),
    }))
    return [{ gone, place: within, what: 'part', tree: withPart(tree, index, null) }, ...inside]
  })
  return [...lower, ...inParts]
}

const OTHER_SIDE: Partial<Record<Operator, Operator>> = { lt: 'lte', lte: 'lt', gt: 'gte', gte: 'gt' }

/** Companies exactly on the limit are then judged differently. */
function withLimitMoved(tree: Condition, path: string, place: readonly number[]): Weakening[] {
  const op = 'fact' in tree && OTHER_SIDE[tree.op]
  if (!op) return []
  return [{ gone: `${path}${nameOf(tree)} as ${op}`, place, what: 'limit', tree: { ...tree, op } }]
}

function withPart(group: Group, index: number, part: Tree | null): Tree | null {
  const parts = partsOf(group).parts.flatMap((each, at) => (at === index ? (part ?? []) : [each]))
  if (parts.length === 0) return null
  if ('all' in group) return { ...group, all: parts }
  if ('any' in group) return { ...group, any: parts }
  return { ...group, at_least: Math.min(group.at_least, parts.length), of: parts }
}

function withoutTiers(
  { by, tiers, ...rest }: TieredCondition,
  path: string,
  place: readonly number[],
): Weakening[] {
  return tiers.map((tier, index): Weakening => {
    const about = { gone: tierName(path, tier), place, what: 'tier', tier: index } as const
    const left = tiers.filter((_, at) => at !== index)
    const [first] = left
    const lastBound = left.at(-1)
    if (first && left.length === 1) return { ...about, tree: { ...rest, value: first.value } }
    const kept = left.map((each) => (each === lastBound ? { value: each.value } : each))
    return { ...about, tree: { ...rest, by, tiers: kept } }
  })
}

function tierName(path: string, tier: object): string {
  return `${path}tier ${JSON.stringify(tier)}`
}

function nameOf(part: Tree): string {
  const clause = part.clause ? ` (${part.clause.article} ${part.clause.gist ?? ''})` : ''
  return (isGroup(part) ? 'group' : conditionName(part)) + clause
}

function conditionName(condition: Condition): string {
  if ('ask' in condition) return `ask ${condition.key}`
  const { fact, op, ...rest } = condition
  return `${fact} ${op} ${'value' in rest ? JSON.stringify(rest.value) : 'by tiers'}`
}
