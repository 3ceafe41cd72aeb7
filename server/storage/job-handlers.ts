import * as v from 'valibot'
import type { JobHandlers } from '../db/jobs.ts'
import type { SecurityLog } from '../security-log/security-log.ts'
import { releaseUnused, removalPayload, removeObjects } from './release-objects.ts'
import { scanObject } from './scan-objects.ts'
import { CLOSE_UPLOAD, RELEASE_UNUSED, REMOVE_OBJECTS, SCAN_OBJECT, type Storage } from './storage.ts'
import { closeUpload } from './uploads.ts'

const objectId = v.object({ id: v.number() })
const closing = v.object({ prefix: v.string() })

export function storageHandlers(storage: Storage, securityLog: SecurityLog): JobHandlers {
  return {
    [RELEASE_UNUSED]: (transaction, payload, nowMs) =>
      releaseUnused(transaction, [v.parse(objectId, payload).id], nowMs),
    [REMOVE_OBJECTS]: {
      run: (db, payload) => removeObjects(db, storage, v.parse(removalPayload, payload)),
    },
    [CLOSE_UPLOAD]: {
      run: (db, payload, nowMs) =>
        closeUpload({ db, storage, securityLog, now: () => nowMs }, v.parse(closing, payload).prefix),
    },
  }
}

/** Separate handlers, because a scanner is slow and other jobs must not wait. */
export function scanHandlers({
  storage,
  securityLog,
  scanCommand,
  signal,
}: {
  storage: Storage
  securityLog: SecurityLog
  /** Undefined without a scanner: then waiting objects are clean. */
  scanCommand: string | undefined
  /** Ends a running scan, which is repeated later. */
  signal?: AbortSignal
}): JobHandlers {
  return {
    [SCAN_OBJECT]: {
      run: (db, payload) =>
        scanObject({ db, storage, securityLog }, scanCommand, v.parse(objectId, payload).id, signal),
    },
  }
}
