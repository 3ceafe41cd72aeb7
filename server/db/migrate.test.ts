/** Steps that change what people have chosen, on tables that are filled. */
import Sqlite from 'better-sqlite3'
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { createSchema, TEST_DATABASE_URL } from '../testing/postgres.ts'
import { hasNewestShape, migrate } from './migrate.ts'
import type { Tables } from './schema.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function openEmpty(): Promise<Kysely<Tables>> {
  if (!TEST_DATABASE_URL) {
    const sqlite = new Sqlite(':memory:')
    sqlite.pragma('foreign_keys = ON')
    const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) })
    closing.push(() => db.destroy())
    return db
  }
  const schema = await createSchema()
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: schema.url }) }),
  })
  closing.push(schema.drop, () => db.destroy())
  return db
}

test('0013: who had chosen SMS has it for both kinds, and no old message is told anew', async () => {
  const db = await openEmpty()
  await migrate(db, () => 1, 12)
  for (const statement of [
    `insert into companies (id, name, created_at) values (70, '甲', 1)`,
    `insert into customers (id, phone, name, company_id, created_at) values
      (81, '13800000081', '张三', 70, 1), (82, '13800000082', '李四', 70, 1), (83, '13800000083', '王五', 70, 1)`,
    'insert into reminder_sms (customer_id, since) values (81, 5), (83, 6)',
    `insert into messages (company_id, customer_id, message, category, status, created_at, topic) values
      (70, null, '旧的提醒', 'policy', 0, 7, 'deadline'), (70, 81, '旧的进度', 'application', 1, 9, null)`,
  ])
    await sql.raw(statement).execute(db)

  await migrate(db, () => 2)

  expect(await hasNewestShape(db)).toBe(true)
  const told = await db.selectFrom('told_ways').selectAll().orderBy('customer_id').orderBy('kind').execute()
  expect(told.map(({ customer_id, kind, way }) => `${customer_id} ${kind} ${way}`)).toEqual([
    '81 deadline sms',
    '81 saved sms',
    '83 deadline sms',
    '83 saved sms',
  ])
  const messages = await db.selectFrom('messages').select(['message', 'ways_at']).orderBy('id').execute()
  expect(messages.map(({ message, ways_at }) => [message, Number(ways_at)])).toEqual([
    ['旧的提醒', 7],
    ['旧的进度', 9],
  ])
  await expect(sql`select * from reminder_sms`.execute(db)).rejects.toThrow('reminder_sms')
})

test('0015: a file counts for a block at least, also one that was there before, and levels have numbers', async () => {
  const db = await openEmpty()
  await migrate(db, () => 1, 14)
  for (const statement of [
    `insert into companies (id, name, created_at, used_bytes) values (70, '甲', 1, 5010), (71, '乙', 1, 0)`,
    `insert into stored_objects (bucket, key, company_id, size, created_at, released_at) values
      ('documents', 'short', 70, 10, 1, null), ('documents', 'long', 70, 5000, 1, null), ('documents', 'gone', 70, 1, 1, 2)`,
  ]) {
    await sql.raw(statement).execute(db)
  }
  await migrate(db, () => 2)
  const companies = db
    .selectFrom('companies')
    .select(['id', 'used_bytes'])
    .where('id', '>=', 70)
    .orderBy('id')
  const used = (await companies.execute()).map(({ used_bytes }) => Number(used_bytes))
  expect(used).toEqual([4096 + 5000, 0])
  const objects = db.selectFrom('stored_objects').select(['key', 'counted_bytes']).orderBy('key')
  const counted = (await objects.execute()).map(({ key, counted_bytes }) => [key, Number(counted_bytes)])
  expect(counted).toEqual([
    ['gone', 0],
    ['long', 0],
    ['short', 4096],
  ])
  const numbers = db.selectFrom('packages').select(['max_files', 'max_folders']).orderBy('level')
  expect(await numbers.execute()).toEqual([
    { max_files: 10_000, max_folders: 1000 },
    { max_files: 30_000, max_folders: 3000 },
    { max_files: 50_000, max_folders: 5000 },
  ])
})

test('0016: whoever was told is not told anew, and settings, addresses and jobs that wait stay', async () => {
  const db = await openEmpty()
  await migrate(db, () => 1, 15)
  for (const statement of [
    `insert into companies (id, name, created_at) values (70, '甲', 1), (71, '乙', 1)`,
    `insert into customers (id, phone, name, company_id, created_at) values (81, '13800000081', '张三', 70, 1)`,
    `insert into policy_reminders (company_id, policy_id, closes, lead_days, sent_at) values (70, 11, '2026-12-31', 7, 5)`,
    `insert into policy_changes (id, policy_id, built_at, message, created_at) values (2, 11, 100, '有变化', 6), (3, 12, 200, '有变化', 7)`,
    'insert into policy_change_notices (change_id, company_id) values (2, 70)',
    'insert into match_notices (item_id, company_id, sent_at) values (21, 70, 8)',
    `insert into saved_search_notices (customer_id, subject, built_at, sent_at) values (81, 'item-23', 100, 9)`,
    `insert into policy_versions (kind, page_id, policy_id, title, "window", amount, text) values ('item', 21, 11, '政策', '{}', null, '1-a')`,
    'insert into known_articles (page_id, known_at) values (31, 1)',
    `insert into mail_addresses (customer_id, address, code_hash, asked_at, asks, verified_at) values (81, 'a@example.cn', 'h', 3, 2, 4)`,
    `insert into wechat_people (customer_id, openid, bound_at, refused) values (81, 'o1', 5, '43004')`,
    'insert into reminder_settings (company_id, changes, matches) values (70, 1, 0), (71, 0, 1)',
    'insert into reminder_leads (company_id, days, since) values (70, 7, 5)',
    `insert into jobs (kind, key, due_at, payload, attempts) values ('tell-change', '3', 7, '{}', 0), ('tell-matches', '300', 7, '{}', 0)`,
  ])
    await sql.raw(statement).execute(db)

  await migrate(db, () => 2)

  const told = await db.selectFrom('told').selectAll().orderBy('told_at').execute()
  expect(told.map((row) => Object.values(row).join(' '))).toEqual([
    '70  deadline policy-11 2026-12-31 7 5',
    '70  change policy-11 100 0 6',
    '70  match item-21  0 8',
    '70 81 saved item-23 100 0 9',
  ])
  const known = await db
    .selectFrom('known_documents')
    .select(['kind', 'page_id', 'text'])
    .orderBy('kind')
    .execute()
  expect(known.map((row) => Object.values(row).join(' '))).toEqual(['item 21 1-a', 'news 31 '])
  const contacts = await db.selectFrom('contacts').selectAll().orderBy('way').execute()
  expect(contacts.map((row) => Object.values(row).join(' '))).toEqual([
    '81 mail a@example.cn h 0 0 3 2 4 ',
    '81 wechat o1  0 0 0 0 5 43004',
  ])
  const settings = await db.selectFrom('reminder_settings').select('leads').orderBy('company_id').execute()
  expect(settings.map(({ leads }) => JSON.parse(leads))).toEqual([[{ days: 7, since: 5 }], []])
  const jobs = await db.selectFrom('jobs').select(['kind', 'key', 'payload']).orderBy('key').execute()
  expect(jobs).toEqual([
    { kind: 'tell-news', key: '200', payload: '{"builtMs":200}' },
    { kind: 'tell-news', key: '300', payload: '{"builtMs":300}' },
  ])
})
