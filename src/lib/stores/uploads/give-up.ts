/** The end of what an upload had opened: no part, no object and no room is left taken. */
import { ask } from '../../api/ask.ts'
import { NetworkError, RefusedError } from '../../api/errors.ts'
import { forgetGivenUp, noteGivenUp, readGivenUp } from '../../browser/given-up.ts'
import { forgetUpload, isUploadOf, type KeptUpload, readKeptUploads } from '../../browser/kept-uploads.ts'
import { pauseForLine } from '../../browser/line.ts'
import { ifFree } from '../../browser/upload-turn.ts'
import { cancelUpload } from '../../contract/documents/storage.ts'
import { keepTrying, type RetryPolicy } from '../../upload/keep-trying.ts'
import { followReserved, knownRoom } from '../documents/storage-room.ts'
import { $uploads, isEnded, type UploadItem } from './state.ts'

/** For steps that must be done even after the person has cancelled. */
export const UNCANCELLABLE: RetryPolicy = {
  signal: new AbortController().signal,
  pause: pauseForLine,
  onWaiting: () => {},
  onResumed: () => {},
}
/** Between tries at a server that has faults, at most. */
const LATER_MS = 60_000

/** However long the line is down. @returns false when the server has faults: it is tried again later */
export async function giveUp(prefix: string): Promise<boolean> {
  noteGivenUp(prefix)
  forgetUpload(prefix)
  try {
    await keepTrying('token', () => ask(cancelUpload, { body: { key: prefix } }), UNCANCELLABLE)
  } catch {
    tellOfGivenUp()
    return false
  }
  forgetGivenUp(prefix)
  followReserved()
  return true
}

/** Not what another page goes on with: that is its own by now. @returns false when it is tried again later */
export async function giveUpIfFree(kept: KeptUpload): Promise<boolean> {
  // Once it is forgotten, nobody goes on with it, and the place is free for another upload.
  const closing = await ifFree(kept, async () => ({ isClosed: giveUp(kept.prefix) }))
  return (await closing?.value.isClosed) ?? true
}

/** Whether something was sent of it that it can go on from. */
export function hasSentSome(item: UploadItem): boolean {
  return readKeptUploads().some((kept) => isUploadOf(kept, item))
}

/** Closes what an upload of this file left, unless another of the list is to go on with it. @returns as `giveUp` */
export async function giveUpLeftBy(item: UploadItem): Promise<boolean> {
  const isWanted = (kept: KeptUpload) =>
    $uploads.get().some((other) => other.id !== item.id && mayGoOn(other) && isUploadOf(kept, other))
  const left = readKeptUploads().filter((kept) => isUploadOf(kept, item) && !isWanted(kept))
  const ends = await Promise.all(left.map(giveUpIfFree))
  return ends.every(Boolean)
}

function mayGoOn(item: UploadItem): boolean {
  const { status } = item.state
  return status === 'failed' || !(isEnded(item) || status === 'cancelling')
}

let telling: Promise<void> | undefined

/** Tells the server of what was given up while it could not be told, as soon as it listens. */
export function tellOfGivenUp(): Promise<void> {
  telling ??= tellOfAll().finally(() => {
    telling = undefined
  })
  return telling
}

async function tellOfAll(): Promise<void> {
  let failures = 0
  for (;;) {
    const companyId = (await knownRoom())?.companyId
    const [prefix] = companyId === undefined ? [] : readGivenUp(companyId)
    if (prefix === undefined) return
    try {
      await ask(cancelUpload, { body: { key: prefix } })
      forgetGivenUp(prefix)
      failures = 0
    } catch (error) {
      // Nobody is logged in any more: the next visit goes on.
      if (error instanceof RefusedError) return
      await pauseForLine(failures, UNCANCELLABLE.signal, error instanceof NetworkError ? undefined : LATER_MS)
      failures++
    }
  }
}
