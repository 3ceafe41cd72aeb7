/** Target folders for files: the current one, one for uploads at the top, a chosen one. */
import { ask } from '../../api/ask.ts'
import { explainError, RefusedError } from '../../api/errors.ts'
import {
  addFolder,
  type Folder,
  type FolderPath,
  listTopFolders,
  readFolder,
} from '../../contract/documents/document.ts'
import { CODES } from '../../contract/envelope.ts'
import { askAgainIfSessionEnded } from '../login.ts'
import { requireQuota } from './storage-quota.ts'
import { contentOf, type ViewState } from './view.ts'

export const FORM_FOLDER = '申请材料'

const DEFAULT_FOLDER = '未分类文件'

export interface UploadPlace {
  folderId: number
  folderName: string
}

/** Returns the folder of a view; at the top and in search results, the default one. @throws ApiError */
export async function placeForUpload(view: ViewState): Promise<UploadPlace> {
  const { place } = view
  if (place.kind !== 'folder') {
    return { folderId: await ensureFolder(DEFAULT_FOLDER, null), folderName: DEFAULT_FOLDER }
  }
  const isHere = ({ id }: { id: number }) => id === place.id
  // While loading, the content still belongs to the previous folder.
  const path = contentOf(view).path.some(isHere) ? contentOf(view).path : await readPath(place.id)
  return { folderId: place.id, folderName: path.find(isHere)?.name ?? '' }
}

async function readPath(folderId: number): Promise<FolderPath> {
  const { companyId } = await requireQuota()
  return (await ask(readFolder, { params: { id: companyId, docId: folderId } })).result.path
}

export async function ensureFolder(name: string, parent: number | null): Promise<number> {
  const { companyId } = await requireQuota()
  try {
    const { folder } = await ask(addFolder, { params: { id: companyId }, body: { name, parent } })
    return folder.id
  } catch (error) {
    const existing =
      error instanceof RefusedError && error.code === CODES.conflict && error.fields['existing_id']
    if (typeof existing === 'number') return existing
    throw error
  }
}

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
