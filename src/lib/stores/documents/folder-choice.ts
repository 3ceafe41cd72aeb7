/** The folders of one level, to choose a place from. */
import { fetchFolder, fetchTopFolders } from '../../api/document.ts'
import { explainError } from '../../api/errors.ts'
import type { Folder } from '../../contract/documents/document.ts'
import { askForLoginAgain } from '../login.ts'
import { endedByRefusal } from '../session.ts'
import { needRoom } from './storage-room.ts'

/** @param parent null: the top @returns why there are none, when they could not be read */
export async function readFolders(parent: number | null): Promise<readonly Folder[] | string> {
  try {
    const { companyId } = await needRoom()
    if (parent === null) return await fetchTopFolders(companyId)
    return (await fetchFolder({ companyId, folderId: parent })).folders
  } catch (error) {
    if (endedByRefusal(error)) askForLoginAgain()
    return explainError(error)
  }
}
