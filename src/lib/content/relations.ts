/** Which content belongs together. */
import {
  type InterpretationEntry,
  interpretations,
  type NewsEntry,
  news,
  type OriginalEntry,
  originals,
} from './entries.ts'
import type { Interpretation, Original } from './schema.ts'

const RELATED_SHOWN = 5

/** The original that the item belongs to, then its further bases. */
export async function originalsOf(data: Interpretation): Promise<OriginalEntry[]> {
  const ids = data.policy === undefined ? data.originals : [data.policy, ...data.originals]
  const all = await originals()
  return ids.flatMap((id) => all.find((entry) => entry.data.id === id) ?? [])
}

export async function interpretationsOf(originalId: number): Promise<InterpretationEntry[]> {
  const all = await interpretations()
  return all.filter(({ data }) => data.policy === originalId || data.originals.includes(originalId))
}

export async function newsAbout(originalIds: number[]): Promise<NewsEntry[]> {
  const all = await news()
  return all
    .filter(({ data }) => data.policies.some((id) => originalIds.includes(id)))
    .slice(0, RELATED_SHOWN)
}

/** Interpretations that share a theme, those of the same region first. */
export async function similarInterpretations(data: Interpretation): Promise<InterpretationEntry[]> {
  const all = await interpretations()
  const near = (other: InterpretationEntry) => (other.data.region === data.region ? 0 : 1)
  return all
    .filter(
      (other) => other.data.id !== data.id && other.data.themes.some((theme) => data.themes.includes(theme)),
    )
    .toSorted((a, b) => near(a) - near(b))
    .slice(0, RELATED_SHOWN)
}

/** What a document is, in one line: title, issuers, number. */
export function describeOriginal({ title, issuers, number }: Original): string {
  return [title, issuers.join('、'), number].filter(Boolean).join('，')
}

/** The documents that name this one as their replacement. */
export async function replacedBy(id: number): Promise<OriginalEntry[]> {
  return (await originals()).filter(({ data }) => data.successor === id)
}
