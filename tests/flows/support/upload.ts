import { addUploads } from '../../../src/lib/stores/uploads/queue.ts'
import type { UploadItem } from '../../../src/lib/stores/uploads/state.ts'
import type { Lab } from '../../torture/uploads/lab.ts'
import { ended } from '../../torture/uploads/random-uploads.ts'

export function fileOf(size: number, name = '材料.pdf', text = '0123456789'): File {
  return new File([Buffer.alloc(size, text)], name, { lastModified: 1_700_000_000_000 })
}

export function uploadInto({ folderId }: Lab, file: File): Promise<UploadItem> {
  const [id = 0] = addUploads([{ file, folderId, folderName: '申报材料' }])
  return ended(id)
}
