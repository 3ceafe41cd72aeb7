/** The files of a form: chosen on the device and uploaded after a login, or picked from the documents. */
import { newClientId } from '../../browser/client-id.ts'
import { addPendingFile } from '../../browser/kept/pending-files.ts'
import { FILES_LIMIT } from '../../contract/orders/order-fields.ts'
import { type FormFile, fileField } from '../../forms/typed-form.ts'
import { isAccepted, tooManyFiles } from '../../rules/files/file-kinds.ts'

import { BYTES_PER_MB } from '../../rules/files/storage-units.ts'
import { withoutTurning } from '../../rules/text/typed-text.ts'
import { explainUpload } from '../../upload/failures.ts'
import { refuseUnlikeName } from '../../upload/file-bytes.ts'
import { openPicker } from '../documents/picker.ts'
import { askForLoginAgain } from '../login.ts'
import { $companyId, $hasExpired } from '../session.ts'
import { $formProblems, changeContent, clearProblems, saveFormNow, typedIn } from './form.ts'
import { $fileProgress, uploadPendingFiles } from './uploads.ts'

export const PAPER_KINDS = ['pdf', 'jpg', 'jpeg', 'png', 'doc', 'docx', 'xls', 'xlsx', 'zip']
const PAPER_BYTES = 100 * BYTES_PER_MB
const PER_SLOT = 5

export async function addFiles(slot: string, files: readonly File[], limit = PER_SLOT): Promise<void> {
  const wrong =
    files.map(({ name, size }) => problemOf({ local_name: name, size })).find(Boolean) ??
    tooMany(slot, files.length, limit) ??
    (await unlikeName(files))
  if (wrong) return refuse(slot, wrong)
  const pending = files.map((file) => ({ file, id: newClientId() }))
  for (const { file, id } of pending) await addPendingFile(id, file)
  put(
    slot,
    pending.map(({ file, id }) => ({
      slot,
      // In the account's form: another form of the name would look like another person's change.
      local_name: withoutTurning(file.name).trim(),
      size: file.size,
      hash_name: null,
      pending_id: id,
    })),
    limit,
  )
  if ($companyId.get() !== null) uploadPendingFiles()
  // A background call learned it first, and did not interrupt.
  else if ($hasExpired.get()) askForLoginAgain()
}

export async function pickFiles(slot: string, limit = PER_SLOT): Promise<void> {
  const full = tooMany(slot, 1, limit)
  if (full) return refuse(slot, full)
  const picked = await openPicker({ limit: roomIn(slot, limit), accept: PAPER_KINDS })
  const known = new Set(filesOf(slot).map(({ hash_name }) => hash_name))
  const fresh = picked.filter(({ hash_name }) => !known.has(hash_name))
  const wrong = fresh.map(problemOf).find(Boolean) ?? tooMany(slot, fresh.length, limit)
  if (wrong) return refuse(slot, wrong)
  if (fresh.length === 0) return
  put(
    slot,
    fresh.map(({ local_name, size, hash_name }) => ({ slot, local_name, size, hash_name, pending_id: null })),
    limit,
  )
  saveFormNow()
}

export function removeFormFile(file: FormFile): void {
  changeContent(({ texts, files }) => ({ texts, files: files.filter((each) => !isSame(each, file)) }))
  if (file.hash_name !== null) $fileProgress.setKey(file.hash_name, undefined)
  clearProblems([fileField(file.slot)])
}

function filesOf(slot: string): FormFile[] {
  return typedIn().files.filter((file) => file.slot === slot)
}

function isSame(one: FormFile, other: FormFile): boolean {
  return one.slot === other.slot && one.pending_id === other.pending_id && one.hash_name === other.hash_name
}

/** With a limit of one, the new one replaces the previous one. */
function put(slot: string, added: readonly FormFile[], limit: number): void {
  const former = limit === 1 ? filesOf(slot) : []
  clearProblems([fileField(slot)])
  changeContent(({ texts, files }) => ({
    texts,
    files: [...files.filter((file) => !former.some((each) => isSame(each, file))), ...added],
  }))
}

function refuse(slot: string, text: string): void {
  $formProblems.set({ ...$formProblems.get(), [fileField(slot)]: text })
}

function problemOf({ local_name: name, size }: Pick<FormFile, 'local_name' | 'size'>): string | undefined {
  if (size === 0) return `“${name}”是空文件，请重新选择`
  if (size > PAPER_BYTES) return `“${name}”超过 100 MB，请压缩后再选`
  return isAccepted(name, PAPER_KINDS)
    ? undefined
    : `“${name}”的格式不支持，请选择 PDF、图片、Word、Excel 或 zip 文件`
}

/** Reported before any upload or login. */
async function unlikeName(files: readonly File[]): Promise<string | undefined> {
  try {
    for (const file of files) await refuseUnlikeName(file)
    return undefined
  } catch (error) {
    return explainUpload(error)
  }
}

function roomIn(slot: string, limit: number): number {
  const former = limit === 1 ? 0 : filesOf(slot).length
  return Math.min(limit - former, FILES_LIMIT - typedIn().files.length)
}

function tooMany(slot: string, count: number, limit: number): string | undefined {
  const former = limit === 1 ? 0 : filesOf(slot).length
  if (former + count > limit) return tooManyFiles(limit)
  return typedIn().files.length + count > FILES_LIMIT ? `材料一共最多 ${FILES_LIMIT} 个文件` : undefined
}
