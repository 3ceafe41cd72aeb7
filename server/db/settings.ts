import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import type { Database } from './schema.ts'

/** Keyed by the adapter, which a database shares with its transactions. */
const given = new WeakMap<object, string>()

/** Sets the secret, whatever the database has: every process on it must get the same. */
export function giveInstallSecret(db: Database, secret: string): void {
  given.set(db.getExecutor().adapter, secret)
}

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

export async function operatingCompany(db: Database): Promise<number> {
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'operating_company')
    .executeTakeFirstOrThrow()
  return Number(value)
}

/** Lets one transaction at a time through, in all processes: the update locks the row. @throws when the row is missing */
export async function passGate(transaction: Database, name: 'sms_gate' | 'operators_gate'): Promise<void> {
  await transaction
    .updateTable('settings')
    .set({ value: '' })
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirstOrThrow()
}

export async function readRevised<S extends v.GenericSchema>(
  db: Database,
  name: string,
  schema: S,
): Promise<v.InferOutput<S> | undefined> {
  const stored = await findStored(db, name)
  return stored === undefined ? undefined : v.parse(schema, JSON.parse(stored))
}

/** Writes `value` as the next revision (0 for none). @returns undefined when another operator was first */
export async function saveRevised<T extends { revision: number }>(
  db: Database,
  name: string,
  value: T,
): Promise<T | undefined> {
  const stored = await findStored(db, name)
  const current = stored === undefined ? 0 : (JSON.parse(stored) as T).revision
  if (current !== value.revision) return undefined
  const next = { ...value, revision: current + 1 }
  const row = { name, value: JSON.stringify(next) }
  const saved =
    stored === undefined
      ? await db
          .insertInto('settings')
          .values(row)
          .onConflict((old) => old.column('name').doNothing())
          .returning('name')
          .executeTakeFirst()
      : await db
          .updateTable('settings')
          .set(row)
          .where('name', '=', name)
          .where('value', '=', stored)
          .returning('name')
          .executeTakeFirst()
  return saved && next
}

async function findStored(db: Database, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}
