/**
 * What a token may still write: so many bytes in so many parts, what is on its way included. A part that is sent again
 * takes the place of its earlier sending, so that a cut line costs nothing.
 */
import type { Caller, Grant } from './authenticate.ts'
import { OssError } from './errors.ts'
import type { IndexDb } from './index-db.ts'
import { countUploads, oldestUpload, partSize, removeUpload, storedBelow } from './upload-rows.ts'

/** Uploads in parts that a token may have begun at a time: after an answer that was lost it begins another one. */
const MAX_BEGUN = 10

interface Store {
  db: IndexDb
  maxObjectBytes: number
}

/** Where bytes go: a part of an upload, or the object itself. */
export type Slot = { uploadId: string; number: number } | 'object'

interface Arrival {
  slot: Slot
  bytes: number
  order: number
  giveUp: AbortController
}

interface Sender {
  caller: Caller
  order: number
}

/** A right to write; `end` it when its bytes are counted, or gone. */
export interface Allowance {
  maxBytes: number
  /** Aborted when the same slot is written anew. */
  signal?: AbortSignal
  end: () => void
}

/** Bytes of tokens on their way to the disk, by prefix, in this process. */
export class Arrivals {
  readonly #byPrefix = new Map<string, Map<string, Arrival>>()
  #announced = 0

  /** @returns the place of a request among all that have come. Whether its token is still good may take longer to tell. */
  announce(): number {
    this.#announced += 1
    return this.#announced
  }

  /**
   * Of two sendings to one slot the one that came last goes on.
   * @throws OssError EntityTooLarge, IncompleteBody
   */
  admit(store: Store, { caller, order }: Sender, slot: Slot, declared: number | undefined): Allowance {
    if (caller.kind !== 'token') return { maxBytes: store.maxObjectBytes, end: () => {} }
    const { grant } = caller
    const arriving = this.#byPrefix.get(grant.prefix) ?? new Map<string, Arrival>()
    const name = typeof slot === 'string' ? slot : `${slot.uploadId} ${slot.number}`
    const other = arriving.get(name)
    if (other && other.order > order) throw new OssError('IncompleteBody')
    other?.giveUp.abort(new OssError('IncompleteBody'))
    arriving.delete(name)
    const left = roomLeft(store, grant, slot, [...arriving.values()])
    const bytes = declared ?? left
    if (bytes > left) throw tooLarge(grant)
    const arrival = { slot, bytes, order, giveUp: new AbortController() }
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

/** Stored parts that are being written anew count as what is on its way. */
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

/** When a part is counted: another process may have let others in. @throws OssError EntityTooLarge */
export function requireWithin(store: Store, caller: Caller): void {
  if (caller.kind !== 'token') return
  const { bucket, prefix, limits } = caller.grant
  const stored = storedBelow(store.db, bucket, prefix)
  if (stored.bytes > limits.bytes || stored.parts > limits.parts) throw tooLarge(caller.grant)
}

/** One more may be begun: the oldest gives way, of which nobody has heard perhaps. @returns the files of its parts */
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
