/** A file of the same name: keep both, replace it or skip, asked once or for all that follow. */
import { fetchFolder } from '../../api/document.ts'
import { freeName } from '../../rules/free-name.ts'
import { knownRoom } from '../documents/storage-room.ts'
import { $conflict, $uploads, isEnded, type NameChoice, setUploadState, type UploadItem } from './state.ts'

export type Target =
  | { kind: 'new'; name: string }
  | { kind: 'replace'; name: string; fileId: number }
  | { kind: 'skip' }

/** Holds until the queue is through. */
let choiceForAll: NameChoice | undefined

export function forgetChoice(): void {
  choiceForAll = undefined
}

/** Asked before the first byte, and again when the name was taken meanwhile. @throws the signal's reason, ApiError */
export async function chooseTarget(item: UploadItem, signal: AbortSignal): Promise<Target> {
  if (item.replaces !== undefined) return { kind: 'replace', name: item.name, fileId: item.replaces }
  const room = await knownRoom()
  if (!room) return { kind: 'new', name: item.name }
  const { files } = await fetchFolder({ companyId: room.companyId, folderId: item.folderId })
  const existing = files.find(({ local_name }) => local_name === item.name)
  if (!existing) return { kind: 'new', name: item.name }
  const choice = choiceForAll ?? (await ask(item, signal))
  if (choice === 'skip') return { kind: 'skip' }
  if (choice === 'replace') return { kind: 'replace', name: item.name, fileId: existing.id }
  return { kind: 'new', name: freeName(item.name, new Set(files.map(({ local_name }) => local_name))) }
}

function ask(item: UploadItem, signal: AbortSignal): Promise<NameChoice> {
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
