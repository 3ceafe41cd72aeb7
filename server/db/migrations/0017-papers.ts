/** How long papers hold, and for which materials of an application its files are. */
import { type Kysely, sql } from 'kysely'

export async function up({ schema }: Kysely<never>): Promise<void> {
  await schema.alterTable('document_files').addColumn('expires_on', 'text').execute()
  await schema.alterTable('document_files').addColumn('report_year', 'integer').execute()
  await schema
    .alterTable('service_files')
    .addColumn('materials', 'text', (column) => column.notNull().defaultTo(sql`'[]'`))
    .execute()
}
