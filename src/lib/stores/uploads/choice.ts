/** From what a person chose or dropped to uploads in the queue. */
import { explainError } from '../../api/errors.ts'
import type { Dropped } from '../../browser/dropped-files.ts'
import { isAccepted } from '../../rules/file-kinds.ts'
import { ONE_FILE } from '../../upload/upload-error.ts'
import { ensureFolder, placeForUpload } from '../documents/default-folder.ts'
import { knownRoom, refuseWhenFull } from '../documents/storage-room.ts'
import { $view, openPlace, refreshView } from '../documents/view.ts'
import { askForLoginAgain } from '../login.ts'
import { endedByRefusal } from '../session.ts'
import { addUploads } from './queue.ts'

/** One file into the folder that is shown. @returns what the person has to be told when it may not be */
export async function uploadOne(
  { files, folders }: Dropped,
  accept: readonly string[] = [],
): Promise<string | undefined> {
  const [only] = files
  if (folders.length > 0) return '不能上传文件夹，请选择一个文件'
  if (files.length > 1) return ONE_FILE
  if (!only) return undefined
  if (!isAccepted(only.file.name, accept)) return `只能上传 ${accept.join('、')} 格式的文件`
  return uploadTree({ files, folders })
}

/** Files and whole folders into the folder that is shown; at the top, loose files go into one of their own. */
export async function uploadTree({ files, folders }: Dropped): Promise<string | undefined> {
  if (files.length === 0 && folders.length === 0) return '没有可以上传的文件'
  await knownRoom()
  if (refuseWhenFull()) return undefined
  try {
    const ids = await makeFolders(folders)
    const isLoose = files.some((file) => file.folders.length === 0)
    const here = isLoose ? await placeForUpload() : undefined
    addUploads(
      files.flatMap(({ file, folders: path }) => {
        const folderId = ids.get(path.join('/')) ?? here?.folderId
        return folderId ? [{ file, folderId, folderName: path.at(-1) ?? here?.folderName ?? '' }] : []
      }),
    )
    if (here && $view.get().place.kind !== 'folder') await openPlace({ kind: 'folder', id: here.folderId })
    else await refreshView()
    return undefined
  } catch (error) {
    if (endedByRefusal(error)) askForLoginAgain()
    return explainError(error)
  }
}

/** Makes what is missing of a tree below the folder that is shown. @returns the ids by their paths */
async function makeFolders(folders: Dropped['folders']): Promise<Map<string, number>> {
  const { place } = $view.get()
  const base = place.kind === 'folder' ? place.id : null
  const ids = new Map<string, number>()
  for (const path of [...folders].sort((a, b) => a.length - b.length)) {
    const parent = ids.get(path.slice(0, -1).join('/')) ?? base
    ids.set(path.join('/'), await ensureFolder(path.at(-1) ?? '', parent))
  }
  return ids
}

/** The folder that is shown; null: the top or a search. */
export function shownFolder(): number | null {
  const { place } = $view.get()
  return place.kind === 'folder' ? place.id : null
}
