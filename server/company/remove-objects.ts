import { BUCKETS } from '../../src/lib/contract/documents/storage.ts'
import type { Storage } from '../storage/storage.ts'

/** Takes everything out of the store that lies below a company's prefix, whether the database knows it or not. */
export async function removeObjectsOf(storage: Storage, companyId: number): Promise<void> {
  const prefix = `companies/${companyId}/`
  for (const bucket of BUCKETS) {
    await storage.abortUploads(bucket, prefix)
    const objects = await storage.list(bucket, prefix)
    await storage.remove(
      bucket,
      objects.map(({ key }) => key),
    )
  }
}
