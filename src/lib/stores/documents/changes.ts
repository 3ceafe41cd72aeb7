/** Folders and files are made, renamed, moved and deleted. Each returns what a person has to be told when it failed. */
import { createFolder, moveFolder, removeFolder, renameFolder } from '../../api/document.ts'
import { moveFile, removeFile, renameFile, saveValidity } from '../../api/document-file.ts'
import { explainError, RefusedError } from '../../api/errors.ts'
import { tellTabs } from '../../browser/page-events.ts'
import { CODES } from '../../contract/envelope.ts'
import type { Validity } from '../../rules/paper-validity.ts'
import { askForLoginAgain } from '../login.ts'
import { endedByRefusal } from '../session.ts'
import { needRoom, setUsedBytes } from './storage-room.ts'
import { type DocumentItem, refreshView } from './view.ts'

export type Outcome = { done: true } | { done: false; text: string }

/** @param parent null: at the top */
export function addFolder(name: string, parent: number | null): Promise<Outcome> {
  return change('添加失败', async (companyId) => {
    await createFolder(companyId, name, parent)
  })
}

/** An empty name is the server's to refuse: 文件名不能为空 (portal.md §5). */
export function renameItem(item: DocumentItem, name: string): Promise<Outcome> {
  return change('修改失败', async (companyId) => {
    if (item.kind === 'file') await renameFile(item.file.id, name)
    else await renameFolder({ companyId, folderId: item.folder.id }, name)
  })
}

/** How long a paper holds; null takes back what was said. */
export function setValidity(fileId: number, validity: Validity): Promise<Outcome> {
  return change('修改失败', async () => {
    await saveValidity(fileId, validity)
  })
}

/** @param folderId null: to the top, where only folders may be */
export function moveItem(item: DocumentItem, folderId: number | null): Promise<Outcome> {
  return change('修改失败', async (companyId) => {
    if (item.kind === 'folder') await moveFolder({ companyId, folderId: item.folder.id }, folderId)
    else if (folderId !== null) await moveFile(item.file.id, folderId)
  })
}

/** A folder goes with all below it. What is gone already counts as deleted. */
export function deleteItems(items: readonly DocumentItem[]): Promise<Outcome> {
  return change('删除失败', async (companyId) => {
    for (const item of items) {
      const size = await deleteItem(companyId, item).catch((error: unknown) => {
        if (error instanceof RefusedError && error.code === CODES.none) return undefined
        throw error
      })
      if (size !== undefined) setUsedBytes(size)
    }
  })
}

function deleteItem(companyId: number, item: DocumentItem): Promise<number> {
  return item.kind === 'file'
    ? removeFile(item.file.id)
    : removeFolder({ companyId, folderId: item.folder.id })
}

/** @param failed what did not work, before the reason; a refusal of the server brings its own words (portal.md §8) */
async function change(failed: string, work: (companyId: number) => Promise<void>): Promise<Outcome> {
  try {
    await work((await needRoom()).companyId)
    return { done: true }
  } catch (error) {
    if (endedByRefusal(error)) askForLoginAgain()
    return {
      done: false,
      text: error instanceof RefusedError ? error.message : `${failed}：${explainError(error)}`,
    }
  } finally {
    tellTabs('documents')
    await refreshView()
  }
}
