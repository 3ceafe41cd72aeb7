/** Names to pick from by a few letters: divisions and industries, loaded when a picker is opened. */
import { map } from 'nanostores'
import { explainError } from '../../api/errors.ts'
import { readStaticFile } from '../../api/static-file.ts'
import {
  INDUSTRIES_PATH,
  INDUSTRY_WORDS_PATH,
  type IndustryWords,
  industryWordsFile,
  namesFile,
  PLACES_PATH,
} from '../../contract/policies/division-files.ts'
import { regionLine } from '../../rules/regions.ts'
import { foldText } from '../../rules/search/terms.ts'

export interface Choice {
  code: string
  name: string
  path: string
}

export interface PickList {
  byCode: ReadonlyMap<string, Choice>
  /** By the parent's code; '' is the top. */
  below: ReadonlyMap<string, readonly Choice[]>
  /** Common words: 火锅店 is 正餐服务. */
  words: IndustryWords
}

type Kind = 'region' | 'industry'

/** Possible parents' codes, nearest first. */
const ABOVE: Record<Kind, (code: string) => string[]> = {
  region: (code) => regionLine(code).slice(0, -1).reverse(),
  industry: (code) =>
    [4, 3, 1].filter((length) => length < code.length).map((length) => code.slice(0, length)),
}

const BETWEEN: Record<Kind, string> = { region: '', industry: ' › ' }

/** `names`: code to own name, parents before children. */
export function makePickList(
  kind: Kind,
  names: Readonly<Record<string, string>>,
  words: IndustryWords = {},
): PickList {
  const byCode = new Map<string, Choice>()
  const below = new Map<string, Choice[]>()
  // Objects sort numeric keys, which puts 省 before 市 before 区县.
  for (const [code, name] of Object.entries(names)) {
    const above = ABOVE[kind](code).find((candidate) => byCode.has(candidate)) ?? ''
    const outer = byCode.get(above)
    const choice = { code, name, path: outer ? outer.path + BETWEEN[kind] + name : name }
    byCode.set(code, choice)
    below.set(above, [...(below.get(above) ?? []), choice])
  }
  return { byCode, below, words }
}

/** Endings of business names, and their industries: a 店 sells, a 厂 manufactures. */
const ENDING = /(?:有限)?公司$|企业$|[店馆厂铺行]$/
const SPOKEN_FOR: Record<string, string> = { 店: 'F52', 铺: 'F52', 厂: 'C' }

/**
 * Returns the best matches: whole names, synonyms, beginnings, contained text, paths. Letters in order (广州天河) count
 * only without a literal match.
 */
export function searchChoices(list: PickList, query: string, limit: number): Choice[] {
  const wanted = fold(query).replaceAll('›', '').toUpperCase()
  if (wanted === '') return []
  const core = wanted.replace(ENDING, '')
  const found = findHolding(list, wanted)
  if (found.length === 0 && core !== wanted && core !== '') {
    const meant = SPOKEN_FOR[wanted.at(-1) ?? ''] ?? ''
    const isMeant = ({ code }: Choice) => Number(code.startsWith(meant))
    found.push(...findHolding(list, core).sort((a, b) => isMeant(b) - isMeant(a)))
  }
  if (found.length === 0 && wanted.length > 1) {
    found.push(...[...list.byCode.values()].filter(({ path }) => widthInOrder(path, wanted) < Infinity))
  }
  return found.slice(0, limit)
}

/** Returns the best first, and shorter codes first among equals. */
function findHolding({ byCode, words }: PickList, wanted: string): Choice[] {
  const called = codesCalled(words, wanted)
  const found: { choice: Choice; rank: number }[] = []
  for (const choice of byCode.values()) {
    const rank = rankChoice(choice, wanted, called)
    if (rank !== undefined) found.push({ choice, rank })
  }
  return found
    .sort((a, b) => a.rank - b.rank || a.choice.code.length - b.choice.code.length)
    .map(({ choice }) => choice)
}

/** Returns the codes of the typed word, else of the longest contained one (川味火锅店), else of those that it begins. */
function codesCalled(words: IndustryWords, wanted: string): string[] {
  const own = words[wanted]
  if (own) return own
  const all = Object.keys(words)
  const [longest] = all.filter((word) => wanted.includes(word)).sort((a, b) => b.length - a.length)
  const called = longest === undefined ? all.filter((word) => word.startsWith(wanted)) : [longest]
  return [...new Set(called.flatMap((word) => words[word] ?? []))]
}

function rankChoice({ code, name, path }: Choice, wanted: string, called: string[]): number | undefined {
  if (name === wanted || code === wanted || code.slice(1) === wanted) return 0
  const place = called.indexOf(code)
  // Below 2, in the order of the list.
  if (place >= 0) return 1 + place / called.length
  if (name.startsWith(wanted)) return 2
  if (name.includes(wanted)) return 3
  return path.includes(wanted) ? 4 : undefined
}

export type PickKind = 'region' | 'industry'

type PickState =
  | { status: 'idle' | 'loading' }
  | { status: 'ready'; list: PickList }
  | { status: 'failed'; text: string }

export const $pickLists = map<Record<PickKind, PickState>>({
  region: { status: 'idle' },
  industry: { status: 'idle' },
})

const PATHS = { region: PLACES_PATH, industry: INDUSTRIES_PATH }

export async function loadPickList(kind: PickKind): Promise<void> {
  const { status } = $pickLists.get()[kind]
  if (status === 'loading' || status === 'ready') return
  $pickLists.setKey(kind, { status: 'loading' })
  try {
    const [names, words] = await Promise.all([
      readStaticFile(PATHS[kind], namesFile),
      kind === 'industry' ? readStaticFile(INDUSTRY_WORDS_PATH, industryWordsFile) : {},
    ])
    $pickLists.setKey(kind, { status: 'ready', list: makePickList(kind, names, words) })
  } catch (error) {
    $pickLists.setKey(kind, { status: 'failed', text: explainError(error) })
  }
}

function fold(text: string): string {
  return foldText(text).replace(/\s/g, '')
}

/** Returns the length of the shortest stretch that contains the letters in order (广州天河 in 广东省广州市天河区), or Infinity. */
function widthInOrder(text: string, wanted: string): number {
  let shortest = Infinity
  for (
    let start = text.indexOf(wanted.charAt(0));
    start >= 0;
    start = text.indexOf(wanted.charAt(0), start + 1)
  ) {
    let place = start - 1
    for (const letter of wanted) {
      place = text.indexOf(letter, place + 1)
      if (place < 0) return shortest
    }
    shortest = Math.min(shortest, place + 1 - start)
  }
  return shortest
}
