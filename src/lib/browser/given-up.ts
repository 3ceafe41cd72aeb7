/** Uploads that were given up while the server could not be told: where they lie, and nothing that tells a reader more. */
import * as v from 'valibot'
import { kept } from './kept/kept.ts'

/** By then the server has closed them by itself, a day after the last keys. */
const OVER_MS = 48 * 3_600_000

/** `at`: ms since 1970. */
const keptGivenUp = kept('uploads-given-up', v.array(v.object({ prefix: v.string(), at: v.number() })))
/** What of kept-uploads.ts is noted when nobody is to go on with it. */
const keptUploads = kept('uploads', v.array(v.object({ prefix: v.string() })))

/** Those of one company: the server does nothing about the uploads of others. */
export function readGivenUp(companyId: number): string[] {
  const own = noted().filter(({ prefix }) => prefix.startsWith(`companies/${companyId}/`))
  return own.map(({ prefix }) => prefix)
}

export function noteGivenUp(prefix: string): void {
  keptGivenUp.keep([...noted(), { prefix, at: Date.now() }])
}

export function forgetGivenUp(prefix: string): void {
  keptGivenUp.keep(noted().filter((each) => each.prefix !== prefix))
}

/** Of what somebody was sending, nobody after them may read the names. It is closed when their company is back here. */
export function forgetKeptUploads(): void {
  const at = Date.now()
  const left = keptUploads.read() ?? []
  if (left.length > 0) keptGivenUp.keep([...noted(), ...left.map(({ prefix }) => ({ prefix, at }))])
  keptUploads.drop()
}

function noted() {
  return (keptGivenUp.read() ?? []).filter(({ at }) => Date.now() - at < OVER_MS)
}
