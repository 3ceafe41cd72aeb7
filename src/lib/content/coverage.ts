/** Which place has which policies, and which themes and kinds of company they leave out. */
import { evaluate } from '../rules/eligibility/evaluate.ts'
import { JUDGED_KINDS } from '../rules/eligibility/options.ts'
import { NATION, provinceOf } from '../rules/regions.ts'
import { canBeHad } from '../rules/time/window-use.ts'
import { provinces } from './regions.ts'
import { type Interpretation, windowOf } from './schema/documents.ts'
import { THEMES } from './schema/fields.ts'

type Kind = keyof typeof JUDGED_KINDS
const KINDS = Object.keys(JUDGED_KINDS) as Kind[]

/** What can be had today: neither over nor a law. @param today YYYY-MM-DD in China */
export function inForce<Item extends { data: Interpretation }>(
  items: readonly Item[],
  today: string,
): Item[] {
  return items.filter(({ data }) => canBeHad(windowOf(data.window), today))
}

export interface Place<Item> {
  code: string
  name: string
  /** Those of its cities and districts among them. */
  items: Item[]
}

/** The nation first, then every 省级 division in the order of the codes, those that have nothing among them. */
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
  /** Of places, not of the nation. */
  local: number
  /** For how many a company of the kind is not ruled out by its kind alone. */
  byKind: Record<Kind, number>
}

/** One row a theme; a policy of two themes counts in both. */
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

/** The number of policies below which a theme or place is thin. */
export const THIN_BELOW = 3
