/**
 * All variants of a formula, and of a tree, with one limit gone or moved by the least that there is. Each has to change the
 * worth, or the verdict, of some golden company: so there is one on both sides of every limit, and one exactly at it.
 */
import { isGroup, partsOf, type Tree } from '../../../rules/eligibility/tree.ts'
import { weakenings } from '../../../rules/eligibility/weakenings.ts'
import { childrenOf, type Formula } from '../../../rules/worth/formula.ts'

/** `gone`: English, for the failing test. */
interface Variant<Of> {
  gone: string
  is: Of
}

export function formulaWeakenings(formula: Formula): Variant<Formula>[] {
  if (typeof formula !== 'object') return []
  const inside = childrenOf(formula).flatMap(([way, child]) =>
    formulaWeakenings(child).map(({ gone, is }) => ({
      gone: `${way.join('.')} ${gone}`,
      is: withPart(formula, way, is),
    })),
  )
  return [...ownWeakenings(formula), ...inside]
}

function ownWeakenings(formula: Formula & object): Variant<Formula>[] {
  if ('when' in formula) {
    const trees = [...limitsMoved(formula.when), ...partsGone(formula.when)]
    return [
      { gone: 'then', is: formula.else },
      { gone: 'else', is: formula.then },
      ...trees.map(({ gone, is }) => ({ gone: `when ${gone}`, is: { ...formula, when: is } })),
    ]
  }
  if ('tiers' in formula) return tiersMoved(formula)
  if ('phase' in formula) {
    const { since, of } = formula.phase
    return of.flatMap(({ years }, place) =>
      [years - 1, years + 1].map((other) => ({
        gone: `phase ${place} of ${years} years`,
        is: { phase: { since, of: of.map((each, at) => (at === place ? { ...each, years: other } : each)) } },
      })),
    )
  }
  const kind = (['least', 'most', 'sum'] as const).find((each) => each in formula)
  const parts = kind ? ((formula as Record<string, unknown>)[kind] as readonly Formula[]) : []
  if (!kind || parts.length < 2) return []
  return parts.flatMap((part, place) => {
    // Nobody gets less than nothing, whatever a formula says.
    if (kind === 'most' && part === '0元') return []
    return [
      {
        gone: `${kind}.${place} ${JSON.stringify(part)}`,
        is: { [kind]: parts.filter((_, at) => at !== place) } as unknown as Formula,
      },
    ]
  })
}

/** Each tier merged into the next, and where a tier counts for the whole, its bound on the other side of it. */
function tiersMoved({ tiers: { by, of, kind } }: Extract<Formula, { tiers: unknown }>): Variant<Formula>[] {
  const make = (tiers: typeof of): Formula => ({ tiers: { by, of: tiers, kind } })
  return of.slice(0, -1).flatMap((tier, place) => {
    const { up_to, below, is } = tier
    const moved = up_to === undefined ? { up_to: below, is } : { below: up_to, is }
    const gone = `tier ${JSON.stringify(up_to ?? below)}`
    return [
      { gone, is: make(of.filter((_, at) => at !== place)) },
      ...(kind === 'whole'
        ? [{ gone: `${gone} moved`, is: make(of.map((each) => (each === tier ? moved : each)) as typeof of) }]
        : []),
    ]
  })
}

const OTHER_SIDE: Record<string, 'lt' | 'lte' | 'gt' | 'gte'> = { lt: 'lte', lte: 'lt', gt: 'gte', gte: 'gt' }

/** Each bound included that is not, and the other way round. */
export function limitsMoved(tree: Tree): Variant<Tree>[] {
  if (isGroup(tree)) {
    const key = 'all' in tree ? 'all' : 'any' in tree ? 'any' : 'of'
    const { parts } = partsOf(tree)
    return parts.flatMap((part, place) =>
      limitsMoved(part).map(({ gone, is }) => ({
        gone,
        is: { ...tree, [key]: parts.map((each, at) => (at === place ? is : each)) },
      })),
    )
  }
  const op = 'fact' in tree && OTHER_SIDE[tree.op]
  return op ? [{ gone: `${tree.fact} ${tree.op} moved to ${op}`, is: { ...tree, op } }] : []
}

function partsGone(tree: Tree): Variant<Tree>[] {
  return weakenings(tree).flatMap(({ gone, tree: is }) => (is ? [{ gone, is }] : []))
}

function withPart(formula: Formula, [first, ...rest]: readonly (string | number)[], part: Formula): Formula {
  if (first === undefined) return part
  const copy = (Array.isArray(formula) ? [...formula] : { ...(formula as object) }) as Record<string, Formula>
  copy[first] = withPart(copy[first] as Formula, rest, part)
  return copy as unknown as Formula
}
