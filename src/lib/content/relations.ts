/** Which content belongs together. */
import { CONTENT_DIR } from 'astro:env/server'
import { nameOf } from '../rules/text/titles.ts'
import { interpretations, news, originals, remember } from './entries.ts'
import { type Rival, readExclusions, rivalsOf } from './exclusions.ts'
import { formatProblem } from './load/yaml-fields.ts'
import type { Interpretation, News, Original } from './schema/documents.ts'

const RELATED_SHOWN = 5

/** The original that the item belongs to, then its further bases. */
export async function originalsOf(data: Interpretation): Promise<Original[]> {
  const ids = data.policy === undefined ? data.originals : [data.policy, ...data.originals]
  const all = await allOriginals()
  return ids.flatMap((id) => all.find((original) => original.id === id) ?? [])
}

export async function interpretationsOf(originalId: number): Promise<Interpretation[]> {
  const all = await allInterpretations()
  return all.filter(({ policy, originals }) => policy === originalId || originals.includes(originalId))
}

export async function newsAbout(originalIds: number[]): Promise<News[]> {
  return (await news())
    .map(({ data }) => data)
    .filter(({ policies }) => policies.some((id) => originalIds.includes(id)))
    .slice(0, RELATED_SHOWN)
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
  const all = await allInterpretations()
  return rivalsOf(await exclusions(), id).flatMap((rival) => {
    const other = all.find(({ id }) => id === rival.id)
    return other ? { ...rival, title: nameOf(other) } : []
  })
}

/** The document that this one names as its replacement. */
export async function successorOf(data: Original): Promise<Original | undefined> {
  return (await allOriginals()).find(({ id }) => id === data.successor)
}

/** The documents that name this one as their replacement. */
export async function replacedBy(id: number): Promise<Original[]> {
  return (await allOriginals()).filter(({ successor }) => successor === id)
}

async function allOriginals(): Promise<Original[]> {
  return (await originals()).map(({ data }) => data)
}

async function allInterpretations(): Promise<Interpretation[]> {
  return (await interpretations()).map(({ data }) => data)
}
