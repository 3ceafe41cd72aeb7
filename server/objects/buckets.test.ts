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

test.each([{ authorizationV4: false }, { authorizationV4: true }])(
  'made and deleted with %o',
  async (version) => {
    const oss = at.client({ ...version, bucket: 'made-here' })
    await expect(oss.put('a', Buffer.from('1'))).rejects.toMatchObject({ code: 'NoSuchBucket', status: 404 })
    await oss.putBucket('made-here')
    await oss.putBucket('made-here')
    await oss.put('a', Buffer.from('1'))
    await expect(oss.deleteBucket('made-here')).rejects.toMatchObject({ code: 'BucketNotEmpty', status: 409 })
    await oss.delete('a')
    const { uploadId } = await oss.initMultipartUpload('b')
    await expect(oss.deleteBucket('made-here')).rejects.toMatchObject({ code: 'BucketNotEmpty' })
    await oss.abortMultipartUpload('b', uploadId)
    await oss.deleteBucket('made-here')
    await expect(oss.deleteBucket('made-here')).rejects.toMatchObject({ code: 'NoSuchBucket' })
  },
)

test('its access can be changed', async () => {
  const oss = at.client()
  await oss.putBucket('access', { acl: 'public-read' })
  expect((await oss.getBucketACL('access')).acl).toBe('public-read')
  await oss.putBucketACL('access', 'private')
  expect((await oss.getBucketACL('access')).acl).toBe('private')
  await expect(oss.putBucketACL('access', 'public-read-write')).rejects.toMatchObject({
    code: 'InvalidArgument',
  })
})

test('its CORS rules can be changed', async () => {
  const oss = at.client()
  await oss.putBucket('rules')
  await expect(oss.getBucketCORS('rules')).rejects.toMatchObject({ code: 'NoSuchCORSConfiguration' })
  const rule = {
    allowedOrigin: ['https://*.example.cn', 'http://localhost'],
    allowedMethod: 'GET',
    exposeHeader: ['ETag', 'x-oss-request-id'],
    maxAgeSeconds: '60',
  }
  await oss.putBucketCORS('rules', [rule])
  expect((await oss.getBucketCORS('rules')).rules).toEqual([rule])
  const preflight = (origin: string) =>
    fetch(`http://localhost:${at.port}/rules/a`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET' },
    })
  expect((await preflight('https://a.example.cn')).status).toBe(200)
  expect((await preflight('https://a.example.com')).status).toBe(403)
  await oss.deleteBucketCORS('rules')
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
  const { pathname, search } = new URL(oss.signatureUrl('dir/甲'))
  const answer = await new Promise<string>((resolve, reject) => {
    const path = pathname.replace(`/${BUCKET}`, '') + search
    const headers = { host: `${BUCKET}.localhost:${at.port}` }
    request({ port: at.port, path, headers }, (response) => resolve(text(response)))
      .once('error', reject)
      .end()
  })
  expect(answer).toBe('virtual')
})
