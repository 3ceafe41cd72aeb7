/** Migrates a database to the newest version: numbered SQL files, each in one transaction with its entry in the book. */
import { existsSync, readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import { dialectOf, inWordsOf, lockForMigration } from './dialect.ts'
import type { Database } from './schema.ts'

/** Append only: installed steps never change. Parts for one database (`0002.sqlite.sql`) run after `0002.sql`, if there is one. */
const STEPS = [
  '0001',
  '0002',
  '0003',
  '0004',
  '0005',
  '0006',
  '0007',
  '0008',
  '0009',
  '0010',
  '0011',
  '0012',
  '0013',
  '0014',
  '0015',
  '0016',
  '0017',
  '0018',
] as const

interface Book {
  migrations: { number: number; applied_at: number }
}

export class NewerDataError extends Error {
  override readonly name = 'NewerDataError'
}

/** Runs the missing steps, each in one process. @param last for tests of the next step @throws NewerDataError */
export async function migrate(
  database: Database,
  now: () => number,
  last: number = STEPS.length,
): Promise<void> {
  const db = database as unknown as Kysely<Book>
  while (await db.transaction().execute((transaction) => runNextStep(transaction, now, last))) {
    // Runs steps until none is left.
  }
}

/** Whether the data has this version's shape: a newer process may have changed it. */
export async function hasNewestShape(database: Database): Promise<boolean> {
  return (await newestStep(database as unknown as Kysely<Book>)) === STEPS.length
}

async function runNextStep(db: Kysely<Book>, now: () => number, last: number): Promise<boolean> {
  const anyTables = db as unknown as Kysely<never>
  await lockForMigration(anyTables)
  await sql`create table if not exists migrations (number integer primary key, applied_at bigint not null)`.execute(
    db,
  )
  const done = await newestStep(db)
  if (done > STEPS.length) {
    throw new NewerDataError(
      '数据由更新版本的程序写成，请使用新版本启动，以免损坏数据；只是试用的，换一个 DATA_DIR 或者删去它 (written by a newer version; if it is only a trial, set another DATA_DIR or remove it)',
    )
  }
  const step = STEPS[done]
  if (!step || done >= last) return false
  await takeStep(anyTables, step)
  await db
    .insertInto('migrations')
    .values({ number: done + 1, applied_at: now() })
    .execute()
  return true
}

async function takeStep(db: Kysely<never>, step: string): Promise<void> {
  for (const name of [step, `${step}.${dialectOf(db)}`]) {
    const file = new URL(`migrations/${name}.sql`, import.meta.url)
    if (!existsSync(file)) continue
    for (const statement of readFileSync(file, 'utf8')
      .trim()
      .split(/;(?=\n|$)/)) {
      if (statement !== '') await sql.raw(inWordsOf(db, statement)).execute(db)
    }
  }
}

async function newestStep(db: Kysely<Book>): Promise<number> {
  const newest = await db
    .selectFrom('migrations')
    .select((field) => field.fn.max('number').as('number'))
    .executeTakeFirst()
  return newest?.number ?? 0
}
