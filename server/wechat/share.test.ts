import { afterEach, beforeEach, expect, test } from 'vitest'
import { APP, type FakeWeChat, openFakeWeChat, refuse } from '../testing/fake-wechat.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'
import { signPage } from './wechat.ts'

const PAGE = 'http://portal.test/pmobile/23?from=timeline&name=%E9%AB%98%E4%BC%81+a%2Bb'
let portal: TestPortal
let platform: FakeWeChat

beforeEach(async () => {
  platform = await openFakeWeChat()
  portal = await openPortal({ env: settings() })
})
afterEach(async () => {
  await portal.close()
  await platform.close()
})

const settings = () => ({
  WECHAT_APP_ID: APP.appId,
  WECHAT_APP_SECRET: APP.appSecret,
  WECHAT_ENDPOINT: platform.url,
  PUBLIC_ORIGINS: 'http://portal.test',
})

test('a host that is only claimed is none of ours', async () => {
  const { body } = await portal
    .browser('http://other.example.cn')
    .get(`/wechat/api/v1/share/signature?url=${encodeURIComponent('http://other.example.cn/')}`)
  expect(body.code).toBe(400)
})

const ask = (page: string, to = portal) =>
  to.browser().get(`/wechat/api/v1/share/signature?url=${encodeURIComponent(page)}`)

test('a visitor gets the four fields beside the code; nobody keeps the answer', async () => {
  const { body, headers } = await ask(`${PAGE}#top`)
  const { nonceStr, timestamp, signature } = body
  expect(body).toEqual({ code: 200, appId: APP.appId, timestamp, nonceStr, signature })
  expect(timestamp).toBe(portal.clock.ms / 1000)
  expect(signature).toBe(signPage({ ticket: 'ticket-1', nonceStr, timestamp, url: PAGE }))
  expect(headers.get('cache-control')).toBe('no-store')
})

test('1,000 requests at once ask the platform for one token', async () => {
  const answers = await Promise.all(Array.from({ length: 1000 }, () => ask(PAGE)))
  expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1000)
  expect([platform.countToken(), platform.countTicket()]).toEqual([1, 1])
})

test.each([
  'https://other.example.cn/',
  'http://portal.test.example.cn/',
  'http://portal.test:8080/',
  'http://other.example.cn/http://portal.test/',
  'http://portal.test@other.example.cn/',
])('%s is no page of ours', async (page) => {
  const { status, body } = await ask(page)
  expect([status, body.code]).toEqual([200, 400])
  expect(platform.countToken()).toBe(0)
})

test.each([
  '',
  'portal.test',
  '/pmobile/23',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'http://user:password@portal.test/',
  'http://portal.test',
  'http:\\\\portal.test\\',
  'HTTP://PORTAL.TEST/',
  ' http://portal.test/',
  'http://portal.test/\n',
  'http://portal.test/高企',
  `http://portal.test/${'a'.repeat(2048)}`,
])('%j is not an address as a browser writes it', async (page) => {
  const { status, body } = await ask(page)
  expect([status, body.code]).toEqual([200, 400])
  expect(body.message).toMatch(/^页面地址/)
})

test('without an address', async () => {
  const { body } = await portal.browser().get('/wechat/api/v1/share/signature')
  expect(body).toEqual({ code: 400, message: '页面地址不正确' })
})

test('with public origins only their pages are signed, whatever host was asked', async () => {
  await portal.close()
  portal = await openPortal({
    env: { ...settings(), PUBLIC_ORIGINS: 'https://a.example.cn,https://b.example.cn' },
  })
  const pages = ['https://a.example.cn/x', 'https://b.example.cn/', 'http://a.example.cn/', PAGE]
  const answers = await Promise.all(pages.map((page) => ask(page)))
  expect(answers.map(({ body }) => body.code)).toEqual([200, 200, 400, 400])
})

test('without a WeChat account: a refusal in plain words', async () => {
  const without = await openPortal()
  const { status, body } = await ask(PAGE, without)
  expect([status, body]).toEqual([200, { code: 404, message: '本站没有开通微信分享' }])
  await without.close()
})

test('a platform that refuses is a fault; log and answer hold no secret and no token', async () => {
  platform.answer = () => refuse(40164)
  const { status, body } = await ask(PAGE)
  expect([status, body.code]).toEqual([500, 500])
  expect(JSON.stringify(portal.logs)).toContain('GatewayError: WeChat refused: 40164')
  expect(JSON.stringify([portal.logs, body])).not.toMatch(/geheim|token-\d/)
})
