import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { at, openStoreForAll } from './testing/for-all.ts'
import { BUCKET, CREDENTIALS } from './testing/open-store.ts'

const NOW = Date.now()
let nowMs = NOW
openStoreForAll({ now: () => nowMs })

let given = 0
const limits = { bytes: 250_000, parts: 3 }

function token(prefix = `company/${++given}/`) {
  const keys = at.store.issueToken({
    bucket: BUCKET,
    prefix,
    holder: '7',
    limits,
    expiresInSeconds: 600,
  })
  return { ...keys, prefix }
}

describe('a token', () => {
  const text = Buffer.from('text')

  test('brings one object below its prefix, whole or in parts, and reads it', async () => {
    const whole = token()
    const oss = at.clientOf(whole)
    await oss.put(`${whole.prefix}a`, text)
    expect((await oss.get(`${whole.prefix}a`)).content).toEqual(text)
    expect((await oss.head(`${whole.prefix}a`)).res.status).toBe(200)
    const parts = token()
    const bytes = randomBytes(250_000)
    await at.clientOf(parts).multipartUpload(`${parts.prefix}b`, bytes, { partSize: 102_400 })
    expect((await at.clientOf(parts).get(`${parts.prefix}b`)).content.equals(bytes)).toBe(true)
  })

  test('never writes over it, nor beside it', async () => {
    const { prefix, ...keys } = token()
    const oss = at.clientOf(keys)
    const { uploadId } = await oss.initMultipartUpload(`${prefix}a`)
    const beside = await oss.initMultipartUpload(`${prefix}b`)
    const part = await oss.uploadPart(`${prefix}b`, beside.uploadId, 1, text, 0, 4)
    await oss.uploadPart(`${prefix}a`, uploadId, 1, text, 0, 4)
    await oss.put(`${prefix}a`, text)
    const taken = { code: 'FileAlreadyExists', status: 409 }
    const over = { code: 'NoSuchUpload' }
    for (const key of [`${prefix}a`, `${prefix}b`]) {
      await expect(oss.put(key, Buffer.from('forged'))).rejects.toMatchObject(taken)
      await expect(oss.initMultipartUpload(key)).rejects.toMatchObject(taken)
      await expect(oss.uploadPart(key, uploadId, 2, text, 0, 4)).rejects.toMatchObject(over)
    }
    const completed = oss.completeMultipartUpload(`${prefix}b`, beside.uploadId, [
      { number: 1, etag: part.etag },
    ])
    await expect(completed).rejects.toMatchObject(over)
    const again = at.clientOf(token(prefix))
    await expect(again.put(`${prefix}a`, Buffer.from('forged'))).rejects.toMatchObject(taken)
    expect((await oss.get(`${prefix}a`)).content).toEqual(text)
    expect((await at.client().listUploads({ prefix })).uploads).toEqual([])
  })

  test('of two that arrive together, one is the object', async () => {
    const { prefix, ...keys } = token()
    const tries = ['a', 'b', 'a', 'b'].map((name) => at.clientOf(keys).put(prefix + name, text))
    const done = (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled')
    expect(done).toHaveLength(1)
    expect((await at.client().listV2({ prefix })).objects).toHaveLength(1)
  })

  test('reaches nothing else', async () => {
    const { prefix, ...keys } = token()
    await at.client().put('company/other/a', text)
    await at.client({ bucket: 'static' }).put(`${prefix}a`, text)
    const oss = at.clientOf(keys)
    const denied = { code: 'AccessDenied', status: 403 }
    const elsewhere = at.clientOf(keys, { bucket: 'static' })
    await Promise.all([
      expect(oss.put('company/other/a', text)).rejects.toMatchObject(denied),
      expect(oss.put(prefix.slice(0, -1), text)).rejects.toMatchObject(denied),
      expect(oss.get('company/other/a')).rejects.toMatchObject(denied),
      expect(oss.head('company/other/a')).rejects.toMatchObject(denied),
      expect(oss.multipartUpload('company/other/b', randomBytes(200_000))).rejects.toMatchObject(denied),
      expect(oss.deleteMulti([`${prefix}a`])).rejects.toMatchObject(denied),
      expect(oss.listV2({ prefix })).rejects.toMatchObject(denied),
      expect(oss.listUploads({ prefix })).rejects.toMatchObject(denied),
      expect(elsewhere.put(`${prefix}a`, text)).rejects.toMatchObject(denied),
      expect(elsewhere.get(`${prefix}a`)).rejects.toMatchObject(denied),
    ])
  })

  test('ends', async () => {
    const { prefix, ...keys } = token()
    const oss = at.clientOf(keys)
    await oss.put(`${prefix}a`, text)
    nowMs = NOW + 600_000
    await expect(oss.get(`${prefix}a`)).rejects.toMatchObject({ code: 'SecurityTokenExpired' })
    nowMs = NOW
  })

  test('is sealed', async () => {
    const good = token()
    const put = (parts: object) => at.clientOf({ ...good, ...parts }).put(`${good.prefix}a`, text)
    const [payload = '', seal = ''] = good.securityToken.split('.')
    const wider = Buffer.from(payload, 'base64url').toString().replace(good.prefix, 'company/')
    const forged = `${Buffer.from(wider).toString('base64url')}.${seal}`
    const invalid = { code: 'InvalidSecurityToken', status: 403 }
    await expect(put({ securityToken: forged })).rejects.toMatchObject(invalid)
    await expect(put({ securityToken: 'x' })).rejects.toMatchObject(invalid)
    await expect(put({ accessKeyId: token().accessKeyId })).rejects.toMatchObject(invalid)
    await expect(put({ accessKeyId: CREDENTIALS.accessKeyId })).rejects.toMatchObject(invalid)
    await expect(put({ accessKeySecret: 'x' })).rejects.toMatchObject({ code: 'SignatureDoesNotMatch' })
    const { accessKeyId, accessKeySecret } = good
    const bare = at.client({ accessKeyId, accessKeySecret })
    await expect(bare.put(`${good.prefix}a`, text)).rejects.toMatchObject({ code: 'InvalidAccessKeyId' })
  })

  test('is refused with another secret', async () => {
    const wrong = at.client({ accessKeySecret: 'wrong' })
    await expect(wrong.put('a', text)).rejects.toMatchObject({ code: 'SignatureDoesNotMatch', status: 403 })
    await expect(wrong.head('a')).rejects.toMatchObject({ code: 'SignatureDoesNotMatch' })
    const nobody = at.client({ accessKeyId: 'nobody' })
    await expect(nobody.get('a')).rejects.toMatchObject({ code: 'InvalidAccessKeyId' })
  })

  test('is refused with a clock that goes wrong, and told the right time', async () => {
    nowMs = NOW + 16 * 60_000
    const oss = at.client()
    await expect(oss.put('a', text)).rejects.toMatchObject({ code: 'RequestTimeTooSkewed', status: 403 })
    oss.options.amendTimeSkewed = 16 * 60_000
    await oss.put('a', text)
    nowMs = NOW
  })
})

test('a token is never for everything', () => {
  const issue = (parts: object) =>
    at.store.issueToken({
      bucket: BUCKET,
      prefix: 'p/',
      holder: '7',
      limits,
      expiresInSeconds: 60,
      ...parts,
    })
  expect(() => issue({ prefix: '' })).toThrow(RangeError)
  expect(() => issue({ expiresInSeconds: 0 })).toThrow(RangeError)
  expect(issue({}).expiration).toBe(new Date(nowMs + 60_000).toISOString())
})
