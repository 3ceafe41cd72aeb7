/** Files lie in folders: what is uploaded at the top goes into a folder that is made for it. */
import { ask } from '../../api/ask.ts'
import { type FolderPath, readFolder } from '../../contract/documents/document.ts'
import { ensureFolderOf } from './ensure-folder.ts'
import { requireQuota } from './storage-quota.ts'
import { contentOf, type ViewState } from './view.ts'

const DEFAULT_FOLDER = '未分类文件'

export interface UploadPlace {
  folderId: number
  folderName: string
}

/** The folder of a view; at the top and in a search the one for what has no place yet. @throws ApiError */
export async function placeForUpload(view: ViewState): Promise<UploadPlace> {
  const { place } = view
  if (place.kind !== 'folder') {
    return { folderId: await ensureFolder(DEFAULT_FOLDER, null), folderName: DEFAULT_FOLDER }
  }
  const isHere = ({ id }: { id: number }) => id === place.id
  // While it is loading, the content is still that of the folder before.
  const path = contentOf(view).path.some(isHere) ? contentOf(view).path : await readPath(place.id)
  return { folderId: place.id, folderName: path.find(isHere)?.name ?? '' }
}

async function readPath(folderId: number): Promise<FolderPath> {
  const { companyId } = await requireQuota()
  return (await ask(readFolder, { params: { id: companyId, docId: folderId } })).result.path
}

/** The id of the folder of this name, made when it is missing. @throws ApiError */
export async function ensureFolder(name: string, parent: number | null): Promise<number> {
  return ensureFolderOf((await requireQuota()).companyId, name, parent)
}
