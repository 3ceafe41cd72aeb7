/** When companies have exported their data, for the cap. */
import type { Kysely } from 'kysely'
import { idColumn } from '../dialect.ts'

export async function up(db: Kysely<never>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('company_exports')
    .$call(idColumn(db))
    .addColumn('company_id', 'bigint', (column) =>
      column.notNull().references('companies.id').onDelete('cascade'),
    )
    .addColumn('exported_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('company_exports_company')
    .on('company_exports')
    .columns(['company_id', 'exported_at'])
    .execute()
}
