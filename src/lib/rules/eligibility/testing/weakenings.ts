/** All variants of a rule with one part removed. The golden companies of the rule have to notice each of them. */
import { type Condition, type Group, isGroup, partsOf, type TieredCondition, type Tree } from '../tree.ts'

export interface Weakening {
  /** English, for the failing test: what is gone and where. */
  gone: string
  /** Null: nothing is left. */
  tree: Tree | null
}

/** Each part of each group left out, each count one lower, each tier merged into its neighbour. */
export function weakenings(tree: Tree, path = ''): Weakening[] {
  if (!isGroup(tree)) return 'by' in tree ? withoutTiers(tree, path) : []
  const { need, parts } = partsOf(tree)
  const key = 'all' in tree ? 'all' : 'any' in tree ? 'any' : 'of'
  const lower =
    'of' in tree && need > 1
      ? [{ gone: `${path}at_least ${need}`, tree: { ...tree, at_least: need - 1 } }]
      : []
  const inParts = parts.flatMap((part, index) => {
    const place = `${path}${key}.${index} `
    const without = { gone: `${place}${nameOf(part)}`, tree: withPart(tree, index, null) }
    const inside = weakenings(part, place).map(({ gone, tree: left }) => ({
      gone,
      tree: withPart(tree, index, left),
    }))
    return [without, ...inside]
  })
  return [...lower, ...inParts]
}

function withPart(group: Group, index: number, part: Tree | null): Tree | null {
  const parts = partsOf(group).parts.flatMap((each, at) => (at === index ? (part ?? []) : [each]))
  if (parts.length === 0) return null
  if ('all' in group) return { ...group, all: parts }
  if ('any' in group) return { ...group, any: parts }
  return { ...group, at_least: Math.min(group.at_least, parts.length), of: parts }
}

function withoutTiers({ by, tiers, ...rest }: TieredCondition, path: string): Weakening[] {
  return tiers.map((tier, index) => {
    const left = tiers.filter((_, at) => at !== index)
    const [first] = left
    const lastBound = left.at(-1)
    if (first && left.length === 1)
      return { gone: tierName(path, tier), tree: { ...rest, value: first.value } }
    const kept = left.map((each) => (each === lastBound ? { value: each.value } : each))
    return { gone: tierName(path, tier), tree: { ...rest, by, tiers: kept } }
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
