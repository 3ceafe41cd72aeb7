/** Clears away what nobody will finish. */
import { isFileKnown } from './object-rows.ts'
import type { Store } from './store.ts'
import { idleUploads, removeUpload, type Upload } from './upload-rows.ts'

export interface Swept {
  uploads: Upload[]
  /** Files that no object and no part named: left by crashes. */
  files: number
}

export interface SweepAges {
  /** Uploads that nothing happened to for so long are ended. */
  uploadsOlderThanMs: number
  /** Files of crashed writes; longer than a write stands still before its connection is over. */
  filesOlderThanMs: number
}

export async function sweep(store: Store, ages: SweepAges): Promise<Swept> {
  const uploads = idleUploads(store.db, store.now() - ages.uploadsOlderThanMs)
  for (const { id } of uploads) await store.blobs.remove(removeUpload(store.db, id))
  const sinceMs = store.now() - ages.filesOlderThanMs
  let files = 0
  for await (const { file, changedMs } of store.blobs.list()) {
    if (changedMs >= sinceMs || isFileKnown(store.db, file)) continue
    await store.blobs.remove([file])
    files++
  }
  return { uploads, files }
}
