import { uploadForDesk } from '../../../lib/stores/operator/upload.ts'
import type { StoredFile } from '../../../lib/stores/uploads/single.ts'
import { showToast } from '../../kit/toast.ts'

/** @returns undefined when nothing came of it, which is told */
export async function uploadFile(file: File): Promise<StoredFile | undefined> {
  const end = await uploadForDesk(file)
  if (end.status === 'stored') return end.file
  if (end.status === 'refused') showToast(end.text, 'error')
  if (end.status === 'cancelled') showToast(end.text)
  return undefined
}
