/** Brings a database to the newest shape: numbered steps, each in one transaction with its entry in the book. */
import { type Kysely, sql } from 'kysely'
import { lockForMigration } from './dialect.ts'
import * as accounts from './migrations/0001-accounts.ts'
import * as messages from './migrations/0002-messages.ts'
import * as jobs from './migrations/0003-jobs.ts'
import * as storage from './migrations/0004-storage.ts'
import * as wechat from './migrations/0005-wechat.ts'
import * as documents from './migrations/0006-documents.ts'
import * as orders from './migrations/0007-orders.ts'
import * as chat from './migrations/0008-chat.ts'
import * as services from './migrations/0009-services.ts'
import * as matching from './migrations/0010-matching.ts'
import * as removals from './migrations/0011-removals.ts'
import * as broadcasts from './migrations/0012-broadcasts.ts'
import * as corrections from './migrations/0013-corrections.ts'
import * as reminders from './migrations/0014-reminders.ts'
import * as company from './migrations/0015-company.ts'
import * as exports from './migrations/0016-exports.ts'
import * as papers from './migrations/0017-papers.ts'
import * as forms from './migrations/0018-forms.ts'
import * as publications from './migrations/0019-publications.ts'
import * as chatTopics from './migrations/0020-chat-topics.ts'
import type { Database } from './schema.ts'

interface Migration {
  up: (db: Kysely<never>) => Promise<void>
}

/** The number of a migration is its place here, from 1. Append only: installed ones never change. */
const MIGRATIONS: readonly Migration[] = [
  accounts,
  messages,
  jobs,
  storage,
  wechat,
  documents,
  orders,
  chat,
  services,
  matching,
  removals,
  broadcasts,
  corrections,
  reminders,
  company,
  exports,
  papers,
  forms,
  publications,
  chatTopics,
]

interface Book {
  migrations: { number: number; applied_at: number }
}

/** The data was written by a newer version of the portal. */
export class NewerDataError extends Error {
  override readonly name = 'NewerDataError'
}

/**
 * Runs the steps that are missing; of several processes that start at once, each step runs in one.
 * @throws NewerDataError when the data knows steps that this version does not.
 */
export async function migrate(database: Database, now: () => number): Promise<void> {
  const db = database as unknown as Kysely<Book>
  while (await db.transaction().execute((transaction) => runNextStep(transaction, now))) {
    // Steps run until none is left.
  }
}

/** Whether the data is what this version works with: of several processes, a newer one may have changed it. */
export async function hasNewestShape(database: Database): Promise<boolean> {
  return (await newestStep(database as unknown as Kysely<Book>)) === MIGRATIONS.length
}

/** False when there was nothing left to do. */
async function runNextStep(db: Kysely<Book>, now: () => number): Promise<boolean> {
  const anyTables = db as unknown as Kysely<never>
  await lockForMigration(anyTables)
  await sql`create table if not exists migrations (number integer primary key, applied_at bigint not null)`.execute(
    db,
  )
  const done = await newestStep(db)
  if (done > MIGRATIONS.length) {
    throw new NewerDataError('数据由更新版本的程序写成，请使用新版本启动，以免损坏数据')
  }
  const step = MIGRATIONS[done]
  if (!step) return false
  await step.up(anyTables)
  await db
    .insertInto('migrations')
    .values({ number: done + 1, applied_at: now() })
    .execute()
  return true
}

async function newestStep(db: Kysely<Book>): Promise<number> {
  const newest = await db
    .selectFrom('migrations')
    .select((field) => field.fn.max('number').as('number'))
    .executeTakeFirst()
  return newest?.number ?? 0
}
