/** The queue of uploads; it runs whatever the page shows, until a pause. */
import * as v from 'valibot'
import { readKeptUploads } from '../../browser/kept/kept-uploads.ts'
import { askBeforeLeaving } from '../../browser/leaving.ts'
import { fileName } from '../../contract/documents/document-name.ts'
import { nameReplacedBy } from '../../rules/files/file-kinds.ts'
import { emptyFile, endSoon, explainUpload, UploadError } from '../../upload/failures.ts'
import { onAccountEnd } from '../account-end.ts'
import { $isQuotaFull, refreshQuota } from '../documents/storage-quota.ts'
import { refreshViewSoon } from '../documents/view.ts'
import { beforeLogout } from '../log-out.ts'
import { askAgainIfSessionEnded } from '../login.ts'
import { $companyId } from '../session.ts'
import { abandonIfFree, abandonLeftovers } from './broken-off.ts'
import { forgetNames } from './names.ts'
import { runUpload } from './run.ts'
import {
  $queuePause,
  $uploadNotice,
  $uploads,
  findUpload,
  isEnded,
  pauseFor,
  setUploadState,
  type UploadItem,
  type UploadState,
} from './state.ts'

interface FileForFolder {
  file: File
  folderId: number
  folderName: string
  replaces?: number
  /** The replaced file keeps its name, except for the ending. */
  replacesName?: string
  /** A file with this name gets a number, without a question. */
  keepsBoth?: boolean
}

let lastId = 0
let running: { id: number; controller: AbortController } | undefined
let ended: Promise<void> = Promise.resolve()

export function addUploads(files: readonly FileForFolder[]): number[] {
  const items = files.map(({ file, replaces, replacesName, ...place }): UploadItem => {
    lastId += 1
    const name = replacesName === undefined ? file.name : nameReplacedBy(replacesName, file.name)
    const named = v.safeParse(fileName, name)
    return {
      id: lastId,
      file,
      name: named.success ? named.output : name,
      replaces,
      ...(replacesName !== undefined && { replacesName }),
      ...place,
      state: { status: 'queued' },
    }
  })
  $uploads.set([...$uploads.get(), ...items])
  resumeQueue()
  return items.map(({ id }) => id)
}

/** Shows 取消中... until the upload is removed, or takes so long that the others continue. */
export async function stopUpload(id: number): Promise<void> {
  const item = findUpload(id)
  if (!item || isEnded(item)) return
  setUploadState(id, { status: 'cancelling' })
  const isRunning = running?.id === id
  if (isRunning) running?.controller.abort(new DOMException('cancelled', 'AbortError'))
  // It may have been the last cause of the pause.
  else startNext()
  const ending = isRunning ? ended : endCancelled(item)
  if (await endSoon(ending, 'slow')) leaveBehind(id)
}

function leaveBehind(id: number): void {
  setUploadState(id, { status: 'cancelled', how: 'slow' })
  if (running?.id !== id) return
  running = undefined
  startNext()
}

async function cancelAllUploads(): Promise<void> {
  await Promise.all($uploads.get().map(({ id }) => stopUpload(id)))
}

export function retryUpload(id: number): void {
  if (findUpload(id)?.state.status !== 'failed') return
  setUploadState(id, { status: 'queued' })
  resumeQueue()
}

export function retryFailedUploads(): void {
  $uploads.set(
    $uploads.get().map((item) => (isFailed(item) ? { ...item, state: { status: 'queued' } } : item)),
  )
  resumeQueue()
}

export function resumeQueue(): void {
  $queuePause.set(null)
  startNext()
}

export function clearEndedUploads(): void {
  dismiss($uploads.get().filter((item) => isEnded(item) && !isFailed(item)))
}

export function abandonFailedUploads(): void {
  dismiss($uploads.get().filter(isFailed))
}

export function dismissUpload(id: number): void {
  dismiss($uploads.get().filter((item) => item.id === id && isEnded(item)))
}

function dismiss(items: readonly UploadItem[]): void {
  const gone = new Set(items)
  $uploads.set($uploads.get().filter((item) => !gone.has(item)))
  for (const item of items) if (isFailed(item)) abandonLeftovers(item)
}

function isFailed({ state }: UploadItem): boolean {
  return state.status === 'failed'
}

/** The next person must not see the names of the files. */
function forgetUploads(): void {
  if ($uploads.get().length === 0) return
  running?.controller.abort(new DOMException('logged out', 'AbortError'))
  $uploads.set([])
  startNext()
}

onAccountEnd(forgetUploads)
$companyId.listen((id) => {
  if (id !== null && $queuePause.get()?.why === 'login') resumeQueue()
})

function startNext(): void {
  if (running) return
  const next = $uploads.get().find(({ state }) => state.status === 'queued')
  askBeforeLeaving('uploads', next !== undefined)
  if (!next) {
    forgetNames()
    $queuePause.set(null)
    hasSucceeded = false
    return
  }
  if ($queuePause.get()) return
  const controller = new AbortController()
  running = { id: next.id, controller }
  ended = run(next, controller.signal).finally(() => {
    if (running?.controller !== controller) return
    running = undefined
    startNext()
  })
}

/** Whether an upload of this queue has succeeded. */
let hasSucceeded = false

/** Once, after the last one. */
function tellSuccess(state: UploadState): void {
  const isDone = state.status === 'done' && !state.isLate
  const isSkipped = state.status === 'cancelled' && state.how === 'skipped'
  hasSucceeded ||= isDone
  if (hasSucceeded && (isDone || isSkipped) && $uploads.get().every(isEnded))
    $uploadNotice.set({ tone: 'success', text: '上传成功' })
}

async function run(item: UploadItem, signal: AbortSignal): Promise<void> {
  try {
    if (item.file.size === 0) {
      const text = emptyFile(item.name)
      return setUploadState(item.id, { status: 'failed', text, isFull: false })
    }
    const named = v.safeParse(fileName, item.name)
    if (!named.success) {
      const text = `“${item.name}”未上传：${named.issues[0].message}，请改名后重新选择`
      return setUploadState(item.id, { status: 'failed', text, isFull: false })
    }
    const state = await runUpload(item, signal)
    // Includes the bytes of earlier attempts.
    if (state.status === 'cancelled') await abandonLeftovers(item)
    setUploadState(item.id, state)
    if (state.status === 'done') refreshViewSoon()
    tellSuccess(state)
  } catch (error) {
    if (signal.aborted) return endCancelled(item)
    const isFull = error instanceof UploadError && error.isFull
    if (isFull) $isQuotaFull.set(true)
    if (isFull) refreshQuota()
    askAgainIfSessionEnded(error)
    const pause = pauseFor(error)
    // Too large on its own; a cause that stops all is no failure of this one.
    if (pause && !isFull) setUploadState(item.id, { status: 'queued' })
    else setUploadState(item.id, { status: 'failed', text: explainUpload(error), isFull })
    if (pause) $queuePause.set(pause)
  }
}

/** Nothing was sent in this attempt, but perhaps in an earlier one. */
async function endCancelled(item: UploadItem): Promise<void> {
  setUploadState(item.id, { status: 'cancelled', how: (await abandonLeftovers(item)) ? 'clean' : 'later' })
}

// Works only while the session lasts.
beforeLogout(() => endSoon(cancelAllUploads().then(abandonBrokenOff), undefined))

async function abandonBrokenOff(): Promise<void> {
  const companyId = $companyId.get()
  const own = readKeptUploads().filter((kept) => kept.companyId === companyId)
  await Promise.all(own.map(abandonIfFree))
}
