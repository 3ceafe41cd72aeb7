import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { NO_ROOM } from '../../src/lib/contract/envelope.ts'
import type { LogEntry } from '../log.ts'
import { openLibrary } from '../testing/document-library.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'
import { TEST_DATABASE_URL } from '../testing/postgres.ts'
import { type DiskReserve, openDiskReserve, withReserve } from './reserve.ts'

/** Says ENOSPC to every write, as a full disk does. */
const FULL_DEVICE = '/dev/full'
const API = '/startup/api/v1'
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'disk-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** SQLite's own limit stands for the disk: beyond it every write ends as on a full one. PostgreSQL's disk is its own. */
const test_ = test.skipIf(TEST_DATABASE_URL)

async function pages(portal: TestPortal): Promise<number> {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(portal.db)
  return rows[0]?.page_count ?? 0
}

const limitPages = (portal: TestPortal, count: number) =>
  sql.raw(`pragma max_page_count = ${count}`).execute(portal.db)

/** Not one byte is left, in no page. */
async function fillUp(portal: TestPortal): Promise<void> {
  await limitPages(portal, await pages(portal))
  for (const size of [3000, 300, 30, 1]) {
    for (let row = 0; ; row += 1) {
      const values = {
        kind: `fill-${size}`,
        key: `${row}`.padEnd(size, 'x'),
        due_at: 9e15,
        payload: '1',
        attempts: 0,
      }
      const isFull = await portal.db
        .insertInto('jobs')
        .values(values)
        .execute()
        .then(
          () => false,
          () => true,
        )
      if (isFull) break
    }
  }
}

test_('who writes reads that there is no room, the log names it, and nothing is left behind', async () => {
  const portal = await openPortal()
  const library = await openLibrary(portal, '13800000001')
  await fillUp(portal)
  const answers = []
  for (let number = 0; number < 40; number += 1) {
    answers.push(await library.addFolder(`文件夹${number}`.repeat(9)))
  }
  const refused = answers.filter(({ status }) => status === 507)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.body).toMatchObject({ code: 507, message: NO_ROOM })
  const faults = portal.logs.filter(({ event }) => event === 'fault')
  expect(faults[0]).toMatchObject({ reason: 'ENOSPC', error: 'SqliteError: database or disk is full' })
  expect(JSON.stringify(faults)).not.toContain('rollback')
  await limitPages(portal, 100_000)
  const last = await library.addFolder('有地方了')
  expect(last.body.code).toBe(200)
  await portal.close()
})

test_(
  'with nothing left something can still be deleted, and nothing be added until there is room again',
  async () => {
    const state = { isFull: false }
    const disk: DiskReserve = {
      freeBytes: () => null,
      isFull: () => state.isFull,
      release: () => {
        if (state.isFull) return false
        state.isFull = true
        reserve(20)
        return true
      },
      renew: () => {
        state.isFull = false
      },
    }
    const portal = await openPortal({ disk })
    const reserve = (count: number) => sql.raw(`pragma max_page_count = ${filled + count}`).execute(portal.db)
    const library = await openLibrary(portal, '13800000001')
    const place = await library.folder('合同')
    const opened = (await library.browser.get('/main/api/v1/sts_not_token?bucket=documents')).body.data
    const ids: number[] = []
    for (let number = 0; number < 30; number += 1) {
      const added = await library.addFile(place, `报价${number}.pdf`, await library.upload('12345'))
      ids.push(added.body.file.id)
    }
    await fillUp(portal)
    const filled = await pages(portal)
    for (const id of ids) {
      const { status, body } = await library.send('DELETE', `${API}/document/file/${id}`)
      expect([status, body.code]).toEqual([200, 200])
    }
    expect(state.isFull).toBe(true)
    const refused = await library.addFolder('新')
    expect([refused.status, refused.body.message]).toEqual([507, NO_ROOM])
    expect((await library.content(place)).files).toEqual([])
    const cancelled = await library.send('POST', '/main/api/v1/sts_not_token/cancel', { key: opened.key })
    expect([cancelled.status, cancelled.body.code]).toEqual([200, 200])
    expect((await library.send('POST', '/customer/api/v1/login/proof/code')).status).toBe(200)
    disk.renew()
    expect((await library.addFolder('新')).body.code).toBe(200)
    await portal.close()
  },
)

test('the reserve is there, goes once when there is no room, and comes back with the room', () => {
  const file = join(folder, 'reserve')
  const logs: LogEntry[] = []
  let free = 0
  const log = (entry: LogEntry) => logs.push(entry)
  const reserve = openDiskReserve(file, log, { bytes: 4096, freeBytes: () => free })
  expect(statSync(file).size).toBe(4096)
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  expect([reserve.isFull(), reserve.release(full), reserve.release(full), reserve.isFull()]).toEqual([
    false,
    true,
    false,
    true,
  ])
  expect(statSync(file).size).toBe(0)
  free = 8191
  reserve.renew()
  expect(reserve.isFull()).toBe(true)
  free = 8192
  reserve.renew()
  expect([reserve.isFull(), statSync(file).size]).toEqual([false, 4096])
  expect(logs.map(({ event, reason }) => [event, reason])).toEqual([
    ['disk-full', 'ENOSPC'],
    ['disk-has-room', undefined],
  ])
})

test('a step that finds no room is done once more when the reserve is free, and no third time', async () => {
  const file = join(folder, 'reserve')
  const reserve = openDiskReserve(file, () => {}, { bytes: 4096, freeBytes: () => 0 })
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const write = () => {
    if (statSync(file).size > 0) throw full
    return 'written'
  }
  expect(await withReserve(reserve, write)).toBe('written')
  const fail = () => Promise.reject(full)
  await expect(withReserve(reserve, fail)).rejects.toBe(full)
})

test('a start on a full disk begins with deletions only, and goes on by itself', () => {
  const file = join(folder, 'reserve')
  symlinkSync(FULL_DEVICE, file)
  const reserve = openDiskReserve(file, () => {}, { bytes: 4096, freeBytes: () => 9999 })
  expect(reserve.isFull()).toBe(true)
  reserve.renew()
  expect(reserve.isFull()).toBe(true)
  rmSync(file)
  reserve.renew()
  expect([reserve.isFull(), statSync(file).size]).toEqual([false, 4096])
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
  const { openInMemory } = await import('../db/sqlite.ts')
  const { db, takeImage, close } = await openInMemory(Date.now)
  const values = { kind: 'secret', key: '1', due_at: 1, payload: 'geheim'.repeat(2000), attempts: 0 }
  await db.insertInto('jobs').values(values).execute()
  expect(takeImage().includes('geheimgeheim')).toBe(true)
  await db.deleteFrom('jobs').where('kind', '=', 'secret').execute()
  expect(takeImage().includes('geheim')).toBe(false)
  await close()
})
