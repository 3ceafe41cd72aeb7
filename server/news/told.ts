import type { Insertable } from 'kysely'
import { inChunks } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'

type NewTold = Omit<Insertable<Tables['told']>, 'told_at'>

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
