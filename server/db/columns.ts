import type { CreateTableBuilder } from 'kysely'

/** The column `id`, counted up by the database and never given out twice. */
export function idColumn<Table extends string>(
  table: CreateTableBuilder<Table>,
): CreateTableBuilder<Table, 'id'> {
  return table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
}
