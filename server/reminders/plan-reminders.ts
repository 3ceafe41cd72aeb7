/** One pass over everything that closes: what every morning's job does. */
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import type { KeptCatalogue } from '../catalogue/kept-catalogue.ts'
import type { Database } from '../db/schema.ts'
import { type ClosingPolicy, closingPolicies } from './closing.ts'
import { remindNext } from './remind-followers.ts'

/** Reminders a transaction: memory stays flat, and others can write in between. */
const AT_ONCE = 4000

/** How far a pass has come. */
interface Place {
  /** Policies that are through. */
  policies: number
  /** For the next reminder: the company up to which its followers have been reminded. */
  after: number
}

/**
 * Returns how many reminders were sent. Run again, also by two processes at once, it sends none twice; what an
 * interrupted pass has sent, the next one leaves out.
 */
export async function planReminders(db: Database, catalogue: KeptCatalogue, nowMs: number): Promise<number> {
  const followed = await followedPolicies(db)
  const closing = closingPolicies(catalogue, chinaDay(new Date(nowMs))).filter(({ policyId }) =>
    followed.has(policyId),
  )
  let place: Place = { policies: 0, after: 0 }
  let total = 0
  while (place.policies < closing.length) {
    const from = place
    const step = await db
      .transaction()
      .execute((transaction) => remindSome(transaction, closing, from, nowMs))
    place = step.place
    total += step.sent
  }
  return total
}

async function remindSome(
  transaction: Database,
  closing: readonly ClosingPolicy[],
  { policies, after }: Place,
  nowMs: number,
): Promise<{ place: Place; sent: number }> {
  let sent = 0
  while (sent < AT_ONCE) {
    const policy = closing[policies]
    if (!policy) break
    const companyIds = await remindNext(transaction, policy, after, nowMs)
    sent += companyIds.length
    if (companyIds.length > 0) after = Math.max(...companyIds)
    else [policies, after] = [policies + 1, 0]
  }
  return { place: { policies, after }, sent }
}

async function followedPolicies(db: Database): Promise<ReadonlySet<number>> {
  const rows = await db.selectFrom('follows').select('policy_id').distinct().execute()
  return new Set(rows.map(({ policy_id }) => policy_id))
}
