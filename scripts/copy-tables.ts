/** Copies every row of every table of one database into another with the same tables. */
import { type Kysely, sql } from 'kysely'

const ROWS_AT_ONCE = 500

export type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>

/** Why nothing was copied, in Chinese. */
export class CopyError extends Error {
  override readonly name = 'CopyError'
}

/** Replaces the target's rows, unless it has customers. @param target a transaction @throws CopyError */
export async function copyTables(
  source: AnyDatabase,
  target: AnyDatabase,
  print: (line: string) => void,
): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(target)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(target)
  const tables = await tablesOf(source)
  await makeEmpty(target, tables)
  const restore = await deferReferences(target)
  for (const table of tables) {
    await copyRows(source, target, table)
    const [wanted, found] = [await countRows(source, table), await countRows(target, table)]
    if (wanted !== found) throw new CopyError(`表 ${table} 应有 ${wanted} 行，复制后是 ${found} 行`)
    print(`${table}：${found} 行`)
  }
  await restore()
  await continueIds(source, target, tables)
}

async function tablesOf(source: AnyDatabase): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master
    where type = 'table' and name <> 'migrations' and name not like 'sqlite%' order by name`.execute(source)
  return rows.map(({ name }) => name)
}

/** A server that runs on the target waits at the lock meanwhile. Deletes only the rows with which every portal starts. */
async function makeEmpty(target: AnyDatabase, tables: string[]): Promise<void> {
  const all = sql.join(tables.map((table) => sql.table(table)))
  await sql`lock table ${all} in access exclusive mode`.execute(target)
  if ((await countRows(target, 'customers')) > 0) {
    throw new CopyError('DATABASE_URL 指的数据库里已经有客户，为免覆盖，请换一个空的数据库')
  }
  await sql`truncate table ${all}`.execute(target)
}

/**
 * Rows may arrive before the rows that they refer to: a child before its folder, one table before another. The returned
 * function checks all references and enforces them again.
 */
async function deferReferences(target: AnyDatabase): Promise<() => Promise<void>> {
  const { rows } = await sql<{ table: string; name: string }>`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(target)
  const change = async (how: string) => {
    for (const { table, name } of rows) {
      await sql`alter table ${sql.raw(table)} alter constraint ${sql.ref(name)} ${sql.raw(how)}`.execute(
        target,
      )
    }
  }
  await change('deferrable initially deferred')
  return async () => {
    await sql`set constraints all immediate`.execute(target)
    await change('not deferrable')
  }
}

async function copyRows(source: AnyDatabase, target: AnyDatabase, table: string): Promise<void> {
  let rows: Record<string, unknown>[] = []
  const flush = async () => {
    if (rows.length > 0) await target.insertInto(table).values(rows).execute()
    rows = []
  }
  try {
    for await (const row of source.selectFrom(table).selectAll().stream()) {
      rows.push(row)
      if (rows.length === ROWS_AT_ONCE) await flush()
    }
    await flush()
  } catch (cause) {
    throw new CopyError(`复制表 ${table} 时出错：${(cause as Error).message}`, { cause })
  }
}

async function countRows(db: AnyDatabase, table: string): Promise<number> {
  const counted = db.selectFrom(table).select((row) => row.fn.countAll<number>().as('count'))
  return (await counted.executeTakeFirstOrThrow()).count
}

/** SQLite never reuses the largest id that it has given out, so the target must continue from it. */
async function continueIds(source: AnyDatabase, target: AnyDatabase, tables: string[]): Promise<void> {
  const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(
    source,
  )
  for (const { name, seq } of rows.filter((row) => tables.includes(row.name))) {
    await sql`select setval(pg_get_serial_sequence(${name}, 'id'), ${Math.max(seq, 1)}, ${seq > 0})`.execute(
      target,
    )
  }
}
