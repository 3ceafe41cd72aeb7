/** An embedded installation moves to PostgreSQL completely, or not at all. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copyToPostgres } from '../../scripts/copy-to-postgres.ts'
import { connect } from '../../server/db/connect.ts'
import type { Connection, Database } from '../../server/db/schema.ts'
import { ended, outputOf, runNode } from '../../server/testing/node.ts'
import { createSchema, TEST_DATABASE_URL } from '../../server/testing/postgres.ts'
import { fillEveryTable } from './support/every-table.ts'

const MESSAGES = 1203

/** Requires TEST_DATABASE_URL as the target: `scripts/postgres.sh npx vitest run`. */
describe.skipIf(!TEST_DATABASE_URL)('from SQLite to PostgreSQL (needs TEST_DATABASE_URL)', () => {
  let folder: string
  let source: Connection
  let schema: Awaited<ReturnType<typeof createSchema>>

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'copy-'))
    schema = await createSchema()
    source = await connect(folder)
    await fillEveryTable(source.db, MESSAGES)
  })
  afterEach(async () => {
    await source.close()
    await schema.drop()
    await rm(folder, { recursive: true })
  })

  const inTarget = async <T>(use: (db: Database) => Promise<T>): Promise<T> => {
    const target = await connect(schema.url)
    return use(target.db).finally(target.close)
  }

  test('every row of every table, the next ids, and the rules between tables', async () => {
    const tables = await tablesOf(source.db)
    const before = await rowsOf(source.db, tables)
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([])
    await source.close()
    const said: string[] = []
    await copyToPostgres(folder, schema.url, (line) => said.push(line))

    expect(said).toHaveLength(tables.length)
    expect(said).toContain(`messages：${MESSAGES} 行`)
    await inTarget(async (db) => {
      expect(await rowsOf(db, tables)).toEqual(before)
      const row = { name: '新公司', created_at: 1 }
      const { id } = await db.insertInto('companies').values(row).returning('id').executeTakeFirstOrThrow()
      expect(id).toBe(10)
      const orphan = { phone: '1', name: '', company_id: 99, created_at: 1 }
      await expect(db.insertInto('customers').values(orphan).execute()).rejects.toThrow('foreign key')
      const { rows } = await sql`select conname from pg_constraint
        where condeferrable and connamespace = current_schema()::regnamespace`.execute(db)
      expect(rows).toEqual([])
    })
    source = await connect(folder)
  })

  test('a target with customers is unchanged', async () => {
    await source.close()
    await copyToPostgres(folder, schema.url, () => {})
    await inTarget((db) => db.updateTable('customers').set({ name: '后来改的' }).execute())
    await expect(copyToPostgres(folder, schema.url, () => {})).rejects.toThrow('已经有客户')
    const names = await inTarget((db) => db.selectFrom('customers').select('name').distinct().execute())
    expect(names).toEqual([{ name: '后来改的' }])
    source = await connect(folder)
  })

  test('the command reports in Chinese what is missing', async () => {
    const cases = [
      [[], {}, /没有复制任何数据。用法：npm run data:copy/],
      [[folder], {}, /请用 DATABASE_URL/],
      [[folder], { DATABASE_URL: 'mysql://x' }, /DATABASE_URL 应形如/],
      [[folder], { DATABASE_URL: schema.url }, /正被另一个进程使用/],
    ] as const
    for (const [args, env, words] of cases) {
      const child = runNode(['scripts/copy-to-postgres.ts', ...args], env)
      await outputOf(child, words)
      expect(await ended(child)).toBe(1)
    }
  })
})

async function tablesOf(db: Database): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables.filter(({ name, isView }) => name !== 'migrations' && !isView).map(({ name }) => name)
}

async function rowsOf(db: Database, tables: string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const table of tables) {
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(db)
    found[table] = rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()
  }
  return found
}
