import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BUCKET, CREDENTIALS, openTestStore, type TestStore } from './testing/open-store.ts'
import type { TokenAction } from './tokens.ts'

const NOW = Date.now()
let nowMs = NOW
let at: TestStore
beforeAll(async () => {
  at = await openTestStore({ now: () => nowMs })
  at.store.saveBucket('static', { acl: 'public-read' })
})
afterAll(async () => {
  expect(at.faults).toEqual([])
  await at.close()
})

function token(actions: TokenAction[] = ['put', 'multipart', 'get', 'head'], prefix = 'company/7/') {
  return at.store.issueToken({ bucket: BUCKET, prefix, actions, expiresInSeconds: 600 })
}

describe.each([{ authorizationV4: false }, { authorizationV4: true }])('a token with %o', (version) => {
  const text = Buffer.from('text')

  test('works below its prefix', async () => {
    const oss = at.clientOf(token(), version)
    await oss.put('company/7/a', text)
    expect((await oss.get('company/7/a')).content).toEqual(text)
    expect((await oss.head('company/7/a')).res.status).toBe(200)
    const bytes = randomBytes(250_000)
    await oss.multipartUpload('company/7/b', bytes, { partSize: 102_400 })
    await oss.copy('company/7/c', 'company/7/b')
    expect((await oss.get('company/7/c')).content.equals(bytes)).toBe(true)
  })

  test('reaches nothing else', async () => {
    await at.client().put('company/8/a', text)
    await at.client({ bucket: 'static' }).put('company/7/a', text)
    const oss = at.clientOf(token(), version)
    const denied = { code: 'AccessDenied', status: 403 }
    const elsewhere = at.clientOf(token(), { ...version, bucket: 'static' })
    await Promise.all([
      expect(oss.put('company/8/a', text)).rejects.toMatchObject(denied),
      expect(oss.put('company/7', text)).rejects.toMatchObject(denied),
      expect(oss.get('company/8/a')).rejects.toMatchObject(denied),
      expect(oss.head('company/8/a')).rejects.toMatchObject(denied),
      expect(oss.copy('company/7/x', 'company/8/a')).rejects.toMatchObject(denied),
      expect(oss.copy('company/8/x', 'company/7/a')).rejects.toMatchObject(denied),
      expect(oss.multipartUpload('company/8/b', randomBytes(200_000))).rejects.toMatchObject(denied),
      expect(oss.delete('company/7/a')).rejects.toMatchObject(denied),
      expect(oss.deleteMulti(['company/7/a'])).rejects.toMatchObject(denied),
      expect(oss.list({ prefix: 'company/7/' })).rejects.toMatchObject(denied),
      expect(oss.listUploads({ prefix: 'company/7/' })).rejects.toMatchObject(denied),
      expect(oss.putBucket('new-bucket')).rejects.toMatchObject(denied),
      expect(elsewhere.put('company/7/a', text)).rejects.toMatchObject(denied),
      expect(elsewhere.get('company/7/a')).rejects.toMatchObject(denied),
    ])
  })

  test('does what it was given for', async () => {
    await at.client().put('company/7/a', text)
    const denied = { code: 'AccessDenied' }
    const put = at.clientOf(token(['put']), version)
    await put.put('company/7/only put', text)
    await expect(put.get('company/7/a')).rejects.toMatchObject(denied)
    await expect(put.initMultipartUpload('company/7/a')).rejects.toMatchObject(denied)
    const head = at.clientOf(token(['head']), version)
    await head.head('company/7/a')
    await expect(head.get('company/7/a')).rejects.toMatchObject(denied)
    await expect(at.clientOf(token(['get']), version).put('company/7/a', text)).rejects.toMatchObject(denied)
  })

  test('ends', async () => {
    const oss = at.clientOf(token(), version)
    await oss.put('company/7/a', text)
    nowMs = NOW + 600_000
    await expect(oss.put('company/7/a', text)).rejects.toMatchObject({ code: 'SecurityTokenExpired' })
    nowMs = NOW
  })

  test('is sealed', async () => {
    const good = token()
    const put = (parts: object) => at.clientOf({ ...good, ...parts }, version).put('company/7/a', text)
    const [payload = '', seal = ''] = good.securityToken.split('.')
    const wider = Buffer.from(payload, 'base64url').toString().replace('company/7/', 'company/')
    const forged = `${Buffer.from(wider).toString('base64url')}.${seal}`
    const invalid = { code: 'InvalidSecurityToken', status: 403 }
    await expect(put({ securityToken: forged })).rejects.toMatchObject(invalid)
    await expect(put({ securityToken: 'x' })).rejects.toMatchObject(invalid)
    await expect(put({ accessKeyId: token().accessKeyId })).rejects.toMatchObject(invalid)
    await expect(put({ accessKeyId: CREDENTIALS.accessKeyId })).rejects.toMatchObject(invalid)
    await expect(put({ accessKeySecret: 'x' })).rejects.toMatchObject({ code: 'SignatureDoesNotMatch' })
    const { accessKeyId, accessKeySecret } = good
    const bare = at.client({ accessKeyId, accessKeySecret, ...version })
    await expect(bare.put('company/7/a', text)).rejects.toMatchObject({ code: 'InvalidAccessKeyId' })
  })

  test('is refused with another secret', async () => {
    const wrong = at.client({ accessKeySecret: 'wrong', ...version })
    await expect(wrong.put('a', text)).rejects.toMatchObject({ code: 'SignatureDoesNotMatch', status: 403 })
    await expect(wrong.head('a')).rejects.toMatchObject({ code: 'SignatureDoesNotMatch' })
    const nobody = at.client({ accessKeyId: 'nobody', ...version })
    await expect(nobody.get('a')).rejects.toMatchObject({ code: 'InvalidAccessKeyId' })
  })

  test('is refused with a clock that goes wrong, and told the right time', async () => {
    nowMs = NOW + 16 * 60_000
    const oss = at.client(version)
    await expect(oss.put('a', text)).rejects.toMatchObject({ code: 'RequestTimeTooSkewed', status: 403 })
    oss.options.amendTimeSkewed = 16 * 60_000
    await oss.put('a', text)
    nowMs = NOW
  })
})

test('a token is never for everything', () => {
  const issue = (parts: object) =>
    at.store.issueToken({ bucket: BUCKET, prefix: 'p/', actions: ['put'], expiresInSeconds: 60, ...parts })
  expect(() => issue({ prefix: '' })).toThrow(RangeError)
  expect(() => issue({ actions: [] })).toThrow(RangeError)
  expect(() => issue({ expiresInSeconds: 0 })).toThrow(RangeError)
  expect(issue({}).expiration).toBe(new Date(nowMs + 60_000).toISOString())
})
