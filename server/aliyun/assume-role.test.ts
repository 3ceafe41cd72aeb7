import { afterEach, beforeEach, expect, test } from 'vitest'
import { aliyun, KEYS, refuse } from '../testing/fake-aliyun.ts'
import { openUpstream, type Upstream } from '../testing/open-upstream.ts'
import { assumeRole } from './assume-role.ts'

const NOW_MS = Date.parse('2026-11-21T02:00:00Z')
const ROLE = {
  roleArn: 'acs:ram::1234567890123456:role/portal-upload',
  sessionName: 'company-1',
  durationSeconds: 900,
  policy: JSON.stringify({ Version: '1', Statement: [{ Resource: "acs:oss:*:*:文件/(a)'*!~ +&=%" }] }),
}
const CREDENTIALS = {
  AccessKeyId: 'STS.id',
  AccessKeySecret: 'sts-secret',
  SecurityToken: 'sts-token',
  Expiration: '2026-11-21T02:15:00Z',
}
let upstream: Upstream

beforeEach(async () => {
  upstream = await openUpstream(aliyun(() => ({ body: { Credentials: CREDENTIALS, RequestId: 'r-1' } })))
})
afterEach(() => upstream.close())

const assume = (keys = KEYS) => assumeRole({ ...keys, endpoint: upstream.url }, ROLE, NOW_MS)

test('a signed request gives temporary keys', async () => {
  let query = new URLSearchParams()
  upstream.reply = aliyun((sent) => {
    query = sent
    return { body: { Credentials: CREDENTIALS } }
  })
  expect(await assume()).toEqual({
    accessKeyId: 'STS.id',
    accessKeySecret: 'sts-secret',
    securityToken: 'sts-token',
    expiresAtMs: NOW_MS + 900_000,
  })
  expect(Object.fromEntries(query)).toEqual({
    RoleArn: ROLE.roleArn,
    RoleSessionName: 'company-1',
    DurationSeconds: '900',
    Policy: ROLE.policy,
  })
  expect(upstream.asked[0]?.headers).toMatchObject({
    'x-acs-action': 'AssumeRole',
    'x-acs-version': '2015-04-01',
    'x-acs-date': '2026-11-21T02:00:00Z',
  })
})

test('every request has a nonce of its own', async () => {
  await assume()
  await assume()
  const nonces = upstream.asked.map(({ headers }) => headers['x-acs-signature-nonce'])
  expect(new Set(nonces).size).toBe(2)
})

test('a wrong secret is refused by the signature', async () => {
  const asked = assume({ ...KEYS, accessKeySecret: 'x' })
  await expect(asked).rejects.toMatchObject({ kind: 'refused', code: 'SignatureDoesNotMatch' })
})

test("a refusal carries Aliyun's code and not its words; nothing is tried twice", async () => {
  upstream.reply = () => refuse(403, 'NoPermission')
  const asked = assume()
  await expect(asked).rejects.toThrow(/^AssumeRole refused: NoPermission$/)
  expect(upstream.asked).toHaveLength(1)
})

test.each([
  ['without keys', { RequestId: 'r-1' }],
  ['with an empty key', { Credentials: { ...CREDENTIALS, SecurityToken: '' } }],
  ['with a bad time', { Credentials: { ...CREDENTIALS, Expiration: 'soon' } }],
  ['that is a list', []],
])('an answer %s is none', async (_, body) => {
  upstream.reply = () => ({ body })
  await expect(assume()).rejects.toMatchObject({
    kind: 'unreachable',
    code: 'HTTP 200 with an unknown answer',
  })
})
