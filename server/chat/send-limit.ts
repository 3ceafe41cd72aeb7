/** How much a company may send in a minute of the clock, whatever process or conversation takes it. */
import { CHAT_SENDS_PER_MINUTE, CHAT_TOO_OFTEN } from '../../src/lib/contract/chat/chat-message.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { MINUTE_MS } from '../../src/lib/rules/time/durations.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import type { Party } from './party.ts'

/**
 * Counts one sending; operators may send as much as they like. Call it in the transaction that sends.
 * @throws Refusal 429 with `retry_after` in seconds
 */
export async function countSend(
  transaction: Database,
  { side, person }: Party,
  nowMs: number,
): Promise<void> {
  if (side === 'operator') return
  const minute = Math.floor(nowMs / MINUTE_MS)
  const counted = await transaction
    .insertInto('chat_sends')
    .values({ company_id: person.company_id, minute, sends: 1 })
    .onConflict((known) =>
      known
        .column('company_id')
        .doUpdateSet((row) => ({
          minute,
          sends: row
            .case()
            .when('chat_sends.minute', '=', minute)
            .then(row('chat_sends.sends', '+', 1))
            .else(1)
            .end(),
        }))
        .where((row) =>
          row.or([
            row('chat_sends.minute', '<>', minute),
            row('chat_sends.sends', '<', CHAT_SENDS_PER_MINUTE),
          ]),
        ),
    )
    .returning('sends')
    .executeTakeFirst()
  if (counted) return
  const retry_after = Math.ceil(((minute + 1) * MINUTE_MS - nowMs) / 1000)
  throw new Refusal(CODES.tooOften, CHAT_TOO_OFTEN, { retry_after })
}
