/** Drafts of forms that belong to no policy, and the providers that are public since their approval. */
import { type Kysely, sql } from 'kysely'
import { idColumn } from '../dialect.ts'

export async function up(db: Kysely<never>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('form_drafts')
    .addColumn('company_id', 'bigint', (column) =>
      column.notNull().references('companies.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('form_drafts_pk', ['company_id', 'kind'])
    .addCheckConstraint('form_drafts_kind', sql`kind in ('loan', 'provider')`)
    .execute()
  await schema
    .createTable('public_providers')
    .$call(idColumn(db))
    .addColumn('company_id', 'bigint', (column) =>
      column.notNull().unique().references('companies.id').onDelete('cascade'),
    )
    .addColumn('category_id', 'bigint', (column) => column.notNull())
    .addColumn('order_id', 'bigint', (column) =>
      column.notNull().unique().references('orders.id').onDelete('cascade'),
    )
    .addColumn('company_name', 'text', (column) => column.notNull())
    .addColumn('services', 'text', (column) => column.notNull())
    .addColumn('regions', 'text', (column) => column.notNull())
    .addColumn('cases', 'text', (column) => column.notNull())
    .addColumn('contact', 'text', (column) => column.notNull())
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('public_providers_category_newest')
    .on('public_providers')
    .columns(['category_id', 'updated_at', 'id'])
    .execute()
}
