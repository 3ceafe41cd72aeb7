/** Creates, renames, moves and deletes folders and files. Each function returns the error in words. */
import { ask } from '../../api/ask.ts'
import { explainError, RefusedError } from '../../api/errors.ts'
import { onceASecond } from '../../browser/once-a-second.ts'
import { notifyTabs } from '../../browser/page-events.ts'
import {
  addFolder,
  changeFolder,
  type DocumentFile,
  deleteFolder,
  type Folder,
  patchFolder,
  readFolder,
} from '../../contract/documents/document.ts'
import { addFile, changeFile, deleteFile, replaceFile } from '../../contract/documents/document-file.ts'
import { CODES } from '../../contract/envelope.ts'
import { endingOf, nameReplacedBy } from '../../rules/files/file-kinds.ts'
import { formatNumber } from '../../rules/text/format-number.ts'
import { askAgainIfSessionEnded } from '../login.ts'
import type { Validity } from './paper-validity.ts'
import { requireQuota, setUsedBytes } from './storage-quota.ts'
import { type DocumentItem, type FileItem, hideItems, refreshView, toFileItem, toFolderItem } from './view.ts'
import { runWork } from './work.ts'

/** Number of folders that are read before a deletion, so that it can be undone. */
const FOLDERS_PUT_BACK = 200

export type Outcome = { done: true } | { done: false; text: string }

export function makeFolder(name: string, parent: number | null): Promise<Outcome> {
  return runChange('添加失败', async (companyId) => {
    await ask(addFolder, { params: { id: companyId }, body: { name, parent } })
  })
}

/** Keeps the ending if the new name has none, because programs need it (behaviour B8.2). */
export function renameItem(item: DocumentItem, name: string): Promise<Outcome> {
  return runChange('修改失败', async (companyId) => {
    if (item.kind === 'file') {
      const hasEnding = name.trim() === '' || endingOf(name) !== ''
      const body = { name: hasEnding ? name : nameReplacedBy(name, item.file.local_name) }
      await ask(changeFile, { params: { id: item.file.id }, body })
    } else {
      await ask(patchFolder, { params: { id: companyId, docId: item.folder.id }, body: { name } })
    }
  })
}

export function setValidity(fileId: number, { expires_on, report_year }: Validity): Promise<Outcome> {
  return runChange('修改失败', async () => {
    await ask(changeFile, { params: { id: fileId }, body: { expires_on, report_year } })
  })
}

export function moveItem(item: DocumentItem, folderId: number | null): Promise<Outcome> {
  return runChange('修改失败', async (companyId) => {
    if (item.kind === 'folder') {
      const params = { id: companyId, docId: item.folder.id }
      await ask(changeFolder, { params, body: { parent: folderId } })
    } else if (folderId !== null) {
      await ask(changeFile, { params: { id: item.file.id }, body: { folder: folderId } })
    }
  })
}

type Deleted = FileItem | { kind: 'folder'; folder: Folder; inside: Deleted[] }

/** Reads the data that `putBack` needs. Undefined: there is too much of it, or it is unreadable. */
export async function copyItems(items: readonly DocumentItem[]): Promise<Deleted[] | undefined> {
  let left = FOLDERS_PUT_BACK
  const copy = async (item: DocumentItem): Promise<Deleted> => {
    if (item.kind === 'file') return item
    left -= 1
    if (left < 0) throw new Error('too many folders')
    const params = { id: (await requireQuota()).companyId, docId: item.folder.id }
    const { folders, files } = (await ask(readFolder, { params })).result
    return {
      kind: 'folder',
      folder: item.folder,
      inside: await copyAll([...folders.map(toFolderItem), ...files.map(toFileItem)]),
    }
  }
  const copyAll = async (all: readonly DocumentItem[]) => {
    const copies: Deleted[] = []
    for (const item of all) copies.push(await copy(item))
    return copies
  }
  return copyAll(items).catch(() => undefined)
}

/** Takes a replacement back: the server keeps the object for a minute. */
export function undoReplacement({
  id,
  folder,
  hash_name,
  local_name,
  size,
  ...former
}: DocumentFile): Promise<Outcome> {
  return runChange('撤销失败', async () => {
    const body = { folder, hash_name, local_name, size }
    setUsedBytes((await ask(replaceFile, { params: { id }, body })).size)
    await restoreValidity(id, former)
  })
}

async function restoreValidity(id: number, { expires_on, report_year }: Validity): Promise<void> {
  if (expires_on ?? report_year) await ask(changeFile, { params: { id }, body: { expires_on, report_year } })
}

/** Takes a deletion back: the server keeps the objects for a minute. */
export function putBack(deleted: readonly Deleted[]): Promise<Outcome> {
  return runChange('撤销失败', async (companyId) => {
    const putAll = async (all: readonly Deleted[], into?: number) => {
      for (const item of all) await put(item, into)
    }
    const put = async (item: Deleted, into?: number) => {
      if (item.kind === 'folder') {
        const { name, parent } = item.folder
        const body = { name, parent: into ?? parent }
        const { folder } = await ask(addFolder, { params: { id: companyId }, body })
        return putAll(item.inside, folder.id)
      }
      const { hash_name, local_name, size } = item.file
      const body = { folder: into ?? item.file.folder, hash_name, local_name, size }
      const { file, size: used } = await ask(addFile, { body })
      setUsedBytes(used)
      await restoreValidity(file.id, item.file)
    }
    await putAll(deleted)
  })
}

/** Deletes folders with everything below. An item that is already gone counts as deleted. Stops at the first failure. */
export function deleteItems(items: readonly DocumentItem[]): Promise<Outcome> {
  const [only] = items
  if (only && items.length === 1) return runChange('删除失败', (companyId) => deleteItem(companyId, only))
  const all = formatNumber(items.length)
  return runWork({ kind: 'delete', title: `正在删除 ${all} 项` }, async ({ show, signal }) => {
    const gone = new Set<string>()
    const hide = onceASecond(() => hideItems(gone))
    const outcome = await runChange('删除失败', async (companyId) => {
      for (const item of items) {
        if (signal.aborted) return
        show(`${formatNumber(gone.size)}/${all}`)
        await deleteItem(companyId, item)
        gone.add(item.key)
        hide()
      }
    })
    const told = `已删除 ${formatNumber(gone.size)} 项，其余 ${formatNumber(items.length - gone.size)} 项未删除`
    if (outcome.done) return gone.size === items.length ? outcome : { done: false, text: told }
    return { done: false, text: `${told}。${outcome.text}` }
  })
}

async function deleteItem(companyId: number, item: DocumentItem): Promise<void> {
  try {
    const { size } =
      item.kind === 'file'
        ? await ask(deleteFile, { params: { id: item.file.id } })
        : await ask(deleteFolder, { params: { id: companyId, docId: item.folder.id } })
    setUsedBytes(size)
  } catch (error) {
    if (!(error instanceof RefusedError && error.code === CODES.none)) throw error
  }
}

/** @param failed the failed action in words, before the reason; a refusal of the server has its own words (behaviour B9.5) */
async function runChange(failed: string, work: (companyId: number) => Promise<void>): Promise<Outcome> {
  try {
    await work((await requireQuota()).companyId)
    return { done: true }
  } catch (error) {
    askAgainIfSessionEnded(error)
    return {
      done: false,
      text: error instanceof RefusedError ? error.message : `${failed}：${explainError(error)}`,
    }
  } finally {
    notifyTabs('documents')
    await refreshView()
  }
}
