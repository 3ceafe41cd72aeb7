/** The folders of one level, to choose a place from. */
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { type Folder, listTopFolders, readFolder } from '../../contract/documents/document.ts'
import { askAgainIfSessionEnded } from '../login.ts'
import { requireQuota } from './storage-quota.ts'

/** @param parent null: the top @returns why there are none, when they could not be read */
export async function readFolders(parent: number | null): Promise<readonly Folder[] | string> {
  try {
    const { companyId } = await requireQuota()
    if (parent === null) return (await ask(listTopFolders, { params: { id: companyId } })).result.items
    return (await ask(readFolder, { params: { id: companyId, docId: parent } })).result.folders
  } catch (error) {
    askAgainIfSessionEnded(error)
    return explainError(error)
  }
}
