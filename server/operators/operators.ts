/** Who is an operator: rows of the database, so that each next call knows; the setting's are entered at each start. */
import type { Database } from '../db/schema.ts'
import { passGate } from '../db/settings.ts'

/** Whether somebody with this phone works at the desk. */
export async function isOperator(db: Database, phone: string): Promise<boolean> {
  const found = await db
    .selectFrom('operators')
    .select('id')
    .where('phone', '=', phone)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Enters the phones of the setting, and takes out those that it names no more. Whom the desk has withdrawn stays
 * withdrawn while the setting names him.
 * @returns whose role has changed
 */
export function followSetting(
  db: Database,
  phones: ReadonlySet<string>,
  nowMs: number,
): Promise<{ added: string[]; withdrawn: string[] }> {
  return db.transaction().execute(async (transaction) => {
    await passGate(transaction, 'operators_gate')
    const before = await transaction
      .selectFrom('operators')
      .select(['phone', 'from_setting', 'withdrawn_at'])
      .execute()
    const known = new Set(before.map(({ phone }) => phone))
    const added = [...phones].filter((phone) => !known.has(phone))
    const gone = before.filter(({ phone, from_setting }) => from_setting === 1 && !phones.has(phone))
    for (const phone of phones) {
      await transaction
        .insertInto('operators')
        .values({ phone, from_setting: 1, added_at: nowMs, added_by: null })
        .onConflict((row) => row.column('phone').doUpdateSet({ from_setting: 1 }))
        .execute()
    }
    for (const { phone } of gone) {
      await transaction.deleteFrom('operators').where('phone', '=', phone).execute()
    }
    const withdrawn = gone.flatMap(({ phone, withdrawn_at }) => (withdrawn_at === null ? phone : []))
    return { added, withdrawn }
  })
}
