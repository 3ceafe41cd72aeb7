/** Interrupted uploads: listed for resuming, or abandoned, so that no part, object or reservation is left. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { onKeptChanged } from '../../browser/kept/kept.ts'
import {
  forgetUpload,
  isUploadOf,
  type KeptUpload,
  readKeptUploads,
} from '../../browser/kept/kept-uploads.ts'
import { onceASecond } from '../../browser/once-a-second.ts'
import { together } from '../../browser/together.ts'
import { findBusyPlaces, ifFree } from '../../browser/upload-turn.ts'
import { waitForNetwork } from '../../browser/wait-for-network.ts'
import { cancelUpload } from '../../contract/documents/storage.ts'
import { keepTrying, type RetryPolicy } from '../../upload/failures.ts'
import { loadQuota } from '../documents/storage-quota.ts'
import { $uploads, isEnded, type UploadItem } from './state.ts'

/** For steps that must finish even after a cancellation. */
export const UNCANCELLABLE: RetryPolicy = {
  signal: new AbortController().signal,
  pause: waitForNetwork,
  onWaiting: () => {},
  onResumed: () => {},
}

/** @returns false on server errors: the server ends the upload itself within a day */
export async function abandonUpload(prefix: string): Promise<boolean> {
  forgetUpload(prefix)
  try {
    await keepTrying('token', () => ask(cancelUpload, { body: { key: prefix } }), UNCANCELLABLE)
    return true
  } catch {
    return false
  }
}

/** Abandons it unless another page has resumed it. @returns as `abandonUpload` */
export async function abandonIfFree(kept: KeptUpload): Promise<boolean> {
  // Once it is removed here, no page resumes it, and another upload may take its place.
  const closing = await ifFree(kept, async () => ({ isClosed: abandonUpload(kept.prefix) }))
  return (await closing?.value.isClosed) ?? true
}

/** Abandons the remains of this file's upload, unless another one in the list will resume them. */
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

/** Interrupted by leaving the page. */
export const $keptUploads = atom<readonly KeptUpload[]>([])

export function loadKeptUploads(): () => void {
  const end = new AbortController()
  const show = async () => {
    const isAny = readKeptUploads().length > 0
    const companyId = isAny ? (await loadQuota())?.companyId : undefined
    const isBusy = isAny ? await findBusyPlaces() : () => false
    if (!end.signal.aborted) $keptUploads.set(brokenOff(companyId).filter((kept) => !isBusy(kept)))
  }
  return together($uploads.subscribe(onceASecond(show)), onKeptChanged('documents', 'uploads', show), () =>
    end.abort(),
  )
}

/** Returns those that no upload of this page continues; a form resumes its own files. */
function brokenOff(companyId: number | undefined): KeptUpload[] {
  const here = $uploads.get().filter((item) => !isEnded(item) || item.state.status === 'failed')
  const isHere = (kept: KeptUpload) => here.some((item) => isUploadOf(kept, item))
  return readKeptUploads().filter((kept) => kept.companyId === companyId && !isHere(kept))
}

export async function dropKeptUpload(kept: KeptUpload): Promise<void> {
  $keptUploads.set($keptUploads.get().filter(({ prefix }) => prefix !== kept.prefix))
  await abandonIfFree(kept)
}
