/** Which content belongs together. */
import { CONTENT_DIR } from 'astro:env/server'
import { nameOf } from '../rules/text/titles.ts'
import { interpretations, news, originals, remember } from './entries.ts'
import { type Rival, readExclusions, rivalsOf } from './exclusions.ts'
import { formatProblem } from './load/yaml-fields.ts'
import type { Interpretation, News, Original } from './schema/documents.ts'

const RELATED_SHOWN = 5

const allOriginals = remember(async () => (await originals()).map(({ data }) => data))
const allInterpretations = remember(async () => (await interpretations()).map(({ data }) => data))

// Every page asks for what belongs to it: looked through each time, ten thousand documents would be a hundred million steps.
const originalsById = remember(async () => new Map((await allOriginals()).map((each) => [each.id, each])))
const interpretationsById = remember(
  async () => new Map((await allInterpretations()).map((each) => [each.id, each])),
)
const interpretationsByOriginal = remember(async () =>
  groupByEach(await allInterpretations(), ({ policy, originals }) => [policy, ...originals]),
)
const originalsBySuccessor = remember(async () =>
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

/** The original that the item belongs to, then its further bases. */
export async function originalsOf(data: Interpretation): Promise<Original[]> {
  const ids = data.policy === undefined ? data.originals : [data.policy, ...data.originals]
  const byId = await originalsById()
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export async function interpretationsOf(originalId: number): Promise<Interpretation[]> {
  return (await interpretationsByOriginal()).get(originalId) ?? []
}

export async function newsAbout(originalIds: number[]): Promise<News[]> {
  return (await news())
    .filter(({ data }) => data.policies.some((id) => originalIds.includes(id)))
    .slice(0, RELATED_SHOWN)
    .map(({ data }) => data)
}

/** Interpretations that share a theme, those of the same region first. */
export async function similarInterpretations(data: Interpretation): Promise<Interpretation[]> {
  const near = (other: Interpretation) => (other.region === data.region ? 0 : 1)
  return (await allInterpretations())
    .filter((other) => other.id !== data.id && other.themes.some((theme) => data.themes.includes(theme)))
    .toSorted((a, b) => near(a) - near(b))
    .slice(0, RELATED_SHOWN)
}

export const exclusions = remember(async () => {
  const { exclusions: declared, problems } = await readExclusions(CONTENT_DIR)
  if (problems.length > 0) throw new Error(['内容有误：', ...problems.map(formatProblem)].join('\n'))
  return [...declared]
})

/** 不可同时享受: the interpretations that are shown, with their names. */
export async function rivalsOfPage({ id }: Interpretation): Promise<(Rival & { title: string })[]> {
  const byId = await interpretationsById()
  return rivalsOf(await exclusions(), id).flatMap((rival) => {
    const other = byId.get(rival.id)
    return other ? { ...rival, title: nameOf(other) } : []
  })
}

/** The document that this one names as its replacement. */
export async function successorOf({ successor }: Original): Promise<Original | undefined> {
  return successor === undefined ? undefined : (await originalsById()).get(successor)
}

/** The documents that name this one as their replacement. */
export async function replacedBy(id: number): Promise<Original[]> {
  return (await originalsBySuccessor()).get(id) ?? []
}
