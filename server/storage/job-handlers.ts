/** What the storage does later: removes objects that nothing uses, and what uploads left behind. */
import * as v from 'valibot'
import type { JobHandlers } from '../db/jobs.ts'
import type { SecurityLog } from '../security-log/security-log.ts'
import { closeUpload } from './close-upload.ts'
import { CLOSE_UPLOAD, RELEASE_UNUSED, REMOVE_OBJECTS } from './job-kinds.ts'
import { releaseUnused } from './release-objects.ts'
import { removalPayload, removeObjects } from './remove-objects.ts'
import type { Storage } from './storage.ts'

const unused = v.object({ id: v.number() })
const closing = v.object({ prefix: v.string() })

export function storageHandlers(storage: Storage, securityLog: SecurityLog): JobHandlers {
  return {
    [RELEASE_UNUSED]: (transaction, payload, nowMs) =>
      releaseUnused(transaction, [v.parse(unused, payload).id], nowMs),
    [REMOVE_OBJECTS]: {
      run: (db, payload) => removeObjects(db, storage, v.parse(removalPayload, payload)),
    },
    [CLOSE_UPLOAD]: {
      run: (db, payload, nowMs) =>
        closeUpload({ db, storage, securityLog, now: () => nowMs }, v.parse(closing, payload).prefix),
    },
  }
}
