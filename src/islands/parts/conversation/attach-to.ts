/** Brings a file from this device or the company's documents, and tells the person what went wrong. */
import { type UploadPlace, uploadForChat } from '../../../lib/stores/chat/upload.ts'
import { openPicker } from '../../../lib/stores/documents/picker.ts'
import { $owner } from '../../../lib/stores/session.ts'
import { type StoredFile, UploadFailure } from '../../../lib/stores/uploads/single.ts'
import { showToast } from '../../kit/toast.ts'

export interface Attach {
  fromDevice: (files: readonly File[]) => Promise<void>
  fromDocuments: () => Promise<void>
}

/** @param use what becomes of the file */
export function attachTo(place: UploadPlace, use: (file: StoredFile) => Promise<unknown>): Attach {
  return {
    fromDevice: async (files) => {
      try {
        await use(await uploadForChat(files, place))
      } catch (error) {
        if (!(error instanceof UploadFailure)) throw error
        showToast(error.message, error.end === 'cancelled' ? 'success' : 'error')
      }
    },
    fromDocuments: async () => {
      const owner = $owner.get()
      const [file] = await openPicker()
      if (file && (owner === null || owner === $owner.get()))
        await use({ localName: file.local_name, hashName: file.hash_name, size: file.size })
    },
  }
}
