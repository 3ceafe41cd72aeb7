/**
 * Uploads that were abandoned while the server could not be told. Only their places are kept, nothing else about
 * them.
 */
import * as v from 'valibot'
import { HOUR_MS } from '../../rules/time/durations.ts'
import { kept } from './kept.ts'

/** After this time the server has closed them by itself: it does so a day after the last keys. */
const OVER_MS = 48 * HOUR_MS

/** `at`: ms since 1970. */
const keptAbandoned = kept('uploads-abandoned', listOf(v.object({ prefix: v.string(), at: v.number() })))
/** What is noted of a kept upload (kept-uploads.ts) when nobody will resume it. */
const keptUploads = kept('uploads', listOf(v.object({ prefix: v.string() })))

/** One entry that cannot be read does not take the others along. */
function listOf<Entry extends v.GenericSchema>(entry: Entry) {
  return v.pipe(
    v.array(v.unknown()),
    v.transform((items) => items.filter((item): item is v.InferOutput<Entry> => v.is(entry, item))),
  )
}

/** The abandoned uploads of one company: the server would refuse to close those of others. */
export function readAbandoned(companyId: number): string[] {
  const own = noted().filter(({ prefix }) => prefix.startsWith(`companies/${companyId}/`))
  return own.map(({ prefix }) => prefix)
}

export function noteAbandoned(prefix: string): void {
  keptAbandoned.keep([...noted(), { prefix, at: Date.now() }])
}

export function forgetAbandoned(prefix: string): void {
  keptAbandoned.keep(noted().filter((each) => each.prefix !== prefix))
}

/** Forgets the names of files that somebody was sending; the uploads are closed when their company is back here. */
export function forgetKeptUploads(): void {
  const at = Date.now()
  const left = keptUploads.read() ?? []
  if (left.length > 0) keptAbandoned.keep([...noted(), ...left.map(({ prefix }) => ({ prefix, at }))])
  keptUploads.drop()
}

function noted() {
  return (keptAbandoned.read() ?? []).filter(({ at }) => Date.now() - at < OVER_MS)
}
