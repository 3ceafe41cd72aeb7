/**
 * Uploads that were broken off: shown, so that they can be resumed, or abandoned, so that no part, no object and no
 * reserved room is left.
 */
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

/** For steps that must be done even after the person has cancelled. */
export const UNCANCELLABLE: RetryPolicy = {
  signal: new AbortController().signal,
  pause: waitForNetwork,
  onWaiting: () => {},
  onResumed: () => {},
}

/** Waits for the network as long as it takes. @returns false when the server has faults: it ends the upload by itself, in a day */
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
  // Once it is forgotten, no page resumes it, and another upload may take its place.
  const closing = await ifFree(kept, async () => ({ isClosed: abandonUpload(kept.prefix) }))
  return (await closing?.value.isClosed) ?? true
}

/** Whether a part of it was sent, from which it can be resumed. */
export function hasSentSome(item: UploadItem): boolean {
  return readKeptUploads().some((kept) => isUploadOf(kept, item))
}

/** Abandons what an upload of this file left, unless another one of the list is to resume it. */
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

/** Open on the server and not begun by this browser, as it knows it: on another device, or before its data was cleared. */
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
    // What was given up elsewhere cannot be gone on with.
    const isOver = ({ prefix }: KeptUpload) => pages <= 1 && items.every(({ key }) => key !== prefix)
    for (const kept of begun.filter(isOver)) forgetUpload(kept.prefix)
    const here = new Set(readKeptUploads().map(({ prefix }) => prefix))
    $keptUploads.set($keptUploads.get().filter(({ prefix }) => here.has(prefix)))
    $openElsewhere.set(items.filter(({ key, size }) => size > 0 && !here.has(key)))
  } catch (error) {
    handleSessionEnd(error)
  }
}

/** Whoever goes on with it elsewhere is told that it is over. */
export async function dropOpenElsewhere({ key }: OpenUpload): Promise<void> {
  $openElsewhere.set($openElsewhere.get().filter((each) => each.key !== key))
  await abandonUpload(key)
}

/** By leaving the page. */
export const $keptUploads = atom<readonly KeptUpload[]>([])

/** Those that no upload of any page of this browser goes on with. */
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

/** What no upload of this page goes on with; a form goes on with its own files by itself. */
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
