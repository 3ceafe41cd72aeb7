/** Objects give their room back when they are released, before they leave the store; uploads close before they are cleared. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const { schema } = db
  await schema.alterTable('stored_objects').addColumn('released_at', 'bigint').execute()
  await schema
    .alterTable('stored_objects')
    .addColumn('removal', 'text', (column) => column.check(sql`removal is null or released_at is not null`))
    .execute()
  await schema
    .alterTable('uploads')
    .addColumn('closed', 'integer', (column) => column.notNull().defaultTo(0).check(sql`closed in (0, 1)`))
    .execute()
}
