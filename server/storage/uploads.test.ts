import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  BLOCK_BYTES,
  MAX_OPEN_UPLOADS,
  MAX_TOKENS,
  RESUME_HOURS,
  STORAGE_FULL,
} from '../../src/lib/contract/documents/storage.ts'
import type { Browser } from '../testing/browser.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'
import { type AdoptedObject, holdObject, lockObject } from './object-rows.ts'
import { adoptObject } from './objects.ts'
import type { Storage } from './storage.ts'
import { limitTo, put, sizeOf, tokenFor, usageOf } from './testing/upload.ts'
import { renewUpload } from './uploads.ts'

const TOKEN = '/main/api/v1/sts_not_token'
const MB = 1024 ** 2
const MINUTE_MS = 60_000

let portal: TestPortal
let visitor: Browser
let companyId: number

beforeEach(async () => {
  portal = await openPortal()
  visitor = await portal.loggedIn('13800000001')
  companyId = await companyOf(visitor)
})
afterEach(() => portal.close())

async function companyOf(somebody: Browser): Promise<number> {
  const { body } = await somebody.get('/customer/api/v1/login')
  return body.data.company_id
}

const usage = () => usageOf(portal, companyId)
const services = () => ({ db: portal.db, storage: portal.storage, now: () => portal.clock.ms })
const get = async (query: string, from = visitor) => (await from.get(`${TOKEN}?${query}`)).body
const use = (object: AdoptedObject) =>
  portal.db.transaction().execute(async (transaction) => {
    const holder = { kind: 'chat_file', id: 1, companyId, operators: false } as const
    await holdObject(transaction, await lockObject(transaction, object), holder)
  })
const cancel = async (key: string, from = visitor) => (await from.post(`${TOKEN}/cancel`, { key })).body

describe('a token', () => {
  test('names all that a client needs, and where the browser finds the store', async () => {
    const { code, data } = await get('bucket=documents&size=10')
    expect(code).toBe(200)
    expect(data).toEqual({
      key: expect.stringMatching(new RegExp(`^companies/${companyId}/[\\w-]{22}/$`)),
      OSSAccessKeyId: expect.stringMatching(/^STS\./),
      access_key_secret: expect.any(String),
      'x-oss-security-token': expect.any(String),
      bucket: 'documents',
      region: 'oss-cn-beijing',
      endpoint: 'http://portal.test:4322',
      path_style: true,
      expiration: expect.any(String),
    })
    const phone = await portal.loggedIn('13800000002', 'http://192.168.1.20:4321')
    expect((await get('bucket=static', phone)).data.endpoint).toBe('http://192.168.1.20:4322')
  })

  test('writes below its own prefix only', async () => {
    const token = await tokenFor(visitor, 'bucket=documents')
    const other = await tokenFor(visitor, 'bucket=documents')
    await put(portal, token, 'a.txt', 'a')
    await expect(put(portal, { ...token, key: other.key }, 'a.txt', 'a')).rejects.toThrow('403')
    await expect(put(portal, { ...token, bucket: 'static' }, 'a.txt', 'a')).rejects.toThrow('403')
  })

  test('is for people who are logged in, on our own pages', async () => {
    expect((await get('bucket=documents', portal.browser())).code).toBe(401)
    const foreign = { 'sec-fetch-site': 'cross-site' }
    expect((await visitor.get(`${TOKEN}?bucket=documents`, foreign)).body.code).toBe(403)
  })

  test.each([
    '',
    'bucket=other',
    'bucket=documents&size=-1',
    'bucket=documents&size=1e3',
    'bucket=static&key=a',
  ])('%j is refused', async (query) => {
    expect((await get(query)).code).toBe(400)
    expect(await usage()).toEqual({ used: 0, reserved: 0 })
  })

  test('the file that no client can send in parts is refused', async () => {
    expect(await get('bucket=documents&size=102400000001')).toMatchObject({ code: 400, message: '文件过大' })
  })
})

