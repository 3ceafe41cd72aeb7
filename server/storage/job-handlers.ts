/** What the storage does later: removes objects that nothing uses, and what uploads left behind. */
import * as v from 'valibot'
import type { JobHandlers } from '../db/jobs.ts'
import type { Database } from '../db/schema.ts'
import { closeUpload } from './close-upload.ts'
import { CLOSE_UPLOAD, REMOVE_OBJECT } from './job-kinds.ts'
import { lockObject } from './objects.ts'
import { adjust } from './quota.ts'
import type { Storage } from './storage.ts'

const removal = v.object({ id: v.number() })
const closing = v.object({ prefix: v.string() })

export function storageHandlers(storage: Storage): JobHandlers {
  return {
    [REMOVE_OBJECT]: (transaction, payload) =>
      removeUnheld(transaction, storage, v.parse(removal, payload).id),
    [CLOSE_UPLOAD]: (transaction, payload, nowMs) =>
      closeUpload(transaction, storage, v.parse(closing, payload).prefix, nowMs),
  }
}

/** The lock is that of `holdObject`: what is held in the meantime is seen here. */
async function removeUnheld(transaction: Database, storage: Storage, objectId: number): Promise<void> {
  const object = await lockObject(transaction, objectId)
  if (!object) return
  const removed = await transaction
    .deleteFrom('stored_objects')
    .where('id', '=', objectId)
    .where((row) =>
      row.not(
        row.exists(row.selectFrom('object_holds').select('object_id').where('object_id', '=', objectId)),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  if (!removed) return
  await adjust(transaction, object.company_id, { bytes: -object.size })
  await storage.remove(object.bucket, [object.key])
}
