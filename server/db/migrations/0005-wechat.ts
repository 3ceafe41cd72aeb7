/** Tokens of upstreams, such as WeChat's, which all processes share. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('upstream_tokens')
    .addColumn('name', 'text', (column) => column.notNull().primaryKey())
    .addColumn('value', 'text')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('refreshing_until', 'bigint', (column) => column.notNull())
    .addCheckConstraint('upstream_tokens_none', sql`value is not null or expires_at = 0`)
    .execute()
}
