import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BucketName } from '../../src/lib/contract/documents/storage.ts'
import { BLOCK_BYTES } from '../../src/lib/contract/documents/storage.ts'
import { runDue } from '../db/jobs.ts'
import type { Browser } from '../testing/browser.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'
import { storageHandlers } from './job-handlers.ts'
import { type Holder, holdObject, lockObject } from './object-rows.ts'
import { adoptObject } from './objects.ts'
import { releaseObject } from './release-objects.ts'
import type { Storage } from './storage.ts'
import { limitTo, put, sizeOf, tokenFor, upload, usageOf } from './testing/upload.ts'

const HOUR_MS = 3_600_000
const TEN_MB = 10 * 1024 ** 2
const DOCUMENTS = 'documents' as const
const gone = { code: 404, message: '文件已失效，请重新上传' }

let portal: TestPortal
let visitor: Browser
let companyId: number

beforeEach(async () => {
  portal = await openPortal()
  visitor = await portal.loggedIn('13800000001')
  companyId = (await visitor.get('/customer/api/v1/login')).body.data.company_id
})
afterEach(() => portal.close())

const usage = () => usageOf(portal, companyId)
const found = (size: number) => ({ find: async () => ({ size, etag: 'E', crc64: null }) })

function adopt(
  hash_name: string,
  storage: Partial<Storage> = {},
  company = companyId,
  bucket: BucketName = DOCUMENTS,
) {
  const services = { db: portal.db, storage: { ...portal.storage, ...storage }, now: () => portal.clock.ms }
  return adoptObject(services, company, { hash_name, bucket })
}

const holder = (id: number): Holder => ({ kind: 'chat_file', id, companyId, operators: false })
const hold = (objectId: number, id = 1) =>
  portal.db.transaction().execute(async (transaction) => {
    await holdObject(transaction, await lockObject(transaction, { id: objectId }), holder(id))
  })
const release = (objectId: number, id = 1) =>
  portal.db
    .transaction()
    .execute((transaction) => releaseObject(transaction, objectId, holder(id), portal.clock.ms))

describe('adopt', () => {
  test('takes the place of what was reserved, at the size that the store says', async () => {
    const token = await tokenFor(visitor, 'bucket=documents&size=1000')
    const key = await put(portal, token, 'a', '12345')
    const adopted = await adopt(key)
    expect(adopted).toEqual({ id: expect.any(Number), key, size: 5 })
    expect(await adopt(key)).toEqual(adopted)
    expect(await usage()).toEqual({ used: BLOCK_BYTES, reserved: 0 })
  })

  test('the same object twenty times at once counts once', async () => {
    const key = await upload(portal, visitor, '12345')
    const adopted = await Promise.all(Array.from({ length: 20 }, () => adopt(key)))
    expect(new Set(adopted.map(({ id }) => id)).size).toBe(1)
    expect(await usage()).toEqual({ used: BLOCK_BYTES, reserved: 0 })
  })

  test('of 50 objects at once with room for one, one stays and the others are removed', async () => {
    await limitTo(portal, 10)
    const keys: string[] = []
    for (let count = 0; count < 50; count += 1) {
      keys.push(await put(portal, await tokenFor(visitor, 'bucket=documents'), 'a', 'a'))
    }
    const tries = keys.map((key) => adopt(key, found(TEN_MB)))
    const settled = await Promise.allSettled(tries)
    const refused = settled.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(49)
    expect(refused[0]).toMatchObject({ reason: { code: 400, fields: { overflow: true } } })
    expect(await usage()).toEqual({ used: TEN_MB, reserved: 0 })
    await portal.runStorageJobs()
    expect(await portal.storage.list(DOCUMENTS, 'companies/')).toHaveLength(1)
  })

  test('what is larger than was said and has no room is removed, and nothing stays reserved', async () => {
    await limitTo(portal, 10)
    const token = await tokenFor(visitor, 'bucket=documents&size=1')
    const key = await put(portal, token, 'a', 'a')
    const tooLarge = adopt(key, found(TEN_MB + 1))
    await expect(tooLarge).rejects.toMatchObject({ code: 400, fields: { overflow: true } })
    expect(await usage()).toEqual({ used: 0, reserved: 0 })
    await portal.runStorageJobs()
    expect(await usage()).toEqual({ used: 0, reserved: 0 })
    expect(await sizeOf(portal, key)).toBeUndefined()
  })

  test('a company has as many files as its level allows, whatever they are for, and no upload begins beyond', async () => {
    await portal.db.updateTable('packages').set({ max_files: 2 }).where('level', '=', 1).execute()
    const keys = []
    for (let count = 0; count < 5; count += 1) keys.push(await upload(portal, visitor, 'a'))
    const settled = await Promise.allSettled(keys.map((key) => adopt(key)))
    const words = '贵企业的等级最多存 2 个文件，请先删除不需要的文件，或升级企业等级'
    const refused = settled.filter(({ status }) => status === 'rejected')
    expect(refused).toEqual(
      Array(3).fill({ status: 'rejected', reason: expect.objectContaining({ message: words }) }),
    )
    expect((await visitor.get('/main/api/v1/sts_not_token?bucket=documents')).body).toEqual({
      code: 400,
      message: words,
    })
    await portal.db.updateTable('companies').set({ level: 2 }).where('id', '=', companyId).execute()
    await tokenFor(visitor, 'bucket=documents&size=1')
  })

  test('foreign, unknown and misplaced objects all look the same', async () => {
    const key = await upload(portal, visitor, '12345')
    const token = await tokenFor(visitor, 'bucket=static')
    const missing = { code: 404, message: '没有找到上传的文件，请重新上传' }
    await expect(adopt(key, {}, companyId + 1)).rejects.toMatchObject(missing)
    await expect(adopt(`${key}2`)).rejects.toMatchObject(missing)
    await expect(adopt(`${token.key}a`, found(1))).rejects.toMatchObject(missing)
    const unopened = `companies/${companyId}/abcdefghijklmnopqrstu-/a`
    await expect(adopt(unopened, found(1))).rejects.toMatchObject(missing)
    await adopt(key)
    await expect(adopt(key, {}, companyId + 1)).rejects.toMatchObject(missing)
    await expect(adopt(key, {}, companyId, 'static')).rejects.toMatchObject(missing)
  })
})

