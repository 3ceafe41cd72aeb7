/** Limits what a token writes, bytes in transit included. A part that is sent again replaces its earlier sending. */
import type { Caller, Grant } from './authenticate.ts'
import { OssError } from './errors.ts'
import type { IndexDb } from './index-db.ts'
import { countUploads, oldestUpload, partSize, removeUpload, storedBelow } from './upload-rows.ts'

/** Unfinished uploads of a token: a browser that misses the answer begins another one. */
const MAX_BEGUN = 10

interface Store {
  db: IndexDb
  maxObjectBytes: number
}

export type Slot = { uploadId: string; number: number } | 'object'

interface Arrival {
  slot: Slot
  bytes: number
  giveUp: AbortController
}

export interface Allowance {
  maxBytes: number
  signal?: AbortSignal
  end: () => void
}

/** Bytes in transit to the disk, by the prefix of their token, in this process. */
export class Arrivals {
  readonly #byPrefix = new Map<string, Map<string, Arrival>>()

  /** Of two requests for one slot the last one continues. @throws OssError EntityTooLarge */
  admit(store: Store, caller: Caller, slot: Slot, declared: number | undefined): Allowance {
    if (caller.kind !== 'token') return { maxBytes: store.maxObjectBytes, end: () => {} }
    const { grant } = caller
    const arriving = this.#byPrefix.get(grant.prefix) ?? new Map<string, Arrival>()
    const name = typeof slot === 'string' ? slot : `${slot.uploadId} ${slot.number}`
    arriving.get(name)?.giveUp.abort(new OssError('IncompleteBody'))
    arriving.delete(name)
    const left = roomLeft(store, grant, slot, [...arriving.values()])
    const bytes = declared ?? left
    if (bytes > left) throw tooLarge(grant)
    const arrival = { slot, bytes, giveUp: new AbortController() }
    this.#byPrefix.set(grant.prefix, arriving.set(name, arrival))
    const end = () => {
      if (arriving.get(name) === arrival) arriving.delete(name)
      if (arriving.size === 0 && this.#byPrefix.get(grant.prefix) === arriving) {
        this.#byPrefix.delete(grant.prefix)
      }
    }
    return { maxBytes: Math.min(bytes, store.maxObjectBytes), signal: arrival.giveUp.signal, end }
  }
}

function roomLeft(store: Store, grant: Grant, slot: Slot, arriving: readonly Arrival[]): number {
  const { bytes, parts } = grant.limits
  const stored = storedBelow(store.db, grant.bucket, grant.prefix)
  let left = bytes - stored.bytes
  let files = stored.parts
  for (const each of [{ slot, bytes: 0 }, ...arriving]) {
    const before =
      each.slot === 'object' ? undefined : partSize(store.db, each.slot.uploadId, each.slot.number)
    left += (before ?? 0) - each.bytes
    if (before === undefined) files += 1
  }
  if (files > parts) throw tooLarge(grant)
  return left
}

/** Checks again when a part is stored: other processes accept parts, too. @throws OssError EntityTooLarge */
export function requireWithin(store: Store, caller: Caller): void {
  if (caller.kind !== 'token') return
  const { bucket, prefix, limits } = caller.grant
  const stored = storedBelow(store.db, bucket, prefix)
  if (stored.bytes > limits.bytes || stored.parts > limits.parts) throw tooLarge(caller.grant)
}

export function makeRoomToBegin(store: Store, caller: Caller): string[] {
  if (caller.kind !== 'token') return []
  const { bucket, prefix } = caller.grant
  if (countUploads(store.db, bucket, prefix) < MAX_BEGUN) return []
  const oldest = oldestUpload(store.db, bucket, prefix)
  return oldest === undefined ? [] : removeUpload(store.db, oldest)
}

function tooLarge({ limits }: Grant): OssError {
  return new OssError('EntityTooLarge', { details: { MaxSizeAllowed: String(limits.bytes) } })
}
