import { expect, test } from 'vitest'
import { at, openStoreForAll } from './testing/for-all.ts'
import { BUCKET } from './testing/open-store.ts'

const PAGE = 'https://portal.example.cn'

openStoreForAll({ origins: [PAGE] })

test('no request makes, changes or removes one', async () => {
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

test('a page of the portal may upload, and read the answer', async () => {
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
  expect(preflight.headers.get('access-control-allow-headers')).toBe(wanted)
  const refused = await fetch(url, { headers: { origin: PAGE } })
  expect(refused.status).toBe(403)
  expect(refused.headers.get('access-control-allow-origin')).toBe(PAGE)
  const exposed = refused.headers.get('access-control-expose-headers')?.split(', ')
  expect(exposed).toEqual(expect.arrayContaining(['ETag', 'x-oss-request-id', 'x-oss-hash-crc64ecma']))
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
