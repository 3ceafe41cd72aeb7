/** Values that outlive the page: written as JSON under a key of kept-keys.ts, and parsed on reading. */
import * as v from 'valibot'
import { onTabsNotified, type Topic } from '../page-events.ts'
import { idsOf, isKeyOf, type KeptIds, type KeptName, readText, writeText } from './kept-keys.ts'

type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T

export interface Kept<Value> {
  read: (...ids: KeptIds) => Value | undefined
  keep: (value: Frozen<Value>, ...ids: KeptIds) => boolean
  drop: (...ids: KeptIds) => void
  all: () => { ids: string[]; value: Value }[]
}

/** @param schema of a readable value; another version of this portal may have stored a different one */
export function kept<const S extends v.GenericSchema>(name: KeptName, schema: S): Kept<v.InferOutput<S>> {
  type Value = v.InferOutput<S>
  const written = v.pipe(v.string(), v.parseJson(), schema)
  const read = (...ids: KeptIds): Value | undefined => {
    const parsed = v.safeParse(written, readText(name, ids))
    return parsed.success ? parsed.output : undefined
  }
  return {
    read,
    keep: (value, ...ids) => writeText(name, ids, JSON.stringify(value)),
    drop: (...ids) => {
      writeText(name, ids, null)
    },
    all: () =>
      idsOf(name).flatMap((ids) => {
        const value = read(...ids)
        return value === undefined ? [] : [{ ids, value }]
      }),
  }
}

/**
 * Runs `react` when another tab reports `topic` and has changed a value under `name`. The report may arrive before the change
 * is readable here; the browser's own event follows it, so `react` may run twice.
 */
export function onKeptChanged(topic: Topic, name: KeptName, react: () => void): () => void {
  const deaf = onTabsNotified(topic, react)
  const page = document.defaultView
  const hear = ({ key }: { key: string | null }) => {
    if (key === null || isKeyOf(name, key)) react()
  }
  page?.addEventListener('storage', hear)
  return () => {
    deaf()
    page?.removeEventListener('storage', hear)
  }
}
