import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBackend } from '../backend.ts'
import { getConfig } from '../config/config.ts'
import { Browser } from '../testing/browser.ts'
import { aliyun, KEYS, refuse } from '../testing/fake-aliyun.ts'
import { openUpstream, type Upstream } from '../testing/open-upstream.ts'
import { aliyunSms } from './aliyun-sms.ts'

const PHONE = '13800000001'
const accepted = () => ({ body: { Code: 'OK', Message: 'OK', BizId: '1', RequestId: 'r-1' } })
let upstream: Upstream

beforeEach(async () => {
  upstream = await openUpstream(aliyun(accepted))
})
afterEach(() => upstream.close())

const gateway = () =>
  aliyunSms(
    { ...KEYS, signName: '知策&惠企', templateCode: 'SMS_1', endpoint: upstream.url },
    () => 1_700_000_000_000,
  )

test('one signed request a code', async () => {
  await gateway().send(PHONE, '012345')
  const [{ target, headers }] = upstream.asked as [Upstream['asked'][number]]
  expect(upstream.asked).toHaveLength(1)
  expect(headers).toMatchObject({ 'x-acs-action': 'SendSms', 'x-acs-version': '2017-05-25' })
  expect(Object.fromEntries(new URL(target, upstream.url).searchParams)).toEqual({
    PhoneNumbers: PHONE,
    SignName: '知策&惠企',
    TemplateCode: 'SMS_1',
    TemplateParam: '{"code":"012345"}',
  })
})

test.each([
  ['a business refusal', { body: { Code: 'isv.BUSINESS_LIMIT_CONTROL' } }, 'refused'],
  ['a bad key', refuse(404, 'InvalidAccessKeyId.NotFound'), 'refused'],
  ['a fault', { status: 503, body: '' }, 'unreachable'],
  ['an answer without a code', { body: {} }, 'unreachable'],
])('%s is thrown, not sent again, and names neither phone nor code', async (_, reply, kind) => {
  upstream.reply = () => reply
  const error = await gateway()
    .send(PHONE, '012345')
    .catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'GatewayError', kind })
  expect(String((error as Error).stack)).not.toMatch(/13800000001|012345|geheim/)
  expect(upstream.asked).toHaveLength(1)
})

test('with a gateway a code is on no terminal, in no log and in no file, sent or not', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-'))
  const env = {
    DATA_DIR: dataDir,
    SMS_ACCESS_KEY_ID: KEYS.accessKeyId,
    SMS_ACCESS_KEY_SECRET: KEYS.accessKeySecret,
    SMS_SIGN_NAME: '知策',
    SMS_TEMPLATE_CODE: 'SMS_1',
    NODE_ENV: 'test',
    SMS_ENDPOINT: upstream.url,
  }
  const said: unknown[] = []
  const backend = await openBackend(
    getConfig(env),
    (entry) => said.push(entry),
    (line) => said.push(line),
  )
  const ask = (phone: string) => new Browser(backend.app).post('/main/api/v1/sms', { phone })

  const answers = [await ask(PHONE)]
  upstream.reply = () => refuse(400, 'isv.OUT_OF_SERVICE')
  answers.push(await ask('13800000002'))
  await backend.close()

  expect(answers.map(({ body }) => body.code)).toEqual([200, 500])
  const codes = upstream.asked.map(({ target }) => /code%22%3A%22(\d{6})/.exec(target)?.[1])
  expect(codes).toEqual([expect.any(String), expect.any(String)])
  const seen = JSON.stringify([said, answers])
  for (const secret of [...codes, PHONE, '13800000002', KEYS.accessKeySecret])
    expect(seen).not.toContain(secret)
  expect(seen).toContain('isv.OUT_OF_SERVICE')
  expect(await readdir(dataDir)).not.toContain('sms-outbox.jsonl')
  await rm(dataDir, { recursive: true })
})
