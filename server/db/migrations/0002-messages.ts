/** Messages about policies and applications. */
import { type Kysely, sql } from 'kysely'
import { idColumn } from '../dialect.ts'

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('messages')
    .$call(idColumn(db))
    .addColumn('company_id', 'bigint', (column) =>
      column.notNull().references('companies.id').onDelete('cascade'),
    )
    .addColumn('customer_id', 'bigint', (column) => column.references('customers.id').onDelete('cascade'))
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('platform_policy_id', 'bigint')
    .addColumn('application_id', 'bigint')
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addCheckConstraint('messages_category', sql`category in ('policy', 'application')`)
    .addCheckConstraint('messages_status', sql`status in (0, 1)`)
    .execute()
  await db.schema
    .createIndex('messages_newest')
    .on('messages')
    .columns(['company_id', 'status', 'created_at'])
    .execute()
}