describe('room', () => {
  test('is reserved, and refused when it is not there', async () => {
    await limitTo(portal, 10)
    expect((await get(`bucket=documents&size=${4 * MB}`)).code).toBe(200)
    expect((await get(`bucket=documents&size=${6 * MB}`)).code).toBe(200)
    expect(await usage()).toEqual({ used: 0, reserved: 10 * MB })
    const full = { code: 400, overflow: true, message: STORAGE_FULL }
    expect(await get('bucket=documents&size=1')).toEqual(full)
  })

  test('a full company gets no token, with or without a size', async () => {
    await limitTo(portal, 1)
    await portal.db.updateTable('companies').set({ used_bytes: MB }).where('id', '=', companyId).execute()
    for (const query of ['bucket=documents', 'bucket=documents&size=0', 'bucket=static&size=5']) {
      expect(await get(query)).toMatchObject({ code: 400, overflow: true })
    }
  })

  test('more than 2 GB are counted', async () => {
    await limitTo(portal, 51_200)
    expect((await get('bucket=documents&size=50000000000')).code).toBe(200)
    expect((await get('bucket=documents&size=50000000000')).overflow).toBe(true)
  })

  test('a level without a package has none', async () => {
    await portal.db.updateTable('companies').set({ level: 99 }).where('id', '>', 0).execute()
    expect((await get('bucket=documents')).overflow).toBe(true)
  })

  test('50 uploads at once, room for one', async () => {
    await limitTo(portal, 10)
    const asked = Array.from({ length: 50 }, () => get(`bucket=documents&size=${10 * MB}`))
    const codes = (await Promise.all(asked)).map(({ code, overflow }) => `${code} ${overflow}`)
    expect(codes.filter((code) => code === '200 undefined')).toHaveLength(1)
    expect(codes.filter((code) => code === '400 true')).toHaveLength(49)
    expect(await usage()).toEqual({ used: 0, reserved: 10 * MB })
  })

  test('nobody opens uploads without end', async () => {
    const expires_at = portal.clock.ms + 1
    const row = { bucket: 'documents', company_id: companyId, expires_at } as const
    const open = async (from: number, count: number, reserved_bytes: number) => {
      const rows = Array.from({ length: count }, (_, index) => ({
        ...row,
        reserved_bytes,
        prefix: `${from + index}/`,
      }))
      while (rows.length > 0) await portal.db.insertInto('uploads').values(rows.splice(0, 500)).execute()
    }
    await open(0, MAX_OPEN_UPLOADS, 1)
    expect((await get('bucket=documents&size=7')).code).toBe(429)
    await portal.db.updateTable('uploads').set({ reserved_bytes: 0 }).where('company_id', '>', 0).execute()
    const { key } = await tokenFor(visitor, 'bucket=documents&size=7')
    await visitor.post('/main/api/v1/sts_not_token/cancel', { key })
    await open(MAX_OPEN_UPLOADS, MAX_TOKENS - MAX_OPEN_UPLOADS, 0)
    expect((await get('bucket=documents&size=7')).code).toBe(429)
    expect(await usage()).toEqual({ used: 0, reserved: 0 })
    portal.clock.ms += 1
    expect((await get('bucket=documents&size=7')).code).toBe(200)
  })
})

describe('a prefix of the browser’s own making', () => {
  const own = (name = 'a') => `companies/${companyId}/${name.repeat(22)}/`

  test('is opened once, however often it is asked for, and can be cancelled without an answer', async () => {
    const asked = Array.from({ length: 10 }, () => get(`bucket=documents&size=7&new_key=${own()}`))
    const answers = await Promise.all(asked)
    expect(answers.map(({ code, data }) => `${code} ${data?.key}`)).toEqual(Array(10).fill(`200 ${own()}`))
    expect(await usage()).toEqual({ used: 0, reserved: 7 })
    await visitor.post('/main/api/v1/sts_not_token/cancel', { key: own() })
    expect(await usage()).toEqual({ used: 0, reserved: 0 })
    expect((await get(`bucket=documents&size=7&new_key=${own()}`)).code).toBe(404)
  })

  test('is no other company’s, and no path', async () => {
    const foreign = `companies/${companyId + 1}/${'a'.repeat(22)}/`
    expect((await get(`bucket=documents&size=7&new_key=${foreign}`)).code).toBe(404)
    expect((await get('bucket=documents&size=7&new_key=../x/')).code).toBe(400)
    expect(await usage()).toEqual({ used: 0, reserved: 0 })
  })
})

