import { SHOWN_DIR } from 'astro:env/server'
import { nameOf } from '../rules/text/titles.ts'
import { interpretations, news, once, originals } from './entries.ts'
import { type Rival, readExclusions, rivalsOf } from './exclusions.ts'
import { formatProblem } from './load/yaml-fields.ts'
import { readRates } from './rates.ts'
import type { Interpretation, News, Original } from './schema/documents.ts'
import { makeSimilar } from './similar.ts'

const RELATED_SHOWN = 5
const OTHER_NEWS = 5

// A map, because every page looks up its related documents.
const originalsById = once(async () => new Map((await originals()).map(({ data }) => [data.id, data])))
const interpretationsById = once(
  async () => new Map((await interpretations()).map(({ data }) => [data.id, data])),
)
const interpretationsByOriginal = once(async () =>
  groupByEach(await interpretations(), ({ policy, originals }) => [policy, ...originals]),
)
const originalsBySuccessor = once(async () => groupByEach(await originals(), ({ successor }) => [successor]))

function groupByEach<Data>(
  entries: readonly { data: Data }[],
  keysOf: (data: Data) => (number | undefined)[],
) {
  const groups = new Map<number, Data[]>()
  for (const { data } of entries) {
    for (const key of new Set(keysOf(data))) {
      if (key === undefined) continue
      const group = groups.get(key)
      if (group) group.push(data)
      else groups.set(key, [data])
    }
  }
  return groups
}

export async function originalsOfIds(ids: readonly number[]): Promise<Original[]> {
  const byId = await originalsById()
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export function originalsOf(data: Interpretation): Promise<Original[]> {
  return originalsOfIds(data.policy === undefined ? data.originals : [data.policy, ...data.originals])
}

export async function interpretationsOf(originalId: number): Promise<Interpretation[]> {
  return (await interpretationsByOriginal()).get(originalId) ?? []
}

export async function newsAbout(originalIds: readonly number[]): Promise<News[]> {
  return (await news())
    .filter(({ data }) => data.policies.some((id) => originalIds.includes(id)))
    .slice(0, RELATED_SHOWN)
    .map(({ data }) => data)
}

export async function otherNews(id: number): Promise<News[]> {
  return (await news())
    .filter(({ data }) => data.id !== id)
    .slice(0, OTHER_NEWS)
    .map(({ data }) => data)
}

export const exclusions = once(async () => {
  const { exclusions: declared, problems } = await readExclusions(SHOWN_DIR)
  if (problems.length > 0) throw new Error(['内容有误：', ...problems.map(formatProblem)].join('\n'))
  return [...declared]
})

export const similarInterpretations = once(async () => {
  const excluding = await exclusions()
  return makeSimilar(
    (await interpretations()).map(({ data }) => data),
    (id) => rivalsOf(excluding, id).map((rival) => rival.id),
  )
})

export const rates = once(async () => {
  const { rates: declared, problems } = await readRates(SHOWN_DIR)
  if (problems.length > 0) throw new Error(['内容有误：', ...problems.map(formatProblem)].join('\n'))
  return declared
})

/** 不可同时享受: the shown interpretations with their names. */
export async function rivalsOfPage(id: number): Promise<(Rival & { title: string })[]> {
  const byId = await interpretationsById()
  return rivalsOf(await exclusions(), id).flatMap((rival) => {
    const other = byId.get(rival.id)
    return other ? { ...rival, title: nameOf(other) } : []
  })
}

export async function successorOf({ successor }: Original): Promise<Original | undefined> {
  return successor === undefined ? undefined : (await originalsOfIds([successor]))[0]
}

export async function replacedBy(id: number): Promise<Original[]> {
  return (await originalsBySuccessor()).get(id) ?? []
}
