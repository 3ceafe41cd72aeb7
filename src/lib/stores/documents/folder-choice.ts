/** The folders of one level, to choose a place from. */
import { fetchFolder, fetchTopFolders } from '../../api/document.ts'
import { explainError } from '../../api/errors.ts'
import type { Folder } from '../../contract/document.ts'
import { knownRoom } from './storage-room.ts'

/** @param parent null: the top @returns why there are none, when they could not be read */
export async function readFolders(parent: number | null): Promise<readonly Folder[] | string> {
  try {
    const companyId = (await knownRoom())?.companyId ?? 0
    if (parent === null) return await fetchTopFolders(companyId)
    return (await fetchFolder({ companyId, folderId: parent })).folders
  } catch (error) {
    return explainError(error)
  }
}
