/** Ends what an upload has opened, so that no part, no object and no reserved room is left. */
import { ask } from '../../api/ask.ts'
import { NetworkError, RefusedError } from '../../api/errors.ts'
import { forgetAbandoned, noteAbandoned, readAbandoned } from '../../browser/abandoned-uploads.ts'
import { forgetUpload, isUploadOf, type KeptUpload, readKeptUploads } from '../../browser/kept-uploads.ts'
import { ifFree } from '../../browser/upload-turn.ts'
import { waitForNetwork } from '../../browser/wait-for-network.ts'
import { cancelUpload } from '../../contract/documents/storage.ts'
import { MINUTE_MS } from '../../rules/time/durations.ts'
import { keepTrying, type RetryPolicy } from '../../upload/keep-trying.ts'
import { loadQuota, refreshReserved } from '../documents/storage-quota.ts'
import { $uploads, isEnded, type UploadItem } from './state.ts'

/** For steps that must be done even after the person has cancelled. */
export const UNCANCELLABLE: RetryPolicy = {
  signal: new AbortController().signal,
  pause: waitForNetwork,
  onWaiting: () => {},
  onResumed: () => {},
}
/** Between tries at a server that has faults, at most. */
const LATER_MS = MINUTE_MS

/** Waits for the network as long as it takes. @returns false when the server has faults: it is tried again later */
export async function abandonUpload(prefix: string): Promise<boolean> {
  noteAbandoned(prefix)
  forgetUpload(prefix)
  try {
    await keepTrying('token', () => ask(cancelUpload, { body: { key: prefix } }), UNCANCELLABLE)
  } catch {
    reportAbandoned()
    return false
  }
  forgetAbandoned(prefix)
  refreshReserved()
  return true
}

/** Abandons it unless another page has resumed it. @returns false when it is tried again later */
export async function abandonIfFree(kept: KeptUpload): Promise<boolean> {
  // Once it is forgotten, no page resumes it, and another upload may take its place.
  const closing = await ifFree(kept, async () => ({ isClosed: abandonUpload(kept.prefix) }))
  return (await closing?.value.isClosed) ?? true
}

/** Whether a part of it was sent, from which it can be resumed. */
export function hasSentSome(item: UploadItem): boolean {
  return readKeptUploads().some((kept) => isUploadOf(kept, item))
}

/** Abandons what an upload of this file left, unless another one of the list will resume it. @returns as `abandonUpload` */
export async function abandonLeftovers(item: UploadItem): Promise<boolean> {
  const isWanted = (kept: KeptUpload) =>
    $uploads.get().some((other) => other.id !== item.id && mayGoOn(other) && isUploadOf(kept, other))
  const left = readKeptUploads().filter((kept) => isUploadOf(kept, item) && !isWanted(kept))
  const ends = await Promise.all(left.map(abandonIfFree))
  return ends.every(Boolean)
}

function mayGoOn(item: UploadItem): boolean {
  const { status } = item.state
  return status === 'failed' || !(isEnded(item) || status === 'cancelling')
}

let telling: Promise<void> | undefined

/** Tells the server about uploads that were abandoned while it could not be reached, as soon as it can. */
export function reportAbandoned(): Promise<void> {
  telling ??= reportAll().finally(() => {
    telling = undefined
  })
  return telling
}

async function reportAll(): Promise<void> {
  let failures = 0
  for (;;) {
    const companyId = (await loadQuota())?.companyId
    const [prefix] = companyId === undefined ? [] : readAbandoned(companyId)
    if (prefix === undefined) return
    try {
      await ask(cancelUpload, { body: { key: prefix } })
      forgetAbandoned(prefix)
      failures = 0
    } catch (error) {
      // Nobody is logged in any more: the next visit continues.
      if (error instanceof RefusedError) return
      await waitForNetwork(
        failures,
        UNCANCELLABLE.signal,
        error instanceof NetworkError ? undefined : LATER_MS,
      )
      failures++
    }
  }
}
