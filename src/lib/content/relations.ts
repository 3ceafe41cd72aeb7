/** Which content belongs together. */
import { CONTENT_DIR } from 'astro:env/server'
import { nameOf } from '../rules/text/titles.ts'
import { interpretations, news, originals } from './entries.ts'
import { type Rival, readExclusions, rivalsOf } from './exclusions.ts'
import { formatProblem } from './load/yaml-fields.ts'
import { query } from './queries.ts'
import { readRates } from './rates.ts'
import type { Interpretation, News, Original } from './schema/documents.ts'

const RELATED_SHOWN = 5
/** Beside an article, so many others. */
const OTHER_NEWS = 5

const allOriginals = query('allOriginals', async () => (await originals()).map(({ data }) => data))
const allInterpretations = query('allInterpretations', async () =>
  (await interpretations()).map(({ data }) => data),
)

// Every page asks for what belongs to it: looked through each time, ten thousand documents would be a hundred million steps.
const originalsById = query(
  'originalsById',
  async () => new Map((await allOriginals()).map((each) => [each.id, each])),
)
const interpretationsById = query(
  'interpretationsById',
  async () => new Map((await allInterpretations()).map((each) => [each.id, each])),
)
const interpretationsByOriginal = query('interpretationsByOriginal', async () =>
  groupByEach(await allInterpretations(), ({ policy, originals }) => [policy, ...originals]),
)
const originalsBySuccessor = query('originalsBySuccessor', async () =>
  groupByEach(await allOriginals(), ({ successor }) => [successor]),
)

/** The values of each key, in their order; a value that has several keys stands at each of them, once. */
function groupByEach<Value>(values: readonly Value[], keysOf: (value: Value) => (number | undefined)[]) {
  const groups = new Map<number, Value[]>()
  for (const value of values) {
    for (const key of new Set(keysOf(value))) {
      if (key === undefined) continue
      const group = groups.get(key)
      if (group) group.push(value)
      else groups.set(key, [value])
    }
  }
  return groups
}

/** Those that are shown, in the order of the ids. */
export const originalsOfIds = query('originalsOfIds', async (ids: readonly number[]) => {
  const byId = await originalsById()
  return ids.flatMap((id) => byId.get(id) ?? [])
})

/** The original that the item belongs to, then its further bases. */
export function originalsOf(data: Interpretation): Promise<Original[]> {
  return originalsOfIds(data.policy === undefined ? data.originals : [data.policy, ...data.originals])
}

export const interpretationsOf = query(
  'interpretationsOf',
  async (originalId: number) => (await interpretationsByOriginal()).get(originalId) ?? [],
)

export const newsAbout = query(
  'newsAbout',
  async (originalIds: readonly number[]): Promise<News[]> =>
    (await news())
      .filter(({ data }) => data.policies.some((id) => originalIds.includes(id)))
      .slice(0, RELATED_SHOWN)
      .map(({ data }) => data),
)

/** The newest beside this one. */
export const otherNews = query(
  'otherNews',
  async (id: number): Promise<News[]> =>
    (await news())
      .filter(({ data }) => data.id !== id)
      .slice(0, OTHER_NEWS)
      .map(({ data }) => data),
)

/** Interpretations that share a theme, those of the same region first. */
export const similarInterpretations = query('similarInterpretations', async (id: number) => {
  const data = (await interpretationsById()).get(id)
  if (!data) return []
  const near = (other: Interpretation) => (other.region === data.region ? 0 : 1)
  return (await allInterpretations())
    .filter((other) => other.id !== id && other.themes.some((theme) => data.themes.includes(theme)))
    .toSorted((a, b) => near(a) - near(b))
    .slice(0, RELATED_SHOWN)
})

export const exclusions = query('exclusions', async () => {
  const { exclusions: declared, problems } = await readExclusions(CONTENT_DIR)
  if (problems.length > 0) throw new Error(['内容有误：', ...problems.map(formatProblem)].join('\n'))
  return [...declared]
})

/** Dated rates, and formulas that many policies share. */
export const rates = query('rates', async () => {
  const { rates: declared, problems } = await readRates(CONTENT_DIR)
  if (problems.length > 0) throw new Error(['内容有误：', ...problems.map(formatProblem)].join('\n'))
  return declared
})

/** 不可同时享受: the interpretations that are shown, with their names. */
export const rivalsOfPage = query(
  'rivalsOfPage',
  async (id: number): Promise<(Rival & { title: string })[]> => {
    const byId = await interpretationsById()
    return rivalsOf(await exclusions(), id).flatMap((rival) => {
      const other = byId.get(rival.id)
      return other ? { ...rival, title: nameOf(other) } : []
    })
  },
)

/** The document that this one names as its replacement. */
export async function successorOf({ successor }: Original): Promise<Original | undefined> {
  return successor === undefined ? undefined : (await originalsOfIds([successor]))[0]
}

/** The documents that name this one as their replacement. */
export const replacedBy = query(
  'replacedBy',
  async (id: number) => (await originalsBySuccessor()).get(id) ?? [],
)
