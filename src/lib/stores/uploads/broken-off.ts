/** Interrupted uploads: listed for resuming, or abandoned, so that no part, object or reservation is left. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { onKeptChanged } from '../../browser/kept/kept.ts'
import {
  forgetUpload,
  isUploadOf,
  type KeptUpload,
  NO_FOLDER,
  readKeptUploads,
} from '../../browser/kept/kept-uploads.ts'
import { onceASecond } from '../../browser/once-a-second.ts'
import { together } from '../../browser/together.ts'
import { findBusyPlaces, ifFree, untilFree } from '../../browser/upload-turn.ts'
import { waitForNetwork } from '../../browser/wait-for-network.ts'
import { cancelUpload, listOpenUploads, type OpenUpload } from '../../contract/documents/storage.ts'
import { keepTrying, type RetryPolicy } from '../../upload/failures.ts'
import { $quota, loadQuota, refreshReserved } from '../documents/storage-quota.ts'
import { handleSessionEnd, onAccountEnd } from '../session.ts'
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
  } catch {
    return false
  }
  refreshReserved()
  return true
}

/** Abandons it unless another page has resumed it. @returns as `abandonUpload` */
export async function abandonIfFree(kept: KeptUpload): Promise<boolean> {
  // Once it is removed here, no page resumes it, and another upload may take its place.
  const closing = await ifFree(kept, async () => ({ isClosed: abandonUpload(kept.prefix) }))
  return (await closing?.value.isClosed) ?? true
}

/** Whether a part was sent, from which it can resume. */
export function hasSentSome(item: UploadItem): boolean {
  return readKeptUploads().some((kept) => isUploadOf(kept, item))
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

/** Open on the server and unknown to this browser: from another device, or before its data was cleared. */
export const $openElsewhere = atom<readonly OpenUpload[]>([])

onAccountEnd(() => $openElsewhere.set([]))

async function showElsewhere(): Promise<void> {
  const quota = $quota.get()
  if (quota.status !== 'ready') return
  const { companyId, reservedBytes } = quota.quota
  const begun = readKeptUploads().filter((kept) => kept.companyId === companyId)
  if (reservedBytes === 0 && begun.length === 0) return $openElsewhere.set([])
  try {
    const { items, pages } = (await ask(listOpenUploads, { query: {} })).result
    // Uploads abandoned elsewhere cannot resume.
    const isOver = ({ prefix }: KeptUpload) => pages <= 1 && items.every(({ key }) => key !== prefix)
    for (const kept of begun.filter(isOver)) forgetUpload(kept.prefix)
    const here = new Set(readKeptUploads().map(({ prefix }) => prefix))
    $keptUploads.set($keptUploads.get().filter(({ prefix }) => here.has(prefix)))
    $openElsewhere.set(items.filter(({ key, size }) => size > 0 && !here.has(key)))
  } catch (error) {
    handleSessionEnd(error)
  }
}

/** A device that resumes it learns that it is over. */
export async function dropOpenElsewhere({ key }: OpenUpload): Promise<void> {
  $openElsewhere.set($openElsewhere.get().filter((each) => each.key !== key))
  await abandonUpload(key)
}

export const $keptUploads = atom<readonly KeptUpload[]>([])

export function loadKeptUploads(): () => void {
  const end = new AbortController()
  const { signal } = end
  const followed = new Set<string>()
  const follow = async (kept: KeptUpload) => {
    if (followed.has(kept.prefix)) return
    followed.add(kept.prefix)
    await untilFree(kept, signal).catch(() => {})
    followed.delete(kept.prefix)
    await show()
  }
  const show = async () => {
    const isAny = readKeptUploads().length > 0
    const companyId = isAny ? (await loadQuota())?.companyId : undefined
    const isBusy = isAny ? await findBusyPlaces() : () => false
    if (signal.aborted) return
    const left = brokenOff(companyId)
    $keptUploads.set(left.filter((kept) => !isBusy(kept)))
    for (const kept of left.filter(isBusy)) follow(kept)
  }
  return together(
    $uploads.subscribe(onceASecond(show)),
    onKeptChanged('documents', 'uploads', show),
    $quota.subscribe(onceASecond(showElsewhere)),
    () => end.abort(),
  )
}

/** Returns those that no upload of this page continues; a form resumes its own files. */
function brokenOff(companyId: number | undefined): KeptUpload[] {
  const here = $uploads.get().filter((item) => !isEnded(item) || item.state.status === 'failed')
  const isHere = (kept: KeptUpload) => here.some((item) => isUploadOf(kept, item))
  const isOurs = (kept: KeptUpload) => kept.companyId === companyId && kept.folderId !== NO_FOLDER
  return readKeptUploads().filter((kept) => isOurs(kept) && !isHere(kept))
}

export async function dropKeptUpload(kept: KeptUpload): Promise<void> {
  $keptUploads.set($keptUploads.get().filter(({ prefix }) => prefix !== kept.prefix))
  await abandonIfFree(kept)
}
