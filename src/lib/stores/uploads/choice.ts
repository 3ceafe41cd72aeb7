/** From what a person chose or dropped to uploads in the queue. */
import type { Dropped } from '../../browser/dropped-files.ts'
import { pauseForLine } from '../../browser/line.ts'
import { formatNumber } from '../../rules/figures.ts'
import { isAccepted } from '../../rules/file-kinds.ts'
import { keepTrying, type Patience } from '../../upload/keep-trying.ts'
import { explainUpload, explainWaiting, ONE_FILE, UploadError } from '../../upload/upload-error.ts'
import { ensureFolder, placeForUpload } from '../documents/default-folder.ts'
import { knownRoom, refuseWhenFull } from '../documents/storage-room.ts'
import { $view, openPlace, refreshView, type ViewState } from '../documents/view.ts'
import { runWork } from '../documents/work.ts'
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

/**
 * Files and whole folders into the folder that is shown at the moment; at the top, loose files go into one of their own.
 * @returns what the person has to be told when it did not work
 */
export async function uploadTree(dropped: Dropped): Promise<string | undefined> {
  if (dropped.files.length === 0 && dropped.folders.length === 0) return '没有可以上传的文件'
  const view = $view.get()
  await knownRoom()
  if (await refuseWhenFull()) return undefined
  return runWork({ kind: 'folders', title: '正在建立文件夹' }, async ({ show, signal }) => {
    const onWaiting: Patience['onWaiting'] = (step, error) => show(explainWaiting(step, error))
    const patience = { signal, pause: pauseForLine, onWaiting, onResumed: () => {} }
    try {
      await putInQueue(dropped, view, { show, patience })
    } catch (error) {
      // Of the tree some is there.
      await refreshView()
      if (signal.aborted) return undefined
      if (endedByRefusal(error instanceof UploadError ? error.cause : error)) askForLoginAgain()
      return explainUpload(error)
    }
    return undefined
  })
}

interface Progress {
  show: (text: string) => void
  patience: Patience
}

async function putInQueue({ files, folders }: Dropped, view: ViewState, progress: Progress): Promise<void> {
  const base = view.place.kind === 'folder' ? view.place.id : null
  const ids = await makeFolders(folders, base, progress)
  const isLoose = files.some((file) => file.folders.length === 0)
  const here = isLoose ? await keepTrying('folder', () => placeForUpload(view), progress.patience) : undefined
  addUploads(
    files.flatMap(({ file, folders: path }) => {
      const folderId = ids.get(path.join('/')) ?? here?.folderId
      return folderId ? [{ file, folderId, folderName: path.at(-1) ?? here?.folderName ?? '' }] : []
    }),
  )
  // Who went elsewhere meanwhile stays there.
  const isStill = $view.get().place === view.place
  if (here && isStill && view.place.kind !== 'folder') await openPlace({ kind: 'folder', id: here.folderId })
  else await refreshView()
}

/** Makes what is missing of a tree below a folder. @returns the ids by their paths */
async function makeFolders(
  folders: Dropped['folders'],
  base: number | null,
  { show, patience }: Progress,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const path of [...folders].sort((a, b) => a.length - b.length)) {
    show(`${formatNumber(ids.size + 1)}/${formatNumber(folders.length)}`)
    const parent = ids.get(path.slice(0, -1).join('/')) ?? base
    const make = () => ensureFolder(path.at(-1) ?? '', parent)
    ids.set(path.join('/'), await keepTrying('folder', make, patience))
  }
  return ids
}

/** The folder that is shown; null: the top or a search. */
export function shownFolder(): number | null {
  const { place } = $view.get()
  return place.kind === 'folder' ? place.id : null
}
