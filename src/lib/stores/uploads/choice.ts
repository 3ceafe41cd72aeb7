/** Turns chosen or dropped files and folders into uploads. */
import type { Dropped } from '../../browser/dropped-files.ts'
import { waitForNetwork } from '../../browser/wait-for-network.ts'
import { isAccepted } from '../../rules/files/file-kinds.ts'
import { formatNumber } from '../../rules/text/format-number.ts'
import {
  explainUpload,
  explainWaiting,
  keepTrying,
  ONE_FILE,
  type RetryPolicy,
} from '../../upload/failures.ts'
import { refuseUnlikeName } from '../../upload/file-bytes.ts'
import { ensureFolder, placeForUpload } from '../documents/folders.ts'
import { $picker } from '../documents/picker.ts'
import { loadQuota, refuseWhenFull } from '../documents/storage-quota.ts'
import { $view, openPlace, refreshView, type ViewState } from '../documents/view.ts'
import { runWork, type TaskHandle } from '../documents/work.ts'
import { askAgainIfSessionEnded } from '../login.ts'
import { addUploads } from './queue.ts'

type Path = readonly string[]

/** @returns the ids by path, or the failure in words: without its folders no file is uploaded */
async function makeFolders(
  folders: readonly Path[],
  base: number | null,
  { show, retry }: { show: TaskHandle['show']; retry: RetryPolicy },
): Promise<ReadonlyMap<string, number> | string> {
  const ids = new Map<string, number>()
  for (const [index, path] of [...folders].sort((a, b) => a.length - b.length).entries()) {
    const parent = path.length === 1 ? base : (ids.get(path.slice(0, -1).join('/')) ?? null)
    show(`${formatNumber(index + 1)}/${formatNumber(folders.length)}`)
    try {
      const id = await keepTrying('folder', () => ensureFolder(path.at(-1) ?? '', parent), retry)
      ids.set(path.join('/'), id)
    } catch (error) {
      retry.signal.throwIfAborted()
      askAgainIfSessionEnded(error)
      return `文件夹“${path.join('/')}”未建立，文件未上传。${explainUpload(error)}`
    }
  }
  return ids
}

function retryFor({ show, signal }: TaskHandle): RetryPolicy {
  const onWaiting: RetryPolicy['onWaiting'] = (step, error) => show(explainWaiting(step, error))
  return { signal, pause: waitForNetwork, onWaiting, onResumed: () => {} }
}

const STOPPED = '已停止，文件未上传；已建立的文件夹会保留'

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

export async function uploadTree(dropped: Dropped): Promise<string | undefined> {
  if (dropped.files.length === 0 && dropped.folders.length === 0) return '没有可以上传的文件'
  // Uploads in the picker are meant for other readers (behaviour B9.10).
  if ($picker.get().status === 'open') {
    try {
      for (const { file } of dropped.files) await refuseUnlikeName(file)
    } catch (error) {
      return explainUpload(error)
    }
  }
  const view = $view.get()
  await loadQuota()
  if (await refuseWhenFull()) return undefined
  return runWork({ kind: 'folders', title: '正在建立文件夹' }, async (task) => {
    try {
      return await putInQueue(dropped, view, task)
    } catch (error) {
      // Part of the tree exists.
      await refreshView()
      if (task.signal.aborted) return STOPPED
      askAgainIfSessionEnded(error)
      return explainUpload(error)
    }
  })
}

async function putInQueue(
  { files, folders }: Dropped,
  view: ViewState,
  task: TaskHandle,
): Promise<string | undefined> {
  const retry = retryFor(task)
  const isLoose = files.some((file) => file.folders.length === 0)
  const here = isLoose ? await keepTrying('folder', () => placeForUpload(view), retry) : undefined
  const base = view.place.kind === 'folder' ? view.place.id : null
  const ids = await makeFolders(folders, base, { show: task.show, retry })
  if (typeof ids === 'string') {
    await refreshView()
    return ids
  }
  const ready = files.flatMap(({ file, folders: path }) => {
    const folderId = path.length === 0 ? here?.folderId : ids.get(path.join('/'))
    return folderId ? [{ file, folderId, folderName: path.at(-1) ?? here?.folderName ?? '' }] : []
  })
  addUploads(ready)
  // Stays in another folder that was opened meanwhile.
  const isStill = $view.get().place === view.place
  if (here && isStill && view.place.kind !== 'folder') await openPlace({ kind: 'folder', id: here.folderId })
  else await refreshView()
  return undefined
}

export function shownFolder(): number | null {
  const { place } = $view.get()
  return place.kind === 'folder' ? place.id : null
}
