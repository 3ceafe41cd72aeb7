import { afterEach, beforeEach, expect, test } from 'vitest'
import type { UploadToken } from '../../src/lib/contract/documents/storage.ts'
import { Refusal } from '../http/refusal.ts'
import type { Browser } from '../testing/browser.ts'
import { type Library, openLibrary } from '../testing/document-library.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'
import { holdObject, lockObject } from './object-rows.ts'
import { adoptObject } from './objects.ts'
import { releaseObject } from './release-objects.ts'
import { put, tokenFor, upload, usageOf } from './testing/upload.ts'

const MINUTE_MS = 60_000
const DOCUMENTS = 'documents' as const

let portal: TestPortal
let library: Library
let visitor: Browser
let companyId: number

beforeEach(async () => {
  portal = await openPortal()
  library = await openLibrary(portal, '13800000001')
  visitor = library.browser
  companyId = library.companyId
})
afterEach(() => portal.close())

async function expectExactCount(): Promise<void> {
  const counted = await portal.db
    .selectFrom('stored_objects')
    .select(['key', 'counted_bytes'])
    .where('released_at', 'is', null)
    .where('company_id', '=', companyId)
    .execute()
  const used = counted.reduce((sum, { counted_bytes }) => sum + (counted_bytes ?? 0), 0)
  expect((await usageOf(portal, companyId)).used).toBe(used)
  const there = new Set((await portal.storage.list(DOCUMENTS, 'companies/')).map(({ key }) => key))
  expect(counted.filter(({ key }) => !there.has(key))).toEqual([])
  const failed = portal.logs.filter(({ level, event }) => level === 'error' || event === 'job-failed')
  expect(failed).toEqual([])
}

/** Adopts and holds; a Refusal is an answer as well. */
async function use(hash_name: string, id: number): Promise<void> {
  const services = { db: portal.db, storage: portal.storage, now: () => portal.clock.ms }
  const holder = { kind: 'chat_file', id, companyId, operators: false } as const
  try {
    const object = await adoptObject(services, companyId, { hash_name, bucket: DOCUMENTS })
    await portal.db.transaction().execute(async (tx) => holdObject(tx, await lockObject(tx, object), holder))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

async function drop(key: string, id: number): Promise<void> {
  const object = await portal.db
    .selectFrom('stored_objects')
    .select('id')
    .where('key', '=', key)
    .executeTakeFirst()
  if (!object) return
  await portal.db
    .transaction()
    .execute((tx) => releaseObject(tx, object.id, { kind: 'chat_file', id }, portal.clock.ms))
}

test.each([1, 2, 3, 4])('adopt, hold, release, cancel and remove in any order, series %i', async (seed) => {
  let state = seed
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  const tokens: UploadToken[] = []
  const keys: string[] = []
  const send = async (at: number) => {
    const token = await tokenFor(visitor, `bucket=documents&size=${at + 1}`)
    tokens[at] = token
    keys[at] = await put(portal, token, 'a', 'a'.repeat(at + 1))
  }
  for (let at = 0; at < 4; at += 1) await send(at)
  const cancel = (key: string) => visitor.post('/main/api/v1/sts_not_token/cancel', { key })
  for (let round = 0; round < 12; round += 1) {
    const there = (await portal.storage.list(DOCUMENTS, 'companies/')).map(({ key }) => key)
    for (const [at, key] of keys.entries()) if (!there.includes(key)) await send(at)
    const steps = Array.from({ length: 12 }, () => {
      const at = random(keys.length)
      const [key = '', holder, dice] = [keys[at], random(3), random(20)]
      if (dice < 9) return use(key, holder)
      if (dice < 17) return drop(key, holder)
      if (dice < 19 || round < 8) return portal.runStorageJobs()
      return cancel(tokens[at]?.key ?? '')
    })
    await Promise.all(steps)
    await expectExactCount()
    portal.clock.ms += random(10) * MINUTE_MS
  }
  for (const key of keys) for (const holder of [0, 1, 2]) await drop(key, holder)
  // The time to resume unused uploads has passed.
  portal.clock.ms += 25 * 60 * MINUTE_MS
  await portal.runStorageJobs()
  expect(await usageOf(portal, companyId)).toEqual({ used: 0, reserved: 0 })
  expect(await portal.storage.list(DOCUMENTS, 'companies/')).toEqual([])
})

test('a file whose object goes at the same time is stored or refused, never broken', async () => {
  const folder = await library.folder('资料')
  for (let round = 0; round < 8; round += 1) {
    const hash_name = await upload(portal, visitor, '12345')
    await use(hash_name, round)
    const stored = () => library.addFile(folder, `${round}.txt`, hash_name)
    const attached = () =>
      visitor.post('/customer/api/v1/chat/file', { hash_name, local_name: 'a.txt', size: 5, remark: '' })
    const [, , ...answers] = await Promise.all([
      drop(hash_name, round),
      portal.runStorageJobs(),
      stored(),
      attached(),
      stored(),
      portal.runStorageJobs(),
    ])
    const codes = answers.flatMap((answer) => (answer ? [answer.body.code] : []))
    expect(codes.filter((code) => code !== 200 && code !== 404)).toEqual([])
    await portal.runStorageJobs()
    await expectExactCount()
  }
})
