/** From what a person chose or dropped to uploads in the queue. */
import type { Dropped } from '../../browser/dropped-files.ts'
import { isAccepted } from '../../rules/files/file-kinds.ts'
import { keepTrying } from '../../upload/keep-trying.ts'
import { explainUpload, ONE_FILE } from '../../upload/upload-error.ts'
import { placeForUpload } from '../documents/default-folder.ts'
import { loadQuota, refuseWhenFull } from '../documents/storage-quota.ts'
import { $view, openPlace, refreshView, type ViewState } from '../documents/view.ts'
import { runWork, type TaskHandle } from '../documents/work.ts'
import { askAgainIfSessionEnded } from '../login.ts'
import { addUploads } from './queue.ts'
import { forgetSkipped, makeFolders, reportSkipped, retryFor } from './tree.ts'

const STOPPED = '已停止，文件没有上传；已建立的文件夹会保留'

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
  await loadQuota()
  if (await refuseWhenFull()) return undefined
  forgetSkipped()
  return runWork({ kind: 'folders', title: '正在建立文件夹' }, async (task) => {
    try {
      await putInQueue(dropped, view, task)
    } catch (error) {
      // Of the tree some is there.
      await refreshView()
      if (task.signal.aborted) return STOPPED
      askAgainIfSessionEnded(error)
      return explainUpload(error)
    }
    return undefined
  })
}

async function putInQueue({ files, folders }: Dropped, view: ViewState, task: TaskHandle): Promise<void> {
  const retry = retryFor(task)
  const isLoose = files.some((file) => file.folders.length === 0)
  const here = isLoose ? await keepTrying('folder', () => placeForUpload(view), retry) : undefined
  const base = view.place.kind === 'folder' ? view.place.id : null
  const made = await makeFolders(folders, base, { show: task.show, retry })
  const ready = files.flatMap(({ file, folders: path }) => {
    const folderId = path.length === 0 ? here?.folderId : made.ids.get(path.join('/'))
    return folderId ? [{ file, folderId, folderName: path.at(-1) ?? here?.folderName ?? '' }] : []
  })
  addUploads(ready)
  // A person who has opened another folder meanwhile stays there.
  const isStill = $view.get().place === view.place
  if (here && isStill && view.place.kind !== 'folder') await openPlace({ kind: 'folder', id: here.folderId })
  else await refreshView()
  reportSkipped(folders, files.length - ready.length, made)
  askAgainIfSessionEnded(made.failure)
}

/** The folder that is shown; null: the top or a search. */
export function shownFolder(): number | null {
  const { place } = $view.get()
  return place.kind === 'folder' ? place.id : null
}
