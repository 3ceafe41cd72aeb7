import { expect, test } from 'vitest'
import { openPortalForEach, portal } from '../testing/for-each.ts'
import { deviceName } from './own-sessions.ts'

const SESSIONS = '/customer/api/v1/sessions'

openPortalForEach()

test('a person sees each login, the present one first, and no token or hash', async () => {
  await portal.loggedIn('13800000001')
  portal.clock.ms += 60_000
  const here = await portal.loggedIn('13800000001')
  await portal.loggedIn('13800000002')
  const { body } = await here.get(SESSIONS)
  expect(body.result.items).toEqual([
    {
      id: expect.stringMatching(/^[\da-f]{16}$/),
      device: null,
      address: 'local',
      current: true,
      gmt_create: '2026-11-21T02:01:00.000Z',
      seen_at: '2026-11-21T02:01:00.000Z',
    },
    {
      id: expect.stringMatching(/^[\da-f]{16}$/),
      device: null,
      address: 'local',
      current: false,
      gmt_create: '2026-11-21T02:00:00.000Z',
      seen_at: '2026-11-21T02:00:00.000Z',
    },
  ])
})

test('all others are ended, of this person only', async () => {
  const there = await portal.loggedIn('13800000001')
  portal.clock.ms += 60_000
  const here = await portal.loggedIn('13800000001')
  const stranger = await portal.loggedIn('13800000002')
  expect((await here.delete(SESSIONS)).body).toEqual({ code: 200, ended: 1 })
  expect((await there.get('/customer/api/v1/login')).body.code).toBe(401)
  for (const browser of [here, stranger])
    expect((await browser.get('/customer/api/v1/login')).body.code).toBe(200)
  expect((await here.delete(SESSIONS)).body.ended).toBe(0)
})

test('the device is kept in words', async () => {
  const browser = portal.browser()
  await browser.post('/main/api/v1/sms', { phone: '13800000001' })
  const login = { phone: '13800000001', captcha: portal.codes.get('13800000001') }
  const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) MicroMessenger/8.0'
  await browser.post('/customer/api/v1/customer', login, { 'user-agent': agent })
  expect((await browser.get(SESSIONS)).body.result.items[0].device).toBe('微信 · iPhone')
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140 Safari/537.36',
    'Chrome · Windows',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140 Safari/537.36 Edg/140', 'Edge · Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) MicroMessenger/8.0', '微信 · iPhone'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/19 Safari/605', 'Safari · Mac'],
  ['Mozilla/5.0 (Linux; Android 16) Chrome/140 Mobile Safari', 'Chrome · 安卓'],
  ['curl/8', null],
  ['', null],
])('%s is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
