/**
 * 中小企业划型 by 工信部联企业〔2011〕300号: a company belongs to the lowest class that one of its figures falls in.
 * With figures missing it is a range, which is often enough: 10 people in industry make 微型, whatever the revenue.
 */
import { compareQuantities, ONE, type Quantity } from './decimal.ts'
import type { Figures } from './derived.ts'
import type { FactKey } from './facts.ts'
import { industryContains } from './industries.ts'
import { SIZES } from './options.ts'
import { SIZE_STANDARDS, type SizeStandard } from './size-standards.ts'

export type Size = keyof typeof SIZES

const NAMES = Object.keys(SIZES) as Size[]

export interface SizeRange {
  /** The classes that are still possible, smallest first. */
  possible: readonly Size[]
  /** Unanswered facts that could narrow the range. */
  missing: readonly FactKey[]
}

/** `industry` as `readIndustry` gives it. Industries that the standard leaves out (finance, railways, …) stay open. */
export function sizeRange(industry: string | undefined, figures: Figures): SizeRange {
  if (industry === undefined) return { possible: NAMES, missing: ['industry'] }
  let lowest = NAMES.length - 1
  let highest = 0
  const standards = standardsFor(industry)
  const missing = new Set<FactKey>(standards.length > 1 ? ['industry'] : [])
  for (const standard of standards) {
    const levels = standard.bounds.map(({ fact, from }) => {
      const figure = figures[fact]
      if (figure === undefined) missing.add(fact)
      return figure && levelOf(figure, from)
    })
    const known = levels.filter((level) => level !== undefined)
    highest = Math.max(highest, Math.min(NAMES.length - 1, ...known))
    lowest = Math.min(lowest, known.length === levels.length && known.length > 0 ? Math.min(...known) : 0)
  }
  const possible = NAMES.slice(lowest, highest + 1)
  return { possible, missing: possible.length === 1 ? [] : [...missing] }
}

/** The most special standard that holds the industry, and those of its parts when the industry is given coarsely. */
function standardsFor(industry: string): SizeStandard[] {
  const scopes = SIZE_STANDARDS.flatMap((standard) => standard.scopes.map((scope) => ({ scope, standard })))
  const around = scopes
    .filter(({ scope }) => industryContains(scope, industry))
    .sort((a, b) => b.scope.length - a.scope.length)
    .slice(0, 1)
  const inside = scopes.filter(({ scope }) => scope !== industry && industryContains(industry, scope))
  return [...new Set([...around, ...inside].map(({ standard }) => standard))]
}

/** 0 微型 to 3 大型, by this figure alone. */
function levelOf(figure: Quantity, from: readonly bigint[]): number {
  return from.filter((bound) => compareQuantities(figure, { n: bound * ONE, d: ONE }) >= 0).length
}
