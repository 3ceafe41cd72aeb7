import { sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '../src/lib/rules/time/durations.ts'
import { forgetMissedSearches } from './corrections/care.ts'
import { type JobHandler, schedule } from './db/jobs.ts'
import type { Database, Tables } from './db/schema.ts'
import { passGate } from './db/settings.ts'
import { forgetNews } from './news/compare-build.ts'
import { SEND_NOTICES, TELL_ANSWER } from './news/notices.ts'
import { trimEvents } from './security-log/security-log.ts'
import { forgetSends } from './sms/limits.ts'
import { CLOSE_UPLOAD, RELEASE_UNUSED, REMOVE_OBJECTS, SCAN_OBJECT } from './storage/storage.ts'
import { forgetUploads } from './storage/uploads.ts'

/** Done jobs are kept this long, so that the same job does not run again. */
const DONE_JOBS_MS = 400 * 24 * HOUR_MS

type Sweep = (transaction: Database, nowMs: number) => Promise<void>

/** Deletes rows whose time in `column` is so long ago. */
function olderThan(keptMs: number, table: keyof Tables, column: string): Sweep {
  return async (transaction, nowMs) => {
    const before = nowMs - keptMs
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} <= ${before}`.execute(transaction)
  }
}

const SWEEPS: Readonly<Record<string, Sweep>> = {
  'sweep-sessions': olderThan(0, 'sessions', 'expires_at'),
  // After this time without a login a browser is unknown again.
  'sweep-browsers': olderThan(180 * DAY_MS, 'known_browsers', 'seen_at'),
  'sweep-sms-codes': olderThan(0, 'sms_codes', 'expires_at'),
  'sweep-sms-sends': async (transaction, nowMs) => {
    await passGate(transaction, 'sms_gate')
    await forgetSends(transaction, nowMs)
  },
  // They stay for a while, so that people learn why a code fails.
  'sweep-invitations': olderThan(30 * DAY_MS, 'invitations', 'expires_at'),
  'sweep-join-tries': olderThan(HOUR_MS, 'join_tries', 'tried_at'),
  'sweep-exports': olderThan(HOUR_MS, 'company_exports', 'exported_at'),
  'sweep-uploads': forgetUploads,
  'sweep-news': forgetNews,
  'sweep-missed-searches': forgetMissedSearches,
  // Longer than any message precedes or follows its day.
  'sweep-told': olderThan(200 * DAY_MS, 'told', 'told_at'),
  'sweep-notices': olderThan(30 * DAY_MS, 'notices', 'created_at'),
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
export const SWEEP_HANDLERS: Readonly<Record<string, JobHandler>> = Object.fromEntries(
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
