/** One pass over everything that closes: what every morning's job does. */
import type { Catalogue } from '../../src/lib/contract/catalogue.ts'
import { chinaDay } from '../../src/lib/rules/window.ts'
import type { Database } from '../db/schema.ts'
import { closingPolicies } from './closing.ts'
import { remindFollowers } from './remind-followers.ts'

/** Returns how many reminders were sent. Run again, also by two processes at once, it sends none twice. */
export async function planReminders(db: Database, catalogue: Catalogue, nowMs: number): Promise<number> {
  const followed = await followedPolicies(db)
  let sent = 0
  for (const closing of closingPolicies(catalogue, chinaDay(new Date(nowMs)))) {
    if (followed.has(closing.policyId)) sent += await remindFollowers(db, closing, nowMs)
  }
  return sent
}

async function followedPolicies(db: Database): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('follows').select('policy_id').distinct().execute()
  return new Set(rows.map(({ policy_id }) => policy_id))
}
