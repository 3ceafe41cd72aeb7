/** Attacks on disk space: a token stores at most its reservation, and nothing after its end. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clientOf, tokenFor, tryToPut, usageOf } from '../../server/storage/testing/upload.ts'
import type { Browser } from '../../server/testing/browser.ts'
import { openPortal, type TestPortal } from '../../server/testing/portal.ts'
import {
  MAX_UNSIZED_UPLOADS,
  UNSIZED_BYTES,
  type UploadToken,
} from '../../src/lib/contract/documents/storage.ts'

const TOKEN = '/main/api/v1/sts_not_token'

let portal: TestPortal
let visitor: Browser
let companyId: number

beforeEach(async () => {
  portal = await openPortal()
  visitor = await portal.loggedIn('13800000001')
  companyId = (await visitor.get('/customer/api/v1/login')).body.data.company_id
})
afterEach(() => portal.close())

const bytes = (size: number) => 'x'.repeat(size)
const ask = async (query: string) => (await visitor.get(`${TOKEN}?bucket=documents&${query}`)).body.code

/** A request in the store's protocol, signed with the token. */
async function send(
  token: UploadToken,
  method: string,
  queries: Record<string, string | number | null>,
  body?: string,
): Promise<{ status: number; text: string; etag: string }> {
  const url = await clientOf(token).signatureUrlV4(method, 60, { queries }, `${token.key}file`)
  const request = new Request(url, { method, ...(body !== undefined && { body: Buffer.from(body) }) })
  const answer = await portal.objects().fetch(request)
  return { status: answer.status, text: await answer.text(), etag: answer.headers.get('etag') ?? '' }
}

async function begin(token: UploadToken): Promise<string> {
  const { text } = await send(token, 'POST', { uploads: null })
  return /<UploadId>(.+)<\/UploadId>/.exec(text)?.[1] ?? ''
}

const part = (token: UploadToken, uploadId: string, partNumber: number, body: string) =>
  send(token, 'PUT', { partNumber, uploadId }, body)

describe('a token with a size', () => {
  test('stores no more, whole or in parts', async () => {
    const token = await tokenFor(visitor, 'bucket=documents&size=300000')
    expect(await tryToPut(portal, token, 'large', bytes(300_001))).toBe(400)
    const uploadId = await begin(token)
    for (const number of [1, 2])
      expect((await part(token, uploadId, number, bytes(140_000))).status).toBe(200)
    const tooMuch = await part(token, uploadId, 3, bytes(20_001))
    expect(tooMuch).toMatchObject({ status: 400, text: expect.stringContaining('EntityTooLarge') })
    const second = await begin(token)
    expect((await part(token, second, 1, bytes(20_001))).status).toBe(400)
    expect((await part(token, uploadId, 3, bytes(20_000))).status).toBe(200)
    expect(await usageOf(portal, companyId)).toEqual({ used: 0, reserved: 300_000 })
  })

  test('has so many parts and begun uploads, however small they are', async () => {
    const token = await tokenFor(visitor, 'bucket=documents&size=250000')
    const uploadId = await begin(token)
    const statuses: number[] = []
    for (let number = 1; number <= 5; number += 1) {
      statuses.push((await part(token, uploadId, number, 'x')).status)
    }
    expect(statuses).toEqual([200, 200, 200, 400, 400])
    const begun = await Promise.all(Array.from({ length: 30 }, () => begin(token)))
    expect(begun.filter((id) => id === '')).toEqual([])
    const left = await portal.objects().sweep({ uploadsOlderThanMs: -60_000, filesOlderThanMs: -60_000 })
    expect(left.uploads).toHaveLength(10)
  })
})

describe('a token without a size', () => {
  test('stores little, and few can be open at a time', async () => {
    const token = await tokenFor(visitor, 'bucket=documents')
    const uploadId = await begin(token)
    expect((await part(token, uploadId, 1, bytes(UNSIZED_BYTES + 1))).status).toBe(400)
    expect((await part(token, uploadId, 1, bytes(12_000_000))).status).toBe(200)
    for (let open = 1; open < MAX_UNSIZED_UPLOADS; open += 1) expect(await ask('size=0')).toBe(200)
    expect(await ask('size=0')).toBe(429)
    expect(await ask('size=1')).toBe(200)
    await visitor.post(`${TOKEN}/cancel`, { key: token.key })
    expect(await ask('size=0')).toBe(200)
  })
})

describe('an invalid token', () => {
  const ways = async (token: UploadToken, uploadId: string) => [
    await tryToPut(portal, token, 'file', 'x'),
    (await send(token, 'POST', { uploads: null })).status,
    (await part(token, uploadId, 1, 'x')).status,
  ]

  test('of a cancelled upload writes nothing', async () => {
    const token = await tokenFor(visitor, 'bucket=documents&size=10')
    const uploadId = await begin(token)
    await visitor.post(`${TOKEN}/cancel`, { key: token.key })
    expect(await ways(token, uploadId)).toEqual([403, 403, 403])
  })

  test('of a removed colleague writes nothing; those of the others do', async () => {
    const colleague = await portal.loggedIn('13800000003')
    const { data } = (await colleague.get('/customer/api/v1/login')).body
    const move = (company_id: number) =>
      portal.db.updateTable('customers').set({ company_id }).where('id', '=', data.id).execute()
    await move(companyId)
    const token = await tokenFor(colleague, 'bucket=documents&size=10')
    const own = await tokenFor(visitor, 'bucket=documents&size=10')
    const uploadId = await begin(token)
    await move(data.company_id)
    expect(await ways(token, uploadId)).toEqual([403, 403, 403])
    expect(await tryToPut(portal, own, 'file', 'x')).toBe(200)
  })

  test('that has expired is not renewed forever', async () => {
    const { key } = await tokenFor(visitor, 'bucket=documents&size=10')
    let renewals = 0
    while (renewals < 200 && (await ask(`key=${key}`)) === 200) {
      renewals += 1
      portal.clock.ms += 14 * 60_000
    }
    expect(renewals).toBe(Math.floor((24 * 60) / 14) + 1)
    portal.clock.ms += 15 * 60_000
    await portal.runStorageJobs()
    expect(await usageOf(portal, companyId)).toEqual({ used: 0, reserved: 0 })
  })
})
