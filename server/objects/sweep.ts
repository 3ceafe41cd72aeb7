/** Clears away what nobody will finish. */
import { isFileKnown } from './object-rows.ts'
import type { Store } from './store.ts'
import { idleUploads, removeUpload, type Upload } from './upload-rows.ts'

export interface Swept {
  uploads: Upload[]
  /** Files that no object and no part named: left by crashes. */
  files: number
}

/** Ends uploads that nothing happened to for so long, and removes files of crashed writes of that age. */
export async function sweep(store: Store, olderThanMs: number): Promise<Swept> {
  const sinceMs = store.now() - olderThanMs
  const uploads = idleUploads(store.db, sinceMs)
  for (const { id } of uploads) await store.blobs.remove(removeUpload(store.db, id))
  let files = 0
  for await (const { file, changedMs } of store.blobs.list()) {
    if (changedMs >= sinceMs || isFileKnown(store.db, file)) continue
    await store.blobs.remove([file])
    files++
  }
  return { uploads, files }
}
