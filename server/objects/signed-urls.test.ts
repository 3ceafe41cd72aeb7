import { beforeAll, describe, expect, test } from 'vitest'
import type { AliOss } from './testing/ali-oss.ts'
import { at, openStoreForAll } from './testing/for-all.ts'
import { BUCKET } from './testing/open-store.ts'

const NOW = Date.now()
let nowMs = NOW
openStoreForAll({ now: () => nowMs })
beforeAll(async () => {
  await at.client().put('甲 乙+.txt', Buffer.from('0123456789'))
})

const KEY = '甲 乙+.txt'

function tokenClient(prefix: string): AliOss {
  const request = {
    bucket: BUCKET,
    prefix,
    holder: 'somebody',
    limits: { bytes: 10, parts: 1 },
  }
  return at.clientOf(at.store.issueToken({ ...request, expiresInSeconds: 600 }))
}

async function codeOf(url: string, init?: RequestInit): Promise<string | number> {
  const response = await fetch(url, init)
  return /<Code>(\w+)</.exec(await response.text())?.[1] ?? response.status
}

describe.each(['owner', 'token'])('URLs of the %s', (who) => {
  const client = (prefix = '甲 ') => (who === 'owner' ? at.client() : tokenClient(prefix))

  test('reads', async () => {
    const queries = { 'response-content-disposition': 'attachment; filename="a(1)*.txt"' }
    const url = await client().signatureUrlV4('GET', 60, { queries }, KEY)
    const answer = await fetch(url)
    expect(answer.headers.get('content-disposition')).toBe(queries['response-content-disposition'])
    expect(await answer.text()).toBe('0123456789')
    expect(await codeOf(url.replace('attachment', 'inline'))).toBe('SignatureDoesNotMatch')
    expect(await codeOf(url.replace(/expires=60/, 'expires=61'))).toBe('SignatureDoesNotMatch')
    expect(await codeOf(url.replace(/cn-beijing/, 'cn-hangzhou'))).toBe('SignatureDoesNotMatch')
    nowMs = NOW + 62_000
    expect(await codeOf(url)).toBe('AccessDenied')
    nowMs = NOW - 16 * 60_000
    expect(await codeOf(url)).toBe('RequestTimeTooSkewed')
    nowMs = NOW
  })

  test('uploads a part with a request of one’s own', async () => {
    const key = `甲/${who}/parts`
    const oss = client(key)
    const { uploadId } = await oss.initMultipartUpload(key)
    const queries = { partNumber: 1, uploadId }
    const url = await oss.signatureUrlV4('PUT', 60, { queries }, key)
    const sent = await fetch(url, { method: 'PUT', body: new Uint8Array(5).fill(65) })
    expect(sent.status).toBe(200)
    await oss.completeMultipartUpload(key, uploadId, [{ number: 1, etag: sent.headers.get('etag') ?? '' }])
    expect((await oss.get(key)).content.toString()).toBe('AAAAA')
  })
})

test('a public bucket is for anybody to read, and for nobody to write or list', async () => {
  await at.client({ bucket: 'static' }).put('logo.svg', Buffer.from('<svg/>'), { mime: 'image/svg+xml' })
  const base = `http://localhost:${at.port}/static`
  const answer = await fetch(`${base}/logo.svg`)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': expect.stringMatching(/^sandbox/),
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
  })
  expect(await answer.text()).toBe('<svg/>')
  const page = { mime: 'text/html', headers: { 'Content-Disposition': 'inline' } }
  await at.client({ bucket: 'static' }).put('page', Buffer.from('<p>'), page)
  expect((await fetch(`${base}/page`)).headers.get('content-disposition')).toBe('attachment')
  await at.client({ bucket: 'static' }).put('logo.png', Buffer.from('x'), { mime: 'image/png' })
  expect((await fetch(`${base}/logo.png`)).headers.has('content-disposition')).toBe(false)
  expect(await codeOf(`${base}/logo.svg?response-content-disposition=inline`)).toBe('InvalidRequest')
  expect(await codeOf(`${base}/none`)).toBe('NoSuchKey')
  expect(await codeOf(`${base}/`)).toBe('AccessDenied')
  expect(await codeOf(`${base}/logo.svg`, { method: 'PUT', body: 'x' })).toBe('AccessDenied')
  expect(await codeOf(`http://localhost:${at.port}/${BUCKET}/${encodeURIComponent(KEY)}`)).toBe(
    'AccessDenied',
  )
})
