/** The few places where SQLite and PostgreSQL do not understand the same words. */
import { type CreateTableBuilder, type Kysely, PostgresAdapter, sql } from 'kysely'

function isPostgres(db: Kysely<never>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/** For `$call` on a new table: the column `id`, counted up by the database and never given out twice. */
export function idColumn(db: Kysely<never>) {
  return <Table extends string>(table: CreateTableBuilder<Table>): CreateTableBuilder<Table, 'id'> =>
    isPostgres(db)
      ? table.addColumn('id', 'bigint', (column) => column.generatedByDefaultAsIdentity().primaryKey())
      : table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
}

/**
 * Keeps other processes from changing the tables until the transaction ends, however long that takes. SQLite needs
 * nothing here: its data folder has only one process.
 */
export async function lockForMigration(transaction: Kysely<never>): Promise<void> {
  if (!isPostgres(transaction)) return
  await sql`set local statement_timeout = 0`.execute(transaction)
  await sql`select pg_advisory_xact_lock(hashtext('portal migrations ' || current_schema()))`.execute(
    transaction,
  )
}
