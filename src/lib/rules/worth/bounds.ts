/** Bounds that conditions set on unknown figures: 应纳税所得额不超过 300 万 bounds the income by 300万. */
import { ONE, readThreshold } from '../eligibility/decimal.ts'
import {
  type Condition,
  type FactCondition,
  isGroup,
  type Operator,
  partsOf,
  type RuleValue,
  type Subject,
  type Tree,
} from '../eligibility/tree.ts'
import { ANYTHING, hull, overlap, point, type Range } from './range.ts'

/** Keyed by figure, as `Company` holds it (shares in percent), and by own number. */
export type Bounds = ReadonlyMap<string, Range>

/** Returns the bounds that follow from a met tree; with `holds` false, from an unmet one. */
export function boundsOf(tree: Tree, holds = true): Bounds {
  if (!isGroup(tree)) return boundsOfCondition(tree, holds)
  const { need, parts } = partsOf(tree)
  const needed = holds ? need : parts.length - need + 1
  const each = parts.map((part) => boundsOf(part, holds))
  if (needed >= parts.length) return each.reduce(meet, NO_BOUNDS)
  const keys = new Set(each.flatMap((bounds) => [...bounds.keys()]))
  return new Map(
    [...keys].flatMap((key) => {
      const found = each.flatMap((bounds) => bounds.get(key) ?? [])
      // At least one part of any such group holds.
      return found.length > parts.length - needed ? [[key, found.reduce(hull)] as const] : []
    }),
  )
}

const NO_BOUNDS: Bounds = new Map()

/** Intersects two sets of bounds. On a contradiction the first wins. */
export function meet(first: Bounds, second: Bounds): Bounds {
  if (second.size === 0) return first
  if (first.size === 0) return second
  const both = new Map(first)
  for (const [key, range] of second) {
    const known = both.get(key)
    both.set(key, known ? (overlap(known, range) ?? known) : range)
  }
  return both
}

const OPPOSITES: Partial<Record<Operator, Operator>> = {
  lt: 'gte',
  lte: 'gt',
  gt: 'lte',
  gte: 'lt',
  ne: 'eq',
  eq: 'ne',
}

function boundsOfCondition(condition: Condition, holds: boolean): Bounds {
  if ('ask' in condition) return NO_BOUNDS
  const op = holds ? condition.op : OPPOSITES[condition.op]
  if (op === undefined) return NO_BOUNDS
  const ranges = valuesOf(condition).map((value) => rangeOf(op, value))
  const known = ranges.filter((range) => range !== undefined)
  const [first, ...others] = known
  if (!first || known.length < ranges.length) return NO_BOUNDS
  return new Map<Subject, Range>([[condition.fact, others.reduce(hull, first)]])
}

function valuesOf(condition: FactCondition): readonly RuleValue[] {
  return 'by' in condition ? condition.tiers.map(({ value }) => value) : [condition.value]
}

function rangeOf(op: Operator, value: RuleValue): Range | undefined {
  if (op === 'between') {
    const [low, high] = Array.isArray(value) ? value.map(bound) : []
    return low && high && { low: low.low, high: high.high }
  }
  const at = bound(value)
  if (!at) return undefined
  if (op === 'eq') return at
  if (op === 'lt' || op === 'lte') return { low: ANYTHING.low, high: at.high }
  return op === 'gt' || op === 'gte' ? { low: at.low, high: ANYTHING.high } : undefined
}

function bound(value: unknown): Range | undefined {
  const n = readThreshold(value)
  return n === undefined ? undefined : point({ n, d: ONE })
}
