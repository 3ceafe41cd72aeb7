/** Jobs for later: rows with a due time, each done exactly once, across processes and restarts. */
import { HOUR_MS, MINUTE_MS } from '../../src/lib/rules/time/durations.ts'
import { describeError, type Log } from '../log.ts'
import type { Database } from './schema.ts'

/** Longer than any handler takes. A process that crashes during a job holds it until then. */
export const LEASE_MS = 5 * MINUTE_MS
const FIRST_RETRY_MS = MINUTE_MS
const LAST_RETRY_MS = HOUR_MS
const AT_ONCE = 100

/** Its writes commit with the job's mark or not at all; its other effects happen at least once. */
export type JobHandler = (transaction: Database, payload: unknown, nowMs: number) => Promise<void>

/** A job with long outside calls: it opens its own transactions, and happens at least once. */
export interface LongJob {
  run: (db: Database, payload: unknown, nowMs: number) => Promise<void>
}

export type JobHandlers = Readonly<Record<string, JobHandler | LongJob>>

interface NewJob {
  kind: string
  key: string
  dueMs: number
  payload?: unknown
}

/** Schedules a job once. Call it in the transaction with the reason: the job happens if and only if that commits. */
export async function schedule(db: Database, { kind, key, dueMs, payload = null }: NewJob): Promise<void> {
  await db
    .insertInto('jobs')
    .values({ kind, key, due_at: dueMs, payload: JSON.stringify(payload), attempts: 0 })
    .onConflict((existing) => existing.columns(['kind', 'key']).doNothing())
    .execute()
}

/** Does the due jobs, oldest first; retries failed ones later. @param signal a stopping process starts no further job */
export async function runDue(
  db: Database,
  handlers: JobHandlers,
  now: () => number,
  log: Log,
  signal?: AbortSignal,
): Promise<number> {
  let done = 0
  const logUnlessStopping: Log = (entry) => {
    if (!signal?.aborted) log(entry)
  }
  for (;;) {
    const ids = await dueIds(db, Object.keys(handlers), now())
    for (const id of ids) {
      if (signal?.aborted) return done
      const job = await claim(db, id, now())
      if (job && (await perform(db, handlers, job, now, logUnlessStopping))) done += 1
    }
    if (ids.length < AT_ONCE) return done
  }
}

/** Leaves kinds that this version does not know to the version that does. */
async function dueIds(db: Database, kinds: string[], nowMs: number): Promise<number[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', 'in', kinds)
    .where('done_at', 'is', null)
    .where('due_at', '<=', nowMs)
    .where((job) => job.or([job('claimed_until', 'is', null), job('claimed_until', '<=', nowMs)]))
    .orderBy('due_at')
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()
  return rows.map(({ id }) => id)
}

interface Claim {
  id: number
  kind: string
  payload: string
  attempts: number
}

function claim(db: Database, id: number, nowMs: number): Promise<Claim | undefined> {
  return db
    .updateTable('jobs')
    .set((job) => ({ claimed_until: nowMs + LEASE_MS, attempts: job('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .where((job) => job.or([job('claimed_until', 'is', null), job('claimed_until', '<=', nowMs)]))
    .returning(['id', 'kind', 'payload', 'attempts'])
    .executeTakeFirst()
}

async function perform(
  db: Database,
  handlers: JobHandlers,
  job: Claim,
  now: () => number,
  log: Log,
): Promise<boolean> {
  const handler = handlers[job.kind]
  if (!handler) return false
  try {
    const payload: unknown = JSON.parse(job.payload)
    if (typeof handler !== 'function') {
      await handler.run(db, payload, now())
      return await markDone(db, job, now())
    }
    return await db.transaction().execute(async (transaction) => {
      // The mark locks the row: an expired claim and the one that replaced it never both continue.
      if (!(await markDone(transaction, job, now()))) return false
      await handler(transaction, payload, now())
      return true
    })
  } catch (error) {
    log({
      level: 'error',
      event: 'job-failed',
      kind: job.kind,
      job: job.id,
      attempts: job.attempts,
      ...describeError(error),
    })
    await postpone(db, job, now())
    return false
  }
}

async function markDone(db: Database, { id, attempts }: Claim, nowMs: number): Promise<boolean> {
  const marked = await db
    .updateTable('jobs')
    .set({ done_at: nowMs, claimed_until: null })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('done_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

async function postpone(db: Database, { id, attempts }: Claim, nowMs: number): Promise<void> {
  const waitMs = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LAST_RETRY_MS)
  await db
    .updateTable('jobs')
    .set({ claimed_until: nowMs + waitMs })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('done_at', 'is', null)
    .execute()
}
