/** Variants of a formula with one element removed. The hand-calculated amounts must notice each variant. */
import { weakenings } from '../eligibility/weakenings.ts'
import { childrenOf, type Formula, linesOf } from './formula.ts'

type Path = readonly (string | number)[]

interface Weaker {
  path: Path
  formula: Formula
}

/**
 * Returns variants with: a part removed, a branch or tier replaced by its neighbour, a phase a year longer or
 * shorter, a bound of a whole tier moved to its other side, a condition weakened by `weakenings`. Fixed factors, 100%
 * among them, are halved and equal tiers merged, because no amount could notice less; spans and floors at 0 stay.
 */
export function weakerFormulas(formula: Formula): Weaker[] {
  if (typeof formula !== 'object') return []
  const inside = childrenOf(formula).flatMap(([way, child]) =>
    weakerFormulas(child).map((weaker) => ({
      path: [...way, ...weaker.path],
      formula: withPart(formula, way, weaker.formula),
    })),
  )
  return [...ownVariants(formula), ...inside]
}

function ownVariants(formula: Formula & object): Weaker[] {
  if ('when' in formula) {
    return [
      { path: ['then'], formula: formula.else },
      { path: ['else'], formula: formula.then },
      ...weakenings(formula.when).flatMap(({ tree }) =>
        tree ? [{ path: ['when'], formula: { ...formula, when: tree } }] : [],
      ),
    ]
  }
  if ('tiers' in formula) return tierVariants(formula)
  if ('phase' in formula) {
    return formula.phase.of.flatMap(({ years }, place) =>
      [years - 1, years + 1].map((other) => ({
        path: ['phase', 'of', place, 'is'],
        formula: withPart(formula, ['phase', 'of', place, 'years'], other),
      })),
    )
  }
  if ('income_tax' in formula) {
    const lines = linesOf(formula.income_tax)
    return lines.length < 2
      ? []
      : lines.map(([gone]) => ({
          path: ['income_tax', gone],
          formula: { income_tax: Object.fromEntries(lines.filter(([line]) => line !== gone)) },
        }))
  }
  return 'span' in formula ? [] : listVariants(formula)
}

function tierVariants(formula: Extract<Formula, { tiers: unknown }>): Weaker[] {
  const { of, kind } = formula.tiers
  return of.flatMap(({ up_to, below, is }, place) => {
    const neighbour = (of[place + 1] ?? of[place - 1])?.is
    if (neighbour === undefined || JSON.stringify(neighbour) === JSON.stringify(is)) return []
    const path = ['tiers', 'of', place, 'is']
    const merged = { path, formula: withPart(formula, path, neighbour) }
    if (kind === 'part' || place === of.length - 1) return [merged]
    const moved = up_to === undefined ? { up_to: below, is } : { below: up_to, is }
    return [merged, { path, formula: withPart(formula, ['tiers', 'of', place], moved) }]
  })
}

function listVariants(formula: Formula & object): Weaker[] {
  const children = childrenOf(formula)
  return children.flatMap(([path, child]) => {
    const isFixed = typeof child !== 'object' || 'rate' in child
    if ('times' in formula && isFixed) return [{ path, formula: { times: [...formula.times, '50%'] } }]
    if ('over' in formula && isFixed) return [{ path, formula: { over: [...formula.over, '50%'] } }]
    if (children.length < 2 || ('most' in formula && child === '0元')) return []
    const left = children.flatMap(([way, part]) => (way === path ? [] : [part]))
    const [only] = left
    const formulaLeft = left.length === 1 && only !== undefined ? only : { [String(path[0])]: left }
    return [{ path, formula: formulaLeft as Formula }]
  })
}

function withPart(formula: Formula, [first, ...rest]: Path, part: unknown): Formula {
  if (first === undefined) return part as Formula
  const copy = (Array.isArray(formula) ? [...formula] : { ...(formula as object) }) as Record<string, Formula>
  copy[first] = withPart(copy[first] as Formula, rest, part)
  return copy as unknown as Formula
}
