/** 内容纠错: what readers tell the operators about an error in the content. */
import { type Kysely, sql } from 'kysely'
import { idColumn } from '../dialect.ts'

export async function up(db: Kysely<never>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('corrections')
    .$call(idColumn(db))
    .addColumn('company_id', 'bigint', (column) =>
      column.notNull().references('companies.id').onDelete('cascade'),
    )
    .addColumn('customer_id', 'bigint', (column) => column.references('customers.id').onDelete('set null'))
    .addColumn('client_id', 'text')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('page_id', 'bigint', (column) => column.notNull())
    .addColumn('policy_id', 'bigint')
    .addColumn('title', 'text')
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('source', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('answer', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .addCheckConstraint('corrections_kind', sql`kind in ('original', 'interpretation', 'news')`)
    .addCheckConstraint('corrections_state', sql`state in ('open', 'fixed', 'declined')`)
    .addUniqueConstraint('corrections_client', ['company_id', 'client_id'])
    .execute()
  await schema
    .createIndex('corrections_company_newest')
    .on('corrections')
    .columns(['company_id', 'created_at'])
    .execute()
  await schema
    .createIndex('corrections_state_newest')
    .on('corrections')
    .columns(['state', 'created_at', 'id'])
    .execute()
  await schema.createIndex('corrections_newest').on('corrections').columns(['created_at', 'id']).execute()
  await schema.createIndex('corrections_customer').on('corrections').column('customer_id').execute()
}
