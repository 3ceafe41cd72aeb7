import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { at, openStoreForAll } from './testing/for-all.ts'
import { BUCKET } from './testing/open-store.ts'
import { type Sent, send as sendTo, sign } from './testing/raw.ts'

openStoreForAll({ maxObjectBytes: 1000 })
beforeAll(async () => {
  await at.client().put('a', Buffer.from('1'))
})

const send = (sent: Sent) => sendTo(at.port, sent)
const deletion = (body: string) => {
  const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
  return sign({ method: 'POST', target: `/${BUCKET}?delete`, headers, body })
}
const codeOf = (body: string) => /<Code>(\w+)<\/Code>/.exec(body)?.[1]

test.each<[string, Sent]>([
  ['InvalidBucketName', { method: 'GET', target: '/UPPER/a' }],
  ['InvalidBucketName', { method: 'GET', target: '/../etc/passwd' }],
  ['InvalidObjectName', { method: 'GET', target: `/${BUCKET}//a` }],
  ['InvalidObjectName', { method: 'GET', target: `/${BUCKET}/${'x'.repeat(1024)}` }],
  ['InvalidURI', { method: 'GET', target: `/${BUCKET}/%ff` }],
  ['InvalidURI', { method: 'GET', target: `/${BUCKET}?prefix=%` }],
  ['InvalidArgument', { method: 'GET', target: `/${BUCKET}?prefix=1&prefix=2` }],
  ['NotImplemented', { method: 'GET', target: '/' }],
  ['NotImplemented', { method: 'GET', target: `/${BUCKET}?lifecycle` }],
  ['NotImplemented', { method: 'POST', target: `/${BUCKET}/a?append&position=0` }],
  ['NotImplemented', { method: 'PUT', target: `/${BUCKET}/a`, headers: { 'x-oss-object-acl': 'private' } }],
  ['MethodNotAllowed', { method: 'PATCH', target: `/${BUCKET}/a` }],
  ['MethodNotAllowed', { method: 'POST', target: `/${BUCKET}/a` }],
  [
    'InvalidArgument',
    { method: 'GET', target: `/${BUCKET}/a?response-content-disposition=a%0d%0aset-cookie:b` },
  ],
  ['NotImplemented', { method: 'GET', target: `/${BUCKET}?list-type=2&delimiter=/` }],
  ['InvalidArgument', { method: 'GET', target: `/${BUCKET}?list-type=2&continuation-token=!` }],
  ['InvalidArgument', { method: 'PUT', target: `/${BUCKET}/a?partNumber=1.5&uploadId=x` }],
  ['NoSuchUpload', { method: 'PUT', target: `/${BUCKET}/a?partNumber=1&uploadId=x` }],
  ['EntityTooLarge', { method: 'PUT', target: `/${BUCKET}/big`, body: 'x'.repeat(1001) }],
  [
    'EntityTooLarge',
    {
      method: 'PUT',
      target: `/${BUCKET}/big`,
      body: 'x'.repeat(1001),
      headers: { 'transfer-encoding': 'chunked' },
    },
  ],
])('%s for %o', async (code, sent) => {
  const answer = await send(sign(sent))
  expect(codeOf(answer.body)).toBe(code)
  expect(answer.headers['content-type']).toBe('application/xml')
  expect(answer.body).toContain(`<RequestId>${answer.headers['x-oss-request-id']}</RequestId>`)
})

test.each([
  '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><Delete><Object><Key>&b;</Key></Object></Delete>',
  '<Delete><Object><Key>&#xD800;</Key></Object></Delete>',
  '<Delete><Object><Key>a</Object></Key></Delete>',
  '<Delete></Delete>',
  '<Delete/><Delete/>',
  '<Other><Object><Key>a</Key></Object></Other>',
  `<Delete>${'<Object>'.repeat(5000)}`,
  `<Delete><Object><Key>${'x'.repeat(1024)}</Key></Object></Delete>`,
  `<Delete>${'<Object><Key>a</Key></Object>'.repeat(1001)}</Delete>`,
  `<Delete ${'x'.repeat(100_000)}`,
  '\u0000',
  '',
])('the body %.60j is refused', async (body) => {
  const answer = await send(deletion(body))
  expect(codeOf(answer.body)).toMatch(/^(MalformedXML|InvalidObjectName)$/)
  expect((await at.client().head('a')).res.status).toBe(200)
})

test('a body of XML has an end', async () => {
  const body = `<Delete>${' '.repeat(2 * 1024 * 1024)}</Delete>`
  const answer = await send(deletion(body))
  expect(codeOf(answer.body)).toBe('EntityTooLarge')
})

const NAMES = `uploads uploadId partNumber delete acl cors list-type max-keys marker prefix delimiter
  continuation-token encoding-type max-parts part-number-marker Signature OSSAccessKeyId Expires security-token
  x-oss-signature-version x-oss-credential x-oss-date x-oss-expires x-oss-signature x-oss-additional-headers
  response-content-disposition versionId x-oss-process __proto__ constructor`.split(/\s+/)
const value = fc.oneof(
  fc.constantFrom('', '0', '2', '-1', '1e3', '99999999999', '%', '%00', '%ff', '..', 'OSS4-HMAC-SHA256'),
  fc.string({ maxLength: 20 }).map(encodeURIComponent),
)
const target = fc
  .tuple(
    fc.constantFrom(
      '/',
      `/${BUCKET}`,
      `/${BUCKET}/`,
      `/${BUCKET}/a`,
      '/static/a',
      '//',
      '/%2f',
      '/constructor/x',
    ),
    fc.array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 4 }),
  )
  .map(([path, query]) => `${path}?${query.map((pair) => pair.join('=')).join('&')}`)
const headerValue = fc.oneof(
  fc.constantFrom(
    '',
    'x',
    '*',
    'bytes=0-',
    'bytes=-0',
    'bytes=9-1',
    'OSS a:b',
    'OSS portal:',
    '/documents/a',
    '/a',
  ),
  fc.string({ unit: fc.constantFrom('a', ' ', '/', '\xe9', '%', '"', ',', '\t'), maxLength: 20 }),
)
const HEADERS = `authorization x-oss-date date content-md5 range if-none-match if-match if-modified-since
  x-oss-copy-source x-oss-metadata-directive x-oss-security-token x-oss-meta-a origin content-type
  access-control-request-method access-control-request-headers x-oss-acl x-oss-content-sha256`.split(/\s+/)

test('nothing brings the store down', async () => {
  const sent = fc.record({
    method: fc.constantFrom('GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'PATCH'),
    target,
    headers: fc.dictionary(fc.constantFrom(...HEADERS), headerValue, { maxKeys: 4 }),
    body: fc.oneof(fc.constant(''), fc.string({ maxLength: 50 }), fc.constant('<Delete><Object/></Delete>')),
  })
  await fc.assert(
    fc.asyncProperty(sent, fc.boolean(), async (each, isSigned) => {
      const answer = await send(isSigned ? sign(each) : each)
      expect(answer.status === 501 || answer.status < 500).toBe(true)
      expect(answer.headers['x-oss-request-id']).toBeTruthy()
      if (answer.status >= 400 && each.method !== 'HEAD') expect(codeOf(answer.body)).toBeTruthy()
      expect(answer.body).not.toMatch(/\n\s+at |node:|\.ts:/)
    }),
    { numRuns: 600 },
  )
}, 60_000)
