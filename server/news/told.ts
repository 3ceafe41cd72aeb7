/** Records sent news by receiver, so that no process and no later round sends the same twice. */
import type { Insertable } from 'kysely'
import { DAY_MS } from '../../src/lib/rules/time/durations.ts'
import type { Database, Tables } from '../db/schema.ts'
import { inChunks } from './messages.ts'

/** Longer than any message precedes or follows its day. */
const KEPT_MS = 200 * DAY_MS

type NewTold = Omit<Insertable<Tables['told']>, 'told_at'>

/** Returns the rows that are new. Call it in the transaction that sends the messages. */
export async function noteTold<Row extends NewTold>(
  transaction: Database,
  rows: readonly Row[],
  nowMs: number,
): Promise<Row[]> {
  const noted = new Set<string>()
  for (const some of inChunks(rows)) {
    const inserted = await transaction
      .insertInto('told')
      .values(
        some.map(({ company_id, customer_id = null, topic, subject, occasion, lead_days = 0 }) => ({
          company_id,
          customer_id,
          topic,
          subject,
          occasion,
          lead_days,
          told_at: nowMs,
        })),
      )
      .onConflict((existing) => existing.doNothing())
      .returning(['company_id', 'customer_id', 'topic', 'subject', 'occasion', 'lead_days'])
      .execute()
    for (const row of inserted) noted.add(keyOf(row))
  }
  return rows.filter((row) => noted.has(keyOf(row)))
}

function keyOf({ company_id, customer_id, topic, subject, occasion, lead_days }: NewTold): string {
  return [company_id, customer_id ?? '', topic, subject, occasion, lead_days ?? 0].join(' ')
}

export async function forgetTold(transaction: Database, nowMs: number): Promise<void> {
  await transaction
    .deleteFrom('told')
    .where('told_at', '<=', nowMs - KEPT_MS)
    .execute()
}
