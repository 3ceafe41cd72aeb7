/** What is to happen later. */
import { type Kysely, sql } from 'kysely'
import { idColumn } from '../dialect.ts'

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .$call(idColumn(db))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('claimed_until', 'bigint')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('done_at', 'bigint')
    .addUniqueConstraint('jobs_key', ['kind', 'key'])
    .execute()
  await db.schema
    .createIndex('jobs_due')
    .on('jobs')
    .column('due_at')
    .where(sql`done_at`, 'is', null)
    .execute()
  await db.schema.createIndex('jobs_done').on('jobs').column('done_at').execute()
}
