/** A tree of names to pick from: administrative divisions or industries, by code. */
import { regionLine } from '../../rules/regions.ts'
import { holdsInOrder } from './titles.ts'

export interface Choice {
  code: string
  /** Its own name: 天河区. */
  name: string
  /** With all that it lies in: 广东省广州市天河区. */
  path: string
}

export interface PickList {
  byCode: ReadonlyMap<string, Choice>
  /** By the code above; '' holds the top. */
  below: ReadonlyMap<string, readonly Choice[]>
}

type Kind = 'region' | 'industry'

/** The codes that may lie above, nearest first. */
const ABOVE: Record<Kind, (code: string) => string[]> = {
  region: (code) => regionLine(code).slice(0, -1).reverse(),
  industry: (code) =>
    [4, 3, 1].filter((length) => length < code.length).map((length) => code.slice(0, length)),
}

const BETWEEN: Record<Kind, string> = { region: '', industry: ' › ' }

/** `names`: code to own name, those above before those below. */
export function makePickList(kind: Kind, names: Readonly<Record<string, string>>): PickList {
  const byCode = new Map<string, Choice>()
  const below = new Map<string, Choice[]>()
  // Codes without letters come out of an object in numeric order, which puts 省 before 市 before 区县.
  for (const [code, name] of Object.entries(names)) {
    const above = ABOVE[kind](code).find((candidate) => byCode.has(candidate)) ?? ''
    const outer = byCode.get(above)
    const choice = { code, name, path: outer ? outer.path + BETWEEN[kind] + name : name }
    byCode.set(code, choice)
    below.set(above, [...(below.get(above) ?? []), choice])
  }
  return { byCode, below }
}

/** What fits a query best, at most `limit`: whole names, then beginnings, then names that contain it, then paths. */
export function searchChoices({ byCode }: PickList, query: string, limit: number): Choice[] {
  const wanted = query.normalize('NFKC').replace(/[\s›]/g, '').toUpperCase()
  if (wanted === '') return []
  const found: { choice: Choice; rank: number }[] = []
  for (const choice of byCode.values()) {
    const rank = rankChoice(choice, wanted)
    if (rank !== undefined) found.push({ choice, rank })
  }
  return found
    .sort((a, b) => a.rank - b.rank || a.choice.code.length - b.choice.code.length)
    .slice(0, limit)
    .map(({ choice }) => choice)
}

function rankChoice({ code, name, path }: Choice, wanted: string): number | undefined {
  if (name === wanted || code === wanted || code.slice(1) === wanted) return 0
  if (name.startsWith(wanted)) return 1
  if (name.includes(wanted)) return 2
  if (path.includes(wanted)) return 3
  return wanted.length > 1 && holdsInOrder(path, wanted) ? 4 : undefined
}
