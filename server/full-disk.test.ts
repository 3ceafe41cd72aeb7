import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NO_ROOM } from '../src/lib/contract/envelope.ts'
import { openLibrary } from './testing/document-library.ts'
import { openPortal, type TestPortal } from './testing/portal.ts'
import { TEST_DATABASE_URL } from './testing/postgres.ts'

const FULL_DEVICE = '/dev/full'
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'disk-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Simulates a full disk by SQLite's page limit, which refuses every further write. Not for PostgreSQL. */
const test_ = test.skipIf(TEST_DATABASE_URL)

async function pages(portal: TestPortal): Promise<number> {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(portal.db)
  return rows[0]?.page_count ?? 0
}

const limitPages = (portal: TestPortal, count: number) =>
  sql.raw(`pragma max_page_count = ${count}`).execute(portal.db)

test_('who writes reads that there is no room, the log names it, and nothing is left behind', async () => {
  const portal = await openPortal()
  const library = await openLibrary(portal, '13800000001')
  await limitPages(portal, await pages(portal))
  let answer = await library.addFolder('文件夹')
  for (let number = 0; number < 400 && answer.status === 200; number += 1)
    answer = await library.addFolder(`文件夹${number}`.repeat(9))
  expect([answer.status, answer.body.code, answer.body.message]).toEqual([507, 507, NO_ROOM])
  const faults = portal.logs.filter(({ event }) => event === 'disk-full')
  expect(faults[0]).toMatchObject({ reason: 'ENOSPC', error: 'SqliteError: database or disk is full' })
  expect(JSON.stringify(faults)).not.toContain('rollback')
  await limitPages(portal, 100_000)
  const last = await library.addFolder('有地方了')
  expect(last.body.code).toBe(200)
  await portal.close()
})

test('/readyz says that files find no room, and later that they do', async () => {
  mkdirSync(join(folder, 'objects'))
  const probe = join(folder, 'objects/.probe')
  symlinkSync(FULL_DEVICE, probe)
  const portal = await openPortal({ env: { DATA_DIR: folder } })
  const ready = await portal.browser().get('/readyz')
  expect([ready.status, ready.body.checks.files]).toEqual([503, '磁盘空间已满'])
  rmSync(probe)
  portal.clock.ms += 3000
  expect((await portal.browser().get('/readyz')).status).toBe(200)
  await portal.close()
})

test_('/readyz says that the database takes no writes, though it can be read', async () => {
  mkdirSync(join(folder, 'objects'))
  const portal = await openPortal({ env: { DATA_DIR: folder } })
  await sql`pragma query_only = on`.execute(portal.db)
  const { status, body } = await portal.browser().get('/readyz')
  expect([status, body.checks.database]).toEqual([503, '不能使用'])
  await sql`pragma query_only = off`.execute(portal.db)
  portal.clock.ms += 3000
  expect((await portal.browser().get('/readyz')).status).toBe(200)
  await portal.close()
})

test_('what was deleted is no longer in the bytes of the database', async () => {
  const { openInMemory } = await import('./db/sqlite.ts')
  const { db, takeImage, close } = await openInMemory(Date.now)
  const values = { kind: 'secret', key: '1', due_at: 1, payload: 'geheim'.repeat(2000), attempts: 0 }
  await db.insertInto('jobs').values(values).execute()
  expect(takeImage().includes('geheimgeheim')).toBe(true)
  await db.deleteFrom('jobs').where('kind', '=', 'secret').execute()
  expect(takeImage().includes('geheim')).toBe(false)
  await close()
})
