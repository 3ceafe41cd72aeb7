import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSchema, TEST_DATABASE_URL } from '../testing/postgres.ts'
import { connect } from './connect.ts'
import { hasNewestShape } from './migrate.ts'
import { DatabaseUnavailableError } from './postgres.ts'
import type { Connection, Database } from './schema.ts'

/** Without TEST_DATABASE_URL there is no server: `scripts/postgres.sh npx vitest run`. */
describe.skipIf(!TEST_DATABASE_URL)('PostgreSQL (needs TEST_DATABASE_URL)', () => {
  let schema: Awaited<ReturnType<typeof createSchema>>
  beforeEach(async () => {
    schema = await createSchema()
  })
  afterEach(() => schema.drop())

  const changed = (change: (url: URL) => void) => {
    const url = new URL(schema.url)
    change(url)
    return url.href
  }
  const added = (db: Database) =>
    db.selectFrom('companies').select(['id', 'name', 'created_at']).where('created_at', '>', 0).execute()

  test('servers that start at once migrate once', async () => {
    const starts = await Promise.all(Array.from({ length: 6 }, () => connect(schema.url)))
    const [first] = starts as [Connection]
    const { rows } = await sql`select number from migrations order by number`.execute(first.db)
    expect(rows).toEqual(rows.map((_, index) => ({ number: index + 1 })))
    expect(await hasNewestShape(first.db)).toBe(true)
    await Promise.all(starts.map(({ close }) => close()))
  })

  test('numbers are numbers, sums too, and one that is too large is a fault', async () => {
    const { db, close } = await connect(schema.url)
    const largest = Number.MAX_SAFE_INTEGER
    await db.insertInto('companies').values({ name: '甲', created_at: largest }).execute()
    expect(await added(db)).toEqual([{ id: 2, name: '甲', created_at: largest }])
    const sum = (factor: number) =>
      sql`select sum(created_at * ${sql.lit(factor)}) as sum from companies`.execute(db)
    expect((await sum(1)).rows).toEqual([{ sum: largest }])
    await expect(sum(2)).rejects.toThrow('too large')
    await close()
  })

  test('connections that the server cuts are replaced', async () => {
    const { db, close } = await connect(schema.url)
    const other = await connect(schema.url)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(other.db)
    await expect.poll(() => added(db).catch(String)).toEqual([])
    await Promise.all([close(), other.close()])
  })

  test('a connection that is cut in a transaction gives the reason, and the next one works', async () => {
    const { db, close } = await connect(schema.url)
    const other = await connect(schema.url)
    const cut = db.transaction().execute(async (transaction) => {
      await transaction.insertInto('companies').values({ name: '甲', created_at: 1 }).execute()
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(other.db)
      await sql`select 1`.execute(transaction)
    })
    // The first error, of the server, the socket or the client, not that of a rollback.
    await expect(cut).rejects.toThrow(/terminat|ECONNRESET|EPIPE|connection error and is not queryable/i)
    await expect.poll(() => added(db).catch(String)).toEqual([])
    await Promise.all([close(), other.close()])
  })

  describe('what cannot be used is said in Chinese, without the password', () => {
    const refusal = async (url: string) => {
      const error = await connect(url).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(DatabaseUnavailableError)
      expect(JSON.stringify([String(error), (error as Error).stack, error])).not.toContain(
        new URL(url).password,
      )
      return String(error)
    }

    test('server away', async () => {
      const url = changed((url) => {
        url.port = '1'
      })
      expect(await refusal(url)).toMatch(/数据库 127\.0\.0\.1:1\/postgres 不能使用：服务器没有应答/)
    })

    test('no such host', async () => {
      const url = changed((url) => {
        url.hostname = 'nowhere.invalid'
      })
      expect(await refusal(url)).toContain('找不到这台服务器')
    })

    test('wrong password', async () => {
      const url = changed((url) => {
        url.password = 'geheim'
      })
      expect(await refusal(url)).toContain('用户名或密码不正确')
    })

    test('no such database', async () => {
      const url = changed((url) => {
        url.pathname = '/nowhere'
      })
      expect(await refusal(url)).toContain('没有这个数据库')
    })
  })
})