describe('an object that nothing holds', () => {
  test('goes an hour after it was adopted', async () => {
    const key = await upload(portal, visitor, '12345')
    const { id } = await adopt(key)
    portal.clock.ms += HOUR_MS - 1
    await portal.runStorageJobs()
    expect(await sizeOf(portal, key)).toBe(5)
    portal.clock.ms += 1
    await portal.runStorageJobs()
    expect(await sizeOf(portal, key)).toBeUndefined()
    expect(await usage()).toEqual({ used: 0, reserved: 0 })
    await expect(hold(id)).rejects.toMatchObject(gone)
  })

  test('goes when its last holder does, once for two processes', async () => {
    const key = await upload(portal, visitor, '12345')
    const { id } = await adopt(key)
    for (const holderId of [1, 2, 2]) await hold(id, holderId)
    portal.clock.ms += 10 * HOUR_MS
    await portal.runStorageJobs()
    await release(id, 1)
    await portal.runStorageJobs()
    expect(await usage()).toEqual({ used: BLOCK_BYTES, reserved: 0 })
    await release(id, 2)
    await portal.runStorageJobs()
    expect(await sizeOf(portal, key), 'for a minute a deletion can be taken back').toBe(5)
    portal.clock.ms += 60_000
    await Promise.all([portal.runStorageJobs(), portal.runStorageJobs()])
    await release(id, 2)
    await portal.runStorageJobs()
    expect(await usage()).toEqual({ used: 0, reserved: 0 })
    expect(await sizeOf(portal, key)).toBeUndefined()
  })

  test('gives its room back at once, and takes it again when it is adopted again', async () => {
    const hash_name = await upload(portal, visitor, '12345')
    const { id, key } = await adopt(hash_name)
    await hold(id)
    await release(id)
    expect(await usage()).toEqual({ used: 0, reserved: 0 })
    await expect(hold(id, 2)).rejects.toMatchObject(gone)
    expect(await adopt(hash_name)).toEqual({ id, key, size: 5 })
    await hold(id, 2)
    await portal.runStorageJobs()
    expect(await usage()).toEqual({ used: BLOCK_BYTES, reserved: 0 })
    expect(await sizeOf(portal, key)).toBe(5)
  })

  test('is not adopted again without room, nor when its removal has begun', async () => {
    const key = await upload(portal, visitor, '12345')
    const { id } = await adopt(key)
    await hold(id)
    await release(id)
    await limitTo(portal, 0)
    await expect(adopt(key)).rejects.toMatchObject({ code: 400, fields: { overflow: true } })
    await limitTo(portal, 1)
    const down = { ...portal.storage, remove: () => Promise.reject(new Error('down')) }
    const run = (storage: Storage) =>
      runDue(
        portal.db,
        storageHandlers(storage, portal.securityLog),
        () => portal.clock.ms,
        () => {},
      )
    portal.clock.ms += 60_000
    expect(await run(down)).toBe(0)
    await expect(adopt(key)).rejects.toMatchObject(gone)
    portal.clock.ms += HOUR_MS
    expect(await run(portal.storage)).toBeGreaterThan(0)
    expect(await sizeOf(portal, key)).toBeUndefined()
    expect(
      await portal.db.selectFrom('stored_objects').selectAll().where('company_id', '>', 0).execute(),
    ).toEqual([])
    expect(await usage()).toEqual({ used: 0, reserved: 0 })
  })

  test('adopted anew, it has an hour of its own', async () => {
    const key = await upload(portal, visitor, '12345')
    const { id } = await adopt(key)
    await hold(id)
    await release(id)
    await adopt(key)
    await portal.runStorageJobs()
    expect(await sizeOf(portal, key)).toBe(5)
    portal.clock.ms += HOUR_MS
    await portal.runStorageJobs()
    expect(await sizeOf(portal, key)).toBeUndefined()
  })

  test('two objects of one company go at the same time', async () => {
    const keys = [await upload(portal, visitor, '12345'), await upload(portal, visitor, '123')]
    for (const key of keys) await adopt(key)
    portal.clock.ms += HOUR_MS
    await Promise.all([portal.runStorageJobs(), portal.runStorageJobs()])
    expect(await usage()).toEqual({ used: 0, reserved: 0 })
  })
})
