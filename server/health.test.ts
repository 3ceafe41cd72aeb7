import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPortal, type TestPortal } from './testing/portal.ts'
import { TEST_DATABASE_URL } from './testing/postgres.ts'

const OSS = {
  OSS_ACCESS_KEY_ID: 'id',
  OSS_ACCESS_KEY_SECRET: 'geheim',
  OSS_ROLE_ARN: 'acs:ram::1:role/upload',
  OSS_BUCKET_DOCUMENTS: 'portal-documents',
  OSS_BUCKET_STATIC: 'portal-static',
}
const WELL = { code: 200, checks: { database: '正常', files: '正常' } }
const HOLDS_MS = 3000
let folder: string
let portal: TestPortal

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'health-'))
  await mkdir(join(folder, 'objects'))
  portal = await openPortal({ env: { DATA_DIR: folder } })
})
afterEach(async () => {
  vi.useRealTimers()
  await portal.close()
  await rm(folder, { recursive: true })
})

const get = (path: string) => portal.browser().get(path)
const bookOf = (change: string) => sql.raw(change).execute(portal.db)

test('both answer 200 without a session, a cookie or a line in the log', async () => {
  const answers = [await get('/healthz'), await get('/readyz')]
  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [200, { code: 200 }],
    [200, WELL],
  ])
  for (const { headers } of answers) {
    expect(headers.getSetCookie()).toEqual([])
    expect(headers.get('cache-control')).toBe('no-store')
  }
  expect(portal.logs).toEqual([])
})

test.each(['/healthz', '/readyz'])('%s knows GET and HEAD only', async (path) => {
  const head = await portal.app.request(path, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect((await portal.browser().post(path, {})).status).toBe(405)
  expect((await get(`${path}/x`)).status).toBe(404)
})

test.each([
  ['older', 'delete from migrations'],
  ['newer', 'insert into migrations (number, applied_at) values (9999, 1)'],
])('data %s than the program: 503', async (_, change) => {
  await bookOf(change)
  const { status, body } = await get('/readyz')
  expect(status).toBe(503)
  expect(body).toEqual({
    code: 500,
    message: '服务还不能使用',
    checks: { ...WELL.checks, database: '数据与程序的版本不一致' },
  })
  expect((await get('/healthz')).status).toBe(200)
})

test('a folder for files that is gone: 503, told in the log once, and again when it is back', async () => {
  await rm(join(folder, 'objects'), { recursive: true })
  const answers = [await get('/readyz'), await get('/readyz')]
  expect(answers.map(({ status }) => status)).toEqual([503, 503])
  expect(answers[0]?.body.checks).toEqual({ ...WELL.checks, files: '不能使用' })
  expect(JSON.stringify(answers)).not.toContain(folder)
  await mkdir(join(folder, 'objects'))
  portal.clock.ms += HOLDS_MS
  expect((await get('/readyz')).status).toBe(200)
  const told = portal.logs.filter(({ event }) => event === 'readiness')
  expect(told).toMatchObject([
    { level: 'error', event: 'readiness', errors: [expect.stringContaining('ENOENT')] },
    { level: 'info', event: 'readiness', checks: WELL.checks },
  ])
})

test('with Aliyun OSS no folder is needed, and nobody asks Aliyun', async () => {
  await portal.close()
  portal = await openPortal({ env: { DATA_DIR: join(folder, 'none'), ...OSS } })
  expect((await get('/readyz')).body).toEqual(WELL)
})

test('probes at once share one look', async () => {
  const queries = vi.spyOn(portal.db, 'selectFrom')
  const answers = await Promise.all(Array.from({ length: 50 }, () => get('/readyz')))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(queries).toHaveBeenCalledTimes(1)
})

test('whoever asks all the time makes one look every three seconds, whichever way the clock goes', async () => {
  const queries = vi.spyOn(portal.db, 'selectFrom')
  const ask = async () => {
    for (let asked = 0; asked < 20; asked += 1) expect((await get('/readyz')).status).toBe(200)
    return queries.mock.calls.length
  }
  expect(await ask()).toBe(1)
  portal.clock.ms += HOLDS_MS - 1
  expect(await ask()).toBe(1)
  portal.clock.ms += 1
  expect(await ask()).toBe(2)
  portal.clock.ms -= 3_600_000
  expect(await ask()).toBe(3)
})

/** The embedded database has one connection; on PostgreSQL the timers stopped here are the driver's, too. */
test.skipIf(TEST_DATABASE_URL)('a database that does not answer: 503 after two seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const transaction = portal.db.transaction().execute(() => {
    begun.resolve()
    return held.promise
  })
  await begun.promise
  const answer = get('/readyz')
  // The file is written: only the database's timer is left.
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), 90_000)
  await vi.advanceTimersByTimeAsync(2000)
  expect((await answer).body.checks).toEqual({ ...WELL.checks, database: '没有及时应答' })
  held.resolve()
  await transaction
  portal.clock.ms += HOLDS_MS
  expect((await get('/readyz')).status).toBe(200)
})
