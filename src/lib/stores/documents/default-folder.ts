/** Files lie in folders: what is uploaded at the top goes into a folder that is made for it. */

import { ensureFolderOf } from './ensure-folder.ts'
import { needRoom } from './storage-room.ts'
import { $view, contentOf } from './view.ts'

const DEFAULT_FOLDER = '未分类文件'

export interface UploadPlace {
  folderId: number
  folderName: string
}

/** The folder that is shown; at the top and in a search the one for what has no place yet. @throws ApiError */
export async function placeForUpload(): Promise<UploadPlace> {
  const view = $view.get()
  if (view.place.kind === 'folder') {
    return { folderId: view.place.id, folderName: contentOf(view).path.at(-1)?.name ?? '' }
  }
  return { folderId: await ensureFolder(DEFAULT_FOLDER, null), folderName: DEFAULT_FOLDER }
}

/** The id of the folder of this name, made when it is missing. @throws ApiError */
export async function ensureFolder(name: string, parent: number | null): Promise<number> {
  return ensureFolderOf((await needRoom()).companyId, name, parent)
}
