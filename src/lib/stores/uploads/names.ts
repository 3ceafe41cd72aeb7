/** A file with the same name: keep both, replace or skip, asked once or for all that follow. */

import { ask } from '../../api/ask.ts'
import { type DocumentFile, readFolder } from '../../contract/documents/document.ts'
import { DOCUMENT_NAME_LIMIT } from '../../contract/documents/document-name.ts'
import { requireQuota } from '../documents/storage-quota.ts'
import { $conflict, $uploads, isEnded, type NameChoice, setUploadState, type UploadItem } from './state.ts'

export type Target =
  | { kind: 'new'; name: string }
  | { kind: 'replace'; name: string; fileId: number }
  | { kind: 'skip' }

/** Both last until the queue is empty. */
let choiceForAll: NameChoice | undefined
/** File ids by name, by folder: a large folder is not read for each file. */
const known = new Map<number, Map<string, number>>()

export function forgetNames(): void {
  choiceForAll = undefined
  known.clear()
}

export function noteName({ folder, local_name, id }: DocumentFile): void {
  known.get(folder)?.set(local_name, id)
}

/** Asks before the first byte, and again when the name was taken meanwhile. @throws the signal's reason, ApiError */
export async function chooseTarget(item: UploadItem, signal: AbortSignal): Promise<Target> {
  const { name, folderId, replaces, replacesName } = item
  if (replaces !== undefined) {
    const isNew = name !== replacesName
    const free = isNew ? freeName(name, await readNames(folderId)) : name
    return { kind: 'replace', name: free, fileId: replaces }
  }
  const before = known.get(folderId)
  if (before && !before.has(name)) return { kind: 'new', name }
  // A file deleted meanwhile needs no question.
  const names = before && choiceForAll ? before : await readNames(folderId)
  const fileId = names.get(name)
  if (fileId === undefined) return { kind: 'new', name }
  const choice = item.keepsBoth ? 'keep' : (choiceForAll ?? (await askPerson(item, signal)))
  if (choice === 'skip') return { kind: 'skip' }
  return choice === 'replace'
    ? { kind: 'replace', name, fileId }
    : { kind: 'new', name: freeName(name, names) }
}

/** Reads the names again next time, because they were wrong. */
export function doubtNames(folderId: number): void {
  known.delete(folderId)
}

async function readNames(folderId: number): Promise<Map<string, number>> {
  const { companyId } = await requireQuota()
  const { result } = await ask(readFolder, { params: { id: companyId, docId: folderId } })
  const names = new Map(result.files.map(({ local_name, id }) => [local_name, id]))
  known.set(folderId, names)
  return names
}

function askPerson(item: UploadItem, signal: AbortSignal): Promise<NameChoice> {
  // Cancelled while the folder was read.
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const end = () => {
      signal.removeEventListener('abort', giveUp)
      $conflict.set(null)
    }
    const giveUp = () => {
      end()
      reject(signal.reason)
    }
    signal.addEventListener('abort', giveUp)
    setUploadState(item.id, { status: 'conflict' })
    $conflict.set({
      uploadId: item.id,
      name: item.name,
      folderName: item.folderName,
      others: $uploads.get().filter((other) => other.id !== item.id && !isEnded(other)).length,
      answer: (choice, forAll) => {
        if (forAll) choiceForAll = choice
        end()
        resolve(choice)
      },
    })
  })
}

/** `报价.pdf` becomes `报价 (1).pdf`, within the permitted length. */
export function freeName(name: string, taken: Pick<ReadonlySet<string>, 'has'>): string {
  if (!taken.has(name)) return name
  const dot = name.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  for (let number = 1; ; number++) {
    const mark = ` (${number})`
    const room = DOCUMENT_NAME_LIMIT - [...mark].length - [...ending].length
    const free = `${[...stem].slice(0, Math.max(1, room)).join('')}${mark}${ending}`
    if (!taken.has(free)) return free
  }
}
