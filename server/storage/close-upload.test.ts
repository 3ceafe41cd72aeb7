import { afterEach, beforeEach, expect, test } from 'vitest'
import { RESUME_HOURS, type UploadToken } from '../../src/lib/contract/documents/storage.ts'
import type { Browser } from '../testing/browser.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'
import { holdObject, lockObject } from './hold-object.ts'
import { adoptObject } from './objects.ts'
import { clientOf, put, tokenFor, usageOf } from './testing/upload.ts'

const MINUTE_MS = 60_000
/** Life of a token, and an hour for what is adopted late. */
const DONE_MS = 75 * MINUTE_MS
/** Life of a token, and the time in which an upload can be gone on with. */
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

/** An upload in parts: starts it without an id, or tells the status of what is known of it. */
async function multipart(name: string, uploadId?: string): Promise<Response> {
  const method = uploadId === undefined ? 'POST' : 'GET'
  const queries = uploadId === undefined ? { uploads: null } : { uploadId }
  const url = await clientOf(token).signatureUrlV4(method, 60, { queries }, token.key + name)
  return portal.objects().fetch(new Request(url, { method }))
}

test('when it is over, what nobody adopted is removed and the room is given back', async () => {
  await put(portal, token, 'a', '12345')
  await put(portal, token, 'ключ <&> "业" \u0001', '12345')
  const started = await (await multipart('b')).text()
  const uploadId = /<UploadId>(.+)<\/UploadId>/.exec(started)?.[1]
  expect((await multipart('b', uploadId)).status).toBe(200)
  portal.clock.ms += OVER_MS - 1
  await portal.runStorageJobs()
  expect(await usage()).toEqual({ used: 0, reserved: 1000 })
  portal.clock.ms += 1
  await Promise.all([portal.runStorageJobs(), portal.runStorageJobs()])
  expect(await usage()).toEqual({ used: 0, reserved: 0 })
  expect(await left()).toEqual([])
  expect((await multipart('b', uploadId)).status).toBe(404)
  expect(await portal.db.selectFrom('uploads').selectAll().where('company_id', '>', 0).execute()).toEqual([])
})

test('what was adopted stays, and counts as large as it has become', async () => {
  const key = await put(portal, token, 'a', '12345')
  await adoptAndHold(key)
  await put(portal, token, 'a', '1234567890')
  await put(portal, token, 'b', '1')
  portal.clock.ms += 100 * OVER_MS
  await portal.runStorageJobs()
  expect(await left()).toEqual([{ key, size: 10 }])
  expect(await usage()).toEqual({ used: 10, reserved: 0 })
})

test('a new token puts it off', async () => {
  await put(portal, token, 'a', '12345')
  portal.clock.ms += 10 * MINUTE_MS
  await tokenFor(visitor, `bucket=documents&key=${token.key}`)
  portal.clock.ms += OVER_MS - 1
  await portal.runStorageJobs()
  expect(await left()).toHaveLength(1)
  portal.clock.ms += 1
  await portal.runStorageJobs()
  expect(await left()).toEqual([])
})

test('what comes after a cancellation is removed, too', async () => {
  await visitor.post('/main/api/v1/sts_not_token/cancel', { key: token.key })
  await put(portal, token, 'late', '12345')
  portal.clock.ms += DONE_MS
  await portal.runStorageJobs()
  expect(await left()).toEqual([])
  expect(await usage()).toEqual({ used: 0, reserved: 0 })
})

test('what is done, or has no room of its own, does not stay open longer than its token and an hour', async () => {
  await adoptAndHold(await put(portal, token, 'a', '12345'))
  await tokenFor(visitor, 'bucket=documents')
  portal.clock.ms += DONE_MS
  await portal.runStorageJobs()
  expect(await portal.db.selectFrom('uploads').selectAll().where('company_id', '>', 0).execute()).toEqual([])
})

test('gone on with after hours it keeps its room and its parts, and is over as long after that', async () => {
  const uploadId = /<UploadId>(.+)<\/UploadId>/.exec(await (await multipart('b')).text())?.[1]
  portal.clock.ms += OVER_MS - MINUTE_MS
  await portal.runStorageJobs()
  token = await tokenFor(visitor, `bucket=documents&key=${token.key}`)
  expect((await multipart('b', uploadId)).status).toBe(200)
  portal.clock.ms += OVER_MS - MINUTE_MS
  await portal.runStorageJobs()
  expect(await usage()).toEqual({ used: 0, reserved: 1000 })
  portal.clock.ms += MINUTE_MS
  await portal.runStorageJobs()
  expect(await usage()).toEqual({ used: 0, reserved: 0 })
})

test('a cancellation releases what was adopted and never entered, and nothing else', async () => {
  const entered = await put(portal, token, 'a', '12345')
  await adoptAndHold(entered)
  await adopt(await put(portal, token, 'b', '1234567'))
  await put(portal, token, 'c', '123')
  expect(await usage()).toEqual({ used: 12, reserved: 0 })
  for (let times = 0; times < 2; times++) {
    await visitor.post('/main/api/v1/sts_not_token/cancel', { key: token.key })
    expect(await usage()).toEqual({ used: 5, reserved: 0 })
  }
  await portal.runStorageJobs()
  expect(await left()).toEqual([{ key: entered, size: 5 }])
})
