/** Uploads the files of a form after a login, by the queue of all uploads, into the company's documents. */
import { map } from 'nanostores'
import { readPendingFile, takePendingFile } from '../../browser/kept/pending-files.ts'
import { together } from '../../browser/together.ts'
import type { FormFile, TypedForm } from '../../forms/typed-form.ts'
import { explainUpload } from '../../upload/failures.ts'
import { ensureFolder, FORM_FOLDER } from '../documents/folders.ts'
import { askAgainIfSessionEnded } from '../login.ts'
import { $companyId } from '../session.ts'
import { addUploads, dismissUpload, resumeQueue, retryUpload, stopUpload } from '../uploads/queue.ts'
import { $queuePause, $uploads, findUpload, isEnded, percentOf, type UploadItem } from '../uploads/state.ts'
import { $form, changeContent, currentForm, saveFormNow, typedIn } from './form.ts'

export type FileProgress =
  | { status: 'uploading'; percent: number }
  | { status: 'waiting'; text: string }
  | { status: 'cancelling' }
  | { status: 'failed'; text: string }

/** Uploading files by their id on the device; files missing in the store by their key there. */
export const $fileProgress = map<Record<string, FileProgress | undefined>>({})

/** Ids in the queue, by the file's id on the device. */
const queued = new Map<string, number>()

let beginning: Promise<void> | null = null
/** Saves of the draft, and ends of unwanted uploads. */
let unfinished: Promise<unknown> = Promise.resolve()

/** Resolves when each pending file had its turn; a failure is shown at its file. */
export async function uploadPendingFiles(): Promise<void> {
  beginning ??= begin().finally(() => {
    beginning = null
  })
  await beginning
  await new Promise<void>((resolve) => {
    const look = () => {
      if (![...queued.values()].every(hadTurn)) return
      queueMicrotask(() => stop())
      resolve()
    }
    const stop = together($uploads.listen(look), $queuePause.listen(look))
    look()
  })
  await unfinished
}

function hadTurn(id: number): boolean {
  const item = findUpload(id)
  return !item || isEnded(item) || (item.state.status === 'queued' && $queuePause.get() !== null)
}

async function begin(): Promise<void> {
  // The device keeps them until the next login.
  if ($companyId.get() === null) return
  const added: { pending_id: string; file: File }[] = []
  for (const { pending_id, local_name } of typedIn().files) {
    if (pending_id === null) continue
    const id = queued.get(pending_id)
    if (id !== undefined) {
      retryUpload(id)
      continue
    }
    const file = await readPendingFile(pending_id)
    if (file) added.push({ pending_id, file })
    else fail(pending_id, `本设备上找不到“${local_name}”了，请移除后重新选择`)
  }
  if ($queuePause.get()) resumeQueue()
  if (added.length === 0) return
  try {
    const folderId = await ensureFolder(FORM_FOLDER, null)
    const wanted = added.filter(({ pending_id }) => isWanted(pending_id))
    const files = wanted.map(({ file }) => ({ file, folderId, folderName: FORM_FOLDER, keepsBoth: true }))
    for (const [index, id] of addUploads(files).entries()) queued.set(wanted[index]?.pending_id ?? '', id)
    follow()
  } catch (error) {
    askAgainIfSessionEnded(error)
    for (const { pending_id } of added) fail(pending_id, explainUpload(error))
  }
}

function fail(pending_id: string, text: string): void {
  $fileProgress.setKey(pending_id, { status: 'failed', text })
}

function isWanted(pending_id: string): boolean {
  return typedIn().files.some((file) => file.pending_id === pending_id)
}

/** Shows the progress of the form's uploads, and attaches what is stored. */
function follow(): void {
  for (const [pending_id, id] of queued) {
    const item = findUpload(id)
    if (!item || item.state.status === 'cancelled') leave(pending_id)
    else if (item.state.status === 'done') attach(pending_id, id, item.state.file.hash_name)
    else $fileProgress.setKey(pending_id, progressOf(item))
  }
}

$uploads.listen(follow)
$queuePause.listen(follow)
// By the person, another tab, or a newer version.
$form.listen((state, before) => {
  const [form, former] = [currentForm(state), currentForm(before)]
  if (!form || !former) return
  for (const { pending_id } of former.content.files)
    if (pending_id !== null && !isWanted(pending_id)) forgetPending(pending_id)
})

function progressOf(item: UploadItem): FileProgress | undefined {
  const { state } = item
  const pause = $queuePause.get()
  if (state.status === 'queued') return pause ? { status: 'failed', text: pause.text } : undefined
  if (state.status === 'waiting') return { status: 'waiting', text: state.text }
  if (state.status === 'failed') return { status: 'failed', text: state.text }
  if (state.status === 'cancelling') return { status: 'cancelling' }
  return { status: 'uploading', percent: percentOf(item) }
}

function attach(pending_id: string, id: number, hash_name: string): void {
  leave(pending_id)
  queueMicrotask(() => dismissUpload(id))
  changeContent(({ texts, files }) => ({
    texts,
    files: files.map((file) =>
      file.pending_id === pending_id ? { ...file, hash_name, pending_id: null } : file,
    ),
  }))
  unfinished = Promise.all([unfinished, saveFormNow()])
}

function leave(pending_id: string): void {
  queued.delete(pending_id)
  $fileProgress.setKey(pending_id, undefined)
}

/** Removes the file from the form when its upload has ended, or takes too long to end. */
export async function cancelFormUpload({ pending_id }: FormFile): Promise<void> {
  const id = queued.get(pending_id ?? '')
  if (id !== undefined) await stopUpload(id)
  changeContent(({ texts, files }) => ({
    texts,
    files: files.filter((file) => file.pending_id === null || file.pending_id !== pending_id),
  }))
}

/** Removes the file from the device, and ends its upload. */
function forgetPending(pending_id: string): void {
  const id = queued.get(pending_id)
  leave(pending_id)
  takePendingFile(pending_id)
  if (id === undefined) return
  unfinished = Promise.all([unfinished, stopUpload(id).then(() => dismissUpload(id))])
}

/** Marks a file that the store no longer has, according to a refusal. */
export function markGone(hash_name: string): void {
  fail(hash_name, '已不在企业文件中')
}

export function forgetPendingFiles({ files }: TypedForm): void {
  for (const { pending_id } of files) if (pending_id !== null) forgetPending(pending_id)
}
