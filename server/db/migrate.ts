/** Brings a database to the newest shape: numbered steps, each in one transaction with its entry in the book. */
import { type Kysely, sql } from 'kysely'
import * as accounts from './migrations/0001-accounts.ts'
import * as messages from './migrations/0002-messages.ts'
import type { Database } from './schema.ts'

interface Migration {
  up: (db: Kysely<unknown>) => Promise<void>
}

/** The number of a migration is its place here, from 1. Append only: installed ones never change. */
const MIGRATIONS: readonly Migration[] = [accounts, messages]

interface Book {
  migrations: { number: number; applied_at: number }
}

/** The data was written by a newer version of the portal. */
export class NewerDataError extends Error {
  override readonly name = 'NewerDataError'
}

/** Runs the steps that are missing. @throws NewerDataError when the data knows steps that this version does not. */
export async function migrate(database: Database, now: () => number): Promise<void> {
  const db = database as unknown as Kysely<Book>
  await sql`create table if not exists migrations (number integer primary key, applied_at bigint not null)`.execute(
    db,
  )
  const newest = await db
    .selectFrom('migrations')
    .select((field) => field.fn.max('number').as('number'))
    .executeTakeFirst()
  const done = newest?.number ?? 0
  if (done > MIGRATIONS.length) {
    throw new NewerDataError('数据由更新版本的程序写成，请使用新版本启动，以免损坏数据')
  }
  for (const [index, step] of MIGRATIONS.slice(done).entries()) {
    await db.transaction().execute(async (transaction) => {
      await step.up(transaction as unknown as Kysely<unknown>)
      await transaction
        .insertInto('migrations')
        .values({ number: done + index + 1, applied_at: now() })
        .execute()
    })
  }
}
