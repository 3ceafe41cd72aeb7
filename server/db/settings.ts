/** Values that belong to the installation: the secret, the operating company, and rows that serve as gates. */
import { randomBytes } from 'node:crypto'
import type { Database } from './schema.ts'

/** By the adapter, which a database has in common with its transactions. */
const given = new WeakMap<object, string>()

/** From now on this is the secret, whatever the database has: every process on it must be told the same. */
export function giveInstallSecret(db: Database, secret: string): void {
  given.set(db.getExecutor().adapter, secret)
}

/** The installation's secret: what it was given, or one made at first use and kept in the database. */
export async function installSecret(db: Database): Promise<string> {
  const known = given.get(db.getExecutor().adapter)
  if (known !== undefined) return known
  const name = 'secret'
  const found = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  if (found) return found.value
  const value = randomBytes(32).toString('hex')
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((row) => row.column('name').doNothing())
    .execute()
  return installSecret(db)
}

/** The company that runs the portal; its people are the operators. */
export async function operatingCompany(db: Database): Promise<number> {
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'operating_company')
    .executeTakeFirstOrThrow()
  return Number(value)
}

/**
 * Lets one transaction at a time through, of all processes: the update locks the row until the transaction ends, in
 * SQLite and in PostgreSQL alike. What the one before has written is seen by every statement after this one, since
 * PostgreSQL's "read committed" (which `connect` asks for) looks anew with each.
 * @throws when the row is missing, for then nothing is locked
 */
export async function passGate(transaction: Database, name: 'sms_gate' | 'operators_gate'): Promise<void> {
  await transaction
    .updateTable('settings')
    .set({ value: '' })
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirstOrThrow()
}
