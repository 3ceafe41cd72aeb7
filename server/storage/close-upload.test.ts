import { afterEach, beforeEach, expect, test } from 'vitest'
import { BLOCK_BYTES, RESUME_HOURS, type UploadToken } from '../../src/lib/contract/documents/storage.ts'
import type { Browser } from '../testing/browser.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'
import { holdObject, lockObject } from './object-rows.ts'
import { adoptObject } from './objects.ts'
import { clientOf, ownerOf, put, tokenFor, usageOf, writeOver } from './testing/upload.ts'

const MINUTE_MS = 60_000
/** Life of a token, and an hour for late adoption. */
const DONE_MS = 75 * MINUTE_MS
/** Life of a token, and the time in which an upload can be resumed. */
const OVER_MS = (15 + RESUME_HOURS * 60) * MINUTE_MS
const DOCUMENTS = 'documents' as const

let portal: TestPortal
let visitor: Browser
let companyId: number
let token: UploadToken

beforeEach(async () => {
  portal = await openPortal()
  visitor = await portal.loggedIn('13800000001')
  companyId = (await visitor.get('/customer/api/v1/login')).body.data.company_id
  token = await tokenFor(visitor, 'bucket=documents&size=1000')
})
afterEach(() => portal.close())

const usage = () => usageOf(portal, companyId)
const left = () => portal.storage.list(DOCUMENTS, token.key)

/** Returns all uploads except closed ones with an object, which stay as long as the object. */
const openUploads = () =>
  portal.db
    .selectFrom('uploads')
    .selectAll()
    .where('company_id', '>', 0)
    .where((upload) => upload.or([upload('closed', '=', 0), upload('object_id', 'is', null)]))
    .execute()

function adopt(hash_name: string) {
  const services = { db: portal.db, storage: portal.storage, now: () => portal.clock.ms }
  return adoptObject(services, companyId, { hash_name, bucket: DOCUMENTS })
}

async function adoptAndHold(hash_name: string): Promise<void> {
  const adopted = await adopt(hash_name)
  const holder = { kind: 'chat_file', id: 1, companyId, operators: false } as const
  await portal.db.transaction().execute(async (transaction) => {
    await holdObject(transaction, await lockObject(transaction, adopted), holder)
  })
}

async function multipart(name: string, uploadId?: string, by = clientOf(token)): Promise<Response> {
  const method = uploadId === undefined ? 'POST' : 'GET'
  const queries = uploadId === undefined ? { uploads: null } : { uploadId }
  const url = await by.signatureUrlV4(method, 60, { queries }, token.key + name)
  return portal.objects().fetch(new Request(url, { method }))
}

test('when it is over, what nobody adopted is removed and the room is given back', async () => {
  const started = await (await multipart('b')).text()
  const uploadId = /<UploadId>(.+)<\/UploadId>/.exec(started)?.[1]
  expect((await multipart('b', uploadId)).status).toBe(200)
  const whole = await tokenFor(visitor, 'bucket=documents&size=1000')
  const key = await put(portal, whole, 'ключ <&> "业" \u0001', '12345')
  portal.clock.ms += OVER_MS - 1
  await portal.runStorageJobs()
  expect(await usage()).toEqual({ used: 0, reserved: 2000 })
  expect(await portal.storage.find(DOCUMENTS, key)).toMatchObject({ size: 5 })
  portal.clock.ms += 1
  await Promise.all([portal.runStorageJobs(), portal.runStorageJobs()])
  expect(await usage()).toEqual({ used: 0, reserved: 0 })
  expect(await portal.storage.find(DOCUMENTS, key)).toBeUndefined()
  expect((await multipart('b', uploadId)).status).toBe(403)
  expect((await multipart('b', uploadId, ownerOf(portal))).status).toBe(404)
  expect(await openUploads()).toEqual([])
})

test('what was adopted stays; bytes in its place are reported, and removed', async () => {
  const key = await put(portal, token, 'a', '12345')
  await adoptAndHold(key)
  const second = await tokenFor(visitor, 'bucket=documents&size=1000')
  const changed = await put(portal, second, 'a', '12345')
  await adoptAndHold(changed)
  await writeOver(portal, changed, '123456789')
  portal.clock.ms += DONE_MS
  await portal.runStorageJobs()
  expect(await left()).toMatchObject([{ key, size: 5 }])
  expect(await portal.storage.find(DOCUMENTS, changed)).toBeUndefined()
  const reported = (await portal.securityEvents()).filter(({ event }) => event === 'file-differs')
  expect(reported).toMatchObject([{ company_id: companyId, role: 'portal' }])
  expect(await usage()).toEqual({ used: 2 * BLOCK_BYTES, reserved: 0 })
})

test('a new token puts it off no further than a day, and there is none after it', async () => {
  await put(portal, token, 'a', '12345')
  portal.clock.ms += RESUME_HOURS * 60 * MINUTE_MS
  await tokenFor(visitor, `bucket=documents&key=${token.key}`)
  portal.clock.ms += 1
  const { body } = await visitor.get(`/main/api/v1/sts_not_token?bucket=documents&key=${token.key}`)
  expect(body).toEqual({ code: 404, message: '上传已过期，请重新上传' })
  portal.clock.ms += 15 * MINUTE_MS - 2
  await portal.runStorageJobs()
  expect(await left()).toHaveLength(1)
  portal.clock.ms += 1
  await portal.runStorageJobs()
  expect(await left()).toEqual([])
})

test('what is done, or has no room of its own, does not stay open longer than its token and an hour', async () => {
  await adoptAndHold(await put(portal, token, 'a', '12345'))
  await tokenFor(visitor, 'bucket=documents')
  portal.clock.ms += DONE_MS
  await portal.runStorageJobs()
  expect(await openUploads()).toEqual([])
})

test('gone on with after hours it keeps its room and its parts', async () => {
  const uploadId = /<UploadId>(.+)<\/UploadId>/.exec(await (await multipart('b')).text())?.[1]
  portal.clock.ms += RESUME_HOURS * 60 * MINUTE_MS
  await portal.runStorageJobs()
  token = await tokenFor(visitor, `bucket=documents&key=${token.key}`)
  expect((await multipart('b', uploadId)).status).toBe(200)
  expect(await usage()).toEqual({ used: 0, reserved: 1000 })
})

test('a cancellation releases what was adopted and never entered, and nothing else', async () => {
  const entered = await put(portal, token, 'a', '12345')
  await adoptAndHold(entered)
  const other = await tokenFor(visitor, 'bucket=documents&size=1000')
  const never = await put(portal, other, 'b', '1234567')
  await adopt(never)
  expect(await usage()).toEqual({ used: 2 * BLOCK_BYTES, reserved: 0 })
  for (let times = 0; times < 2; times++) {
    for (const { key } of [token, other]) await visitor.post('/main/api/v1/sts_not_token/cancel', { key })
    expect(await usage()).toEqual({ used: BLOCK_BYTES, reserved: 0 })
  }
  await portal.runStorageJobs()
  expect(await left()).toMatchObject([{ key: entered, size: 5 }])
  expect(await portal.storage.find(DOCUMENTS, never)).toBeUndefined()
})
