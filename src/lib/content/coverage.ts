import { evaluate } from '../rules/eligibility/evaluate.ts'
import { JUDGED_KINDS } from '../rules/eligibility/options.ts'
import { NATION, provinceOf } from '../rules/regions.ts'
import { canBeHad } from '../rules/time/window-use.ts'
import { provinces } from './regions.ts'
import { type Interpretation, windowOf } from './schema/documents.ts'
import { THEMES } from './schema/fields.ts'

type Kind = keyof typeof JUDGED_KINDS
const KINDS = Object.keys(JUDGED_KINDS) as Kind[]

/** Returns the available policies: neither ended nor laws. @param today YYYY-MM-DD in China */
export function inForce<Item extends { data: Interpretation }>(
  items: readonly Item[],
  today: string,
): Item[] {
  return items.filter(({ data }) => canBeHad(windowOf(data.window), today))
}

export interface Place<Item> {
  code: string
  name: string
  items: Item[]
}

/** Returns the nation, then every 省级 division by code, including those without policies. */
export function byProvince<Item extends { data: Pick<Interpretation, 'region'> }>(
  items: readonly Item[],
): [nation: Item[], provinces: Place<Item>[]] {
  const groups = Map.groupBy(items, ({ data }) => provinceOf(data.region))
  return [
    groups.get(NATION) ?? [],
    provinces().map(({ code, name }) => ({ code, name, items: groups.get(code) ?? [] })),
  ]
}

export interface ThemeCoverage {
  theme: string
  all: number
  /** Policies of places, not of the nation. */
  local: number
  byKind: Record<Kind, number>
}

/** Returns a row per theme; a policy with two themes counts in both. */
export function byTheme(
  items: readonly { data: Pick<Interpretation, 'region' | 'themes' | 'eligibility'> }[],
  today: string,
): ThemeCoverage[] {
  return THEMES.map((theme) => {
    const of = items.filter(({ data }) => data.themes.includes(theme))
    return {
      theme,
      all: of.length,
      local: of.filter(({ data }) => data.region !== NATION).length,
      byKind: Object.fromEntries(
        KINDS.map((kind) => [kind, of.filter(({ data }) => isOpenTo(data.eligibility, kind, today)).length]),
      ) as Record<Kind, number>,
    }
  })
}

function isOpenTo(eligibility: Interpretation['eligibility'], kind: Kind, today: string): boolean {
  return evaluate({ eligibility: eligibility ?? null, unmodelled: [] }, { kind }, today).status !== 'unmet'
}

/** A theme or place with fewer policies is thin. */
export const THIN_BELOW = 3
