/** What a browser calls its broadcast is unique for its operator, not for all: the table is built anew around its rows. */
import { type Kysely, sql } from 'kysely'
import { idColumn } from '../dialect.ts'

export async function up(db: Kysely<never>): Promise<void> {
  const { schema } = db
  await schema.dropIndex('broadcasts_operator').execute()
  await schema.alterTable('broadcasts').renameTo('former_broadcasts').execute()
  await schema
    .createTable('broadcasts')
    .$call(idColumn(db))
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('operator_id', 'bigint', (column) => column.references('customers.id').onDelete('set null'))
    .addColumn('audience', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('platform_policy_id', 'bigint')
    .addColumn('companies', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('broadcasts_client', ['operator_id', 'client_id'])
    .addCheckConstraint('broadcasts_category', sql`category in ('policy', 'application')`)
    .execute()
  // Without the ids, which nothing refers to: PostgreSQL goes on counting where it gave the last one itself.
  const columns = sql`client_id, operator_id, audience, message, category, platform_policy_id, companies, created_at`
  await sql`insert into broadcasts (${columns}) select ${columns} from former_broadcasts order by id`.execute(
    db,
  )
  await schema.dropTable('former_broadcasts').execute()
}
