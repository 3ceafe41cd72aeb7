/** Deletes expired rows every hour. */
import { HOUR_MS } from '../src/lib/rules/time/durations.ts'
import { forgetExports } from './company/export.ts'
import { forgetInvitations } from './company/invitations.ts'
import { forgetTries } from './company/join.ts'
import { forgetMissedSearches } from './corrections/care.ts'
import { type JobHandler, type JobHandlers, schedule } from './db/jobs.ts'
import type { Database } from './db/schema.ts'
import { passGate } from './db/settings.ts'
import { forgetNews } from './news/compare-build.ts'
import { forgetNotices, SEND_NOTICES, TELL_ANSWER } from './news/notices.ts'
import { forgetTold } from './news/told.ts'
import { trimEvents } from './security-log/security-log.ts'
import { forgetBrowsers } from './sessions/known-browsers.ts'
import { forgetSessions } from './sessions/sessions.ts'
import { forgetCodes } from './sms/codes.ts'
import { forgetSends } from './sms/limits.ts'
import { CLOSE_UPLOAD, RELEASE_UNUSED, REMOVE_OBJECTS, SCAN_OBJECT } from './storage/storage.ts'
import { forgetUploads } from './storage/uploads.ts'

/** Done jobs are kept this long, so that the same job does not run again. */
const DONE_JOBS_MS = 400 * 24 * HOUR_MS

type Sweep = (transaction: Database, nowMs: number) => Promise<void>

const SWEEPS: Readonly<Record<string, Sweep>> = {
  'sweep-sessions': forgetSessions,
  'sweep-browsers': forgetBrowsers,
  'sweep-sms-codes': forgetCodes,
  'sweep-sms-sends': async (transaction, nowMs) => {
    await passGate(transaction, 'sms_gate')
    await forgetSends(transaction, nowMs)
  },
  'sweep-invitations': forgetInvitations,
  'sweep-join-tries': forgetTries,
  'sweep-exports': forgetExports,
  'sweep-uploads': forgetUploads,
  'sweep-news': forgetNews,
  'sweep-missed-searches': forgetMissedSearches,
  'sweep-told': forgetTold,
  'sweep-notices': forgetNotices,
  'sweep-security-log': trimEvents,
  'sweep-jobs': forgetDoneJobs,
}

/** Kinds whose keys never repeat: their done jobs need not stay. */
const PASSING = [
  ...Object.keys(SWEEPS),
  RELEASE_UNUSED,
  REMOVE_OBJECTS,
  CLOSE_UPLOAD,
  SCAN_OBJECT,
  SEND_NOTICES,
  TELL_ANSWER,
]

/** Each sweep schedules the next; after downtime there is only one. */
export const SWEEP_HANDLERS: JobHandlers = Object.fromEntries(
  Object.entries(SWEEPS).map(([kind, sweep]): [string, JobHandler] => [
    kind,
    async (transaction, _, nowMs) => {
      await sweep(transaction, nowMs)
      await scheduleSweep(transaction, kind, hourOf(nowMs) + 1)
    },
  ]),
)

/** Starts the chains of sweeps, or repairs them. Call it at every start. */
export async function scheduleSweeps(db: Database, nowMs: number): Promise<void> {
  for (const kind of Object.keys(SWEEPS)) await scheduleSweep(db, kind, hourOf(nowMs))
}

function scheduleSweep(db: Database, kind: string, hour: number): Promise<void> {
  return schedule(db, { kind, key: String(hour), dueMs: hour * HOUR_MS })
}

function hourOf(ms: number): number {
  return Math.floor(ms / HOUR_MS)
}

async function forgetDoneJobs(db: Database, nowMs: number): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where((job) =>
      job.or([
        job('done_at', '<=', nowMs - DONE_JOBS_MS),
        job.and([job('kind', 'in', PASSING), job('done_at', '<=', nowMs - HOUR_MS)]),
      ]),
    )
    .execute()
}
