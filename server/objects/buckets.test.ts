import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { corsForUploads } from './cors.ts'
import { BUCKET, openTestStore, type TestStore } from './testing/open-store.ts'

const PAGE = 'https://portal.example.cn'

let at: TestStore
beforeAll(async () => {
  at = await openTestStore()
  at.store.saveBucket(BUCKET, { cors: corsForUploads([PAGE]) })
})
afterAll(async () => {
  expect(at.faults).toEqual([])
  await at.close()
})

test('none is made, changed or removed by a request', async () => {
  const oss = at.client()
  const refused = { status: 501, code: 'NotImplemented' }
  await expect(oss.put('a', Buffer.from('1'))).resolves.toBeTruthy()
  await expect(oss.putBucket('made-here')).rejects.toMatchObject({ status: 405, code: 'MethodNotAllowed' })
  await expect(oss.deleteBucket(BUCKET)).rejects.toMatchObject({ status: 405, code: 'MethodNotAllowed' })
  await expect(oss.putBucketACL(BUCKET, 'public-read')).rejects.toMatchObject(refused)
  await expect(oss.deleteBucketCORS(BUCKET)).rejects.toMatchObject(refused)
  const elsewhere = at.client({ bucket: 'made-here' })
  await expect(elsewhere.put('a', Buffer.from('1'))).rejects.toMatchObject({
    code: 'NoSuchBucket',
    status: 404,
  })
  expect((await fetch(`http://localhost:${at.port}/${BUCKET}/a`)).status).toBe(403)
})

test('origins may be patterns', async () => {
  at.store.saveBucket('rules', {
    cors: [{ origins: ['https://*.example.cn'], methods: ['GET'], headers: [], exposed: [] }],
  })
  const preflight = (origin: string) =>
    fetch(`http://localhost:${at.port}/rules/a`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET' },
    })
  expect((await preflight('https://a.example.cn')).status).toBe(200)
  expect((await preflight('https://a.example.com')).status).toBe(403)
  at.store.saveBucket('rules', { cors: [] })
  expect((await preflight('https://a.example.cn')).status).toBe(403)
})

test('a page of the portal may upload, and read what became of it', async () => {
  const url = `http://localhost:${at.port}/${BUCKET}/a`
  const wanted = 'authorization,content-type,x-oss-date,x-oss-security-token,x-oss-user-agent'
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin: PAGE,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': wanted,
    },
  })
  expect(preflight.status).toBe(200)
  expect(preflight.headers.get('access-control-allow-origin')).toBe(PAGE)
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT')
  expect(preflight.headers.get('access-control-allow-headers')?.split(', ')).toEqual(wanted.split(','))
  const refused = await fetch(url, { headers: { origin: PAGE } })
  expect(refused.status).toBe(403)
  expect(refused.headers.get('access-control-allow-origin')).toBe(PAGE)
  const exposed = refused.headers.get('access-control-expose-headers') ?? ''
  expect(exposed).toContain('ETag')
  expect(exposed).toContain('x-oss-request-id')
  expect(exposed).toContain('x-oss-hash-crc64ecma')
  expect(refused.headers.get('vary')).toBe('Origin')
})

test('a page from elsewhere may not', async () => {
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'PUT' }
  const url = `http://localhost:${at.port}/${BUCKET}/a`
  const preflight = await fetch(url, { method: 'OPTIONS', headers })
  expect(preflight.status).toBe(403)
  expect(await preflight.text()).toContain('<Code>AccessForbidden</Code>')
  const answer = await fetch(url, { headers })
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
})

test('a bucket has a host of its own', async () => {
  const oss = at.client()
  await oss.put('dir/甲', Buffer.from('virtual'))
  const { pathname, search } = new URL(await oss.signatureUrlV4('GET', 60, {}, 'dir/甲'))
  const answer = await new Promise<string>((resolve, reject) => {
    const path = pathname.replace(`/${BUCKET}`, '') + search
    const headers = { host: `${BUCKET}.localhost:${at.port}` }
    request({ port: at.port, path, headers }, (response) => resolve(text(response)))
      .once('error', reject)
      .end()
  })
  expect(answer).toBe('virtual')
})
