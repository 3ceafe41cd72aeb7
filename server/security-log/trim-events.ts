import { SECURITY_LOG_DAYS } from '../../src/lib/contract/operator/security-log.ts'
import { DAY_MS } from '../../src/lib/rules/time/durations.ts'
import type { Database } from '../db/schema.ts'

/** Takes away what is older than the log is kept, and says so in it: the newest row also lets the old ones go. */
export async function trimEvents(db: Database, nowMs: number): Promise<void> {
  const old = db.selectFrom('security_events').where('at', '<=', nowMs - SECURITY_LOG_DAYS * DAY_MS)
  const { count } = await old.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  if (count === 0) return
  await db
    .insertInto('security_events')
    .values({ at: nowMs, event: 'log-trimmed', role: 'portal', note: `${count} 行`, times: 1 })
    .execute()
  await db
    .deleteFrom('security_events')
    .where('at', '<=', nowMs - SECURITY_LOG_DAYS * DAY_MS)
    .execute()
}
