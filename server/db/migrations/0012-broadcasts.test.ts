import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { expect, test } from 'vitest'
import * as accounts from './0001-accounts.ts'
import * as services from './0009-services.ts'
import { up } from './0012-broadcasts.ts'

test('what was sent is kept, and two operators may use the same name for what they send', async () => {
  const db = new Kysely<never>({ dialect: new SqliteDialect({ database: new Sqlite(':memory:') }) })
  await accounts.up(db)
  await services.up(db)
  await sql`insert into companies (name, created_at) values ('企业', 0)`.execute(db)
  for (const phone of ['13900000001', '13900000002'])
    await sql`insert into customers (phone, name, company_id, created_at) values (${phone}, '运营', 1, 0)`.execute(
      db,
    )
  const send = (operator: number) =>
    sql`insert into broadcasts (client_id, operator_id, audience, message, category, companies, created_at)
      values ('same', ${operator}, '{}', '消息', 'policy', 3, 5)`.execute(db)
  await send(1)
  await expect(send(2)).rejects.toThrow('UNIQUE')
  await up(db)
  await send(2)
  await expect(send(1)).rejects.toThrow('UNIQUE')
  const { rows } =
    await sql`select operator_id, message, companies, created_at from broadcasts order by id`.execute(db)
  expect(rows).toEqual([
    { operator_id: 1, message: '消息', companies: 3, created_at: 5 },
    { operator_id: 2, message: '消息', companies: 3, created_at: 5 },
  ])
  await db.destroy()
})