describe('a new token for an upload', () => {
  test('works while it is open, and reserves nothing more', async () => {
    const { key } = await tokenFor(visitor, 'bucket=documents&size=5')
    portal.clock.ms += 14 * MINUTE_MS
    const renewed = await tokenFor(visitor, `bucket=documents&key=${key}`)
    expect(renewed.key).toBe(key)
    portal.clock.ms += 14 * MINUTE_MS
    await put(portal, await tokenFor(visitor, `bucket=documents&key=${key}`), 'a', '12345')
    expect(await usage()).toEqual({ used: 0, reserved: 5 })
  })

  test.each([16, 60 * RESUME_HOURS])('works after a break of %i minutes', async (minutes) => {
    const { key } = await tokenFor(visitor, 'bucket=documents&size=5')
    portal.clock.ms += minutes * MINUTE_MS
    await portal.runStorageJobs()
    await put(portal, await tokenFor(visitor, `bucket=documents&key=${key}`), 'a', '12345')
    expect(await usage()).toEqual({ used: 0, reserved: 5 })
  })

  test('is refused for others, the other bucket, and what was closed', async () => {
    const { key } = await tokenFor(visitor, 'bucket=documents')
    const other = await portal.loggedIn('13800000002')
    const refused = { code: 404, message: '上传已过期，请重新上传' }
    expect(await get(`bucket=documents&key=${key}`, other)).toEqual(refused)
    expect(await get(`bucket=static&key=${key}`)).toEqual(refused)
    expect(await get(`bucket=documents&key=${key.replace(/.{6}$/, 'none0/')}`)).toEqual(refused)
    const { key: late } = await tokenFor(visitor, 'bucket=documents&size=5')
    await visitor.post('/main/api/v1/sts_not_token/cancel', { key })
    portal.clock.ms += (15 + RESUME_HOURS * 60) * MINUTE_MS
    await portal.runStorageJobs()
    for (const over of [key, late]) expect(await get(`bucket=documents&key=${over}`)).toEqual(refused)
  })
})

test('for a prefix of somebody else the store is not asked for keys', async () => {
  const { key } = await tokenFor(visitor, 'bucket=documents')
  const asked: string[] = []
  const issueKeys: Storage['issueKeys'] = (bucket, bearer, seconds) => {
    asked.push(bearer.prefix)
    return portal.storage.issueKeys(bucket, bearer, seconds)
  }
  const services = { db: portal.db, now: () => portal.clock.ms, storage: { ...portal.storage, issueKeys } }
  const upload = { bucket: 'documents', prefix: key } as const
  const { id, company_id } = (await visitor.get('/customer/api/v1/login')).body.data
  await expect(renewUpload(services, { id, company_id: company_id + 1 }, upload)).rejects.toThrow(
    '上传已过期',
  )
  expect(asked).toEqual([])
  await renewUpload(services, { id, company_id }, upload)
  expect(asked).toEqual([key])
})

describe('cancel', () => {
  test('removes what is there, gives the room back, and is no error twice', async () => {
    const token = await tokenFor(visitor, 'bucket=documents&size=5')
    const key = await put(portal, token, 'a', '12345')
    for (const _ of [1, 2]) expect(await cancel(token.key)).toEqual({ code: 200 })
    expect(await usage()).toEqual({ used: 0, reserved: 0 })
    expect(await sizeOf(portal, key)).toBeUndefined()
  })

  test('leaves what is in use', async () => {
    const token = await tokenFor(visitor, 'bucket=documents&size=5')
    const hash_name = await put(portal, token, 'a', '12345')
    await use(await adoptObject(services(), companyId, { hash_name, bucket: 'documents' }))
    await cancel(token.key)
    await portal.runStorageJobs()
    expect(await portal.storage.list('documents', token.key)).toMatchObject([{ key: hash_name, size: 5 }])
    expect(await usage()).toEqual({ used: BLOCK_BYTES, reserved: 0 })
  })

  test('comes before a use that was about to begin: nothing stays', async () => {
    const token = await tokenFor(visitor, 'bucket=documents&size=5')
    const hash_name = await put(portal, token, 'a', '12345')
    const adopted = await adoptObject(services(), companyId, { hash_name, bucket: 'documents' })
    await cancel(token.key)
    expect(await usage()).toEqual({ used: 0, reserved: 0 })
    await expect(use(adopted)).rejects.toThrow('文件已失效，请重新上传')
    await portal.runStorageJobs()
    expect(await portal.storage.list('documents', token.key)).toEqual([])
  })
})
