/** How often somebody may try to join: codes are not to be guessed. */
import { JOIN_TRIES_PER_ADDRESS, JOIN_TRIES_PER_PERSON } from '../../src/lib/contract/account/colleague.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { HOUR_MS } from '../../src/lib/rules/time/durations.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'

/**
 * Counts a try. Call it before the try and outside any transaction: then parallel tries are all counted, and no rollback
 * takes one back.
 * @throws Refusal 429
 */
export async function countTry(
  db: Database,
  { customerId, address }: { customerId: number; address: string },
  nowMs: number,
): Promise<void> {
  await db.insertInto('join_tries').values({ customer_id: customerId, address, tried_at: nowMs }).execute()
  const recent = db
    .selectFrom('join_tries')
    .select((row) => row.fn.countAll<number>().as('tries'))
    .where('tried_at', '>', nowMs - HOUR_MS)
  const byPerson = await recent.where('customer_id', '=', customerId).executeTakeFirstOrThrow()
  const byAddress = await recent.where('address', '=', address).executeTakeFirstOrThrow()
  if (byPerson.tries > JOIN_TRIES_PER_PERSON || byAddress.tries > JOIN_TRIES_PER_ADDRESS) {
    throw new Refusal(CODES.tooOften, '尝试次数过多，请一小时后再试')
  }
}

export async function forgetTries(db: Database, nowMs: number): Promise<void> {
  await db
    .deleteFrom('join_tries')
    .where('tried_at', '<=', nowMs - HOUR_MS)
    .execute()
}
