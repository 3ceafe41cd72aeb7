/** Uploads that were abandoned while the server was out of reach. Stores only their prefixes. */
import * as v from 'valibot'
import { HOUR_MS } from '../../rules/time/durations.ts'
import { kept } from './kept.ts'

/** By then the server has closed them itself: it does so a day after the last keys expire. */
const OVER_MS = 48 * HOUR_MS

/** `at`: ms since 1970. */
const keptAbandoned = kept('uploads-abandoned', listOf(v.object({ prefix: v.string(), at: v.number() })))
/** The field of a kept upload (kept-uploads.ts) that an abandoned one needs. */
const keptUploads = kept('uploads', listOf(v.object({ prefix: v.string() })))

/** An unreadable entry must not take the others along. */
function listOf<Entry extends v.GenericSchema>(entry: Entry) {
  return v.pipe(
    v.array(v.unknown()),
    v.transform((items) => items.filter((item): item is v.InferOutput<Entry> => v.is(entry, item))),
  )
}

/** Returns the abandoned uploads of one company: the server refuses to close those of others. */
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

/** Clears file names before the next user; the uploads are closed when their company logs in here again. */
export function forgetKeptUploads(): void {
  const at = Date.now()
  const left = keptUploads.read() ?? []
  if (left.length > 0) keptAbandoned.keep([...noted(), ...left.map(({ prefix }) => ({ prefix, at }))])
  keptUploads.drop()
}

function noted() {
  return (keptAbandoned.read() ?? []).filter(({ at }) => Date.now() - at < OVER_MS)
}
