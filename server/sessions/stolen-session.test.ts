/** The power of a stolen or forgotten session, and its end (behaviour B4.7 and B4.8). */
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/rules/time/durations.ts'
import type { Browser } from '../testing/browser.ts'
import { openPortalForEach, portal } from '../testing/for-each.ts'

const PHONE = '13800000001'
const OPERATOR = '13900000000'
const CHECK = '/customer/api/v1/login'
const SESSIONS = '/customer/api/v1/sessions'
const PROOF = '/customer/api/v1/login/proof'
const COMPANY = '/customer/api/v1/company'

openPortalForEach()

const codeOf = async (browser: Browser, method: string, path: string) =>
  (await browser.send(method, path, {})).body.code

async function prove(browser: Browser, phone = PHONE) {
  expect((await browser.post(PROOF, {})).body.code).toBe(200)
  return (await browser.post(PROOF, { captcha: portal.codes.get(phone) })).body
}

test('a session ends after 90 days, however often it is used', async () => {
  const browser = await portal.loggedIn(PHONE)
  for (let day = 0; day < 80; day += 20) {
    portal.clock.ms += 20 * DAY_MS
    expect(await codeOf(browser, 'GET', CHECK)).toBe(200)
  }
  portal.clock.ms += 10 * DAY_MS - 1
  expect(await codeOf(browser, 'GET', CHECK)).toBe(200)
  portal.clock.ms += 1
  expect(await codeOf(browser, 'GET', CHECK)).toBe(401)
})

test.each([
  ['the deletion of the company', 'POST', `${COMPANY}/deletion`, 200],
  ['an invitation', 'POST', `${COMPANY}/invitations`, 200],
  ['the removal of a person', 'DELETE', `${COMPANY}/colleagues/99`, 404],
  ['all data', 'GET', `${COMPANY}/export`, 200],
  ['the end of all other logins', 'DELETE', SESSIONS, 200],
  ['the end of another login', 'DELETE', `${SESSIONS}?id=0123456789abcdef`, 404],
])('%s is for who has entered a code within a quarter of an hour', async (_, method, path, code) => {
  const browser = await portal.loggedIn(PHONE)
  portal.clock.ms += 15 * MINUTE_MS - 1
  expect(await codeOf(browser, method, path)).toBe(code)
  portal.clock.ms += 1
  const refused = (await browser.send(method, path, {})).body
  expect(refused).toEqual({ code: 403, message: expect.stringContaining('验证'), prove: 'code' })
  expect(await prove(browser)).toEqual({ code: 200 })
  expect(await codeOf(browser, method, path)).toBe(code)
  expect(await codeOf(browser, 'GET', CHECK)).toBe(200)
})

test('the deletion of a company is taken back by anybody, at once', async () => {
  const browser = await portal.loggedIn(PHONE)
  portal.clock.ms += DAY_MS
  expect(await codeOf(browser, 'DELETE', `${COMPANY}/deletion`)).toBe(200)
})

test('a wrong code proves nothing, nor does one of another browser', async () => {
  const browser = await portal.loggedIn(PHONE)
  portal.clock.ms += HOUR_MS
  await browser.post(PROOF, {})
  const right = portal.codes.get(PHONE) ?? ''
  const wrong = right === '000000' ? '000001' : '000000'
  expect((await browser.post(PROOF, { captcha: wrong })).body).toEqual({
    code: 400,
    message: '验证码不正确或已失效',
  })
  const thief = portal.browser()
  thief.cookies.set('session', browser.cookies.get('session') ?? '')
  expect((await thief.post(PROOF, { captcha: right })).body.code).toBe(400)
  expect(await codeOf(thief, 'POST', `${COMPANY}/deletion`)).toBe(403)
})

test('an operator enters a code every twelve hours', async () => {
  const browser = await portal.loggedIn(OPERATOR)
  portal.clock.ms += 12 * HOUR_MS - 1
  expect(await codeOf(browser, 'GET', '/operator/api/v1/orders')).toBe(200)
  portal.clock.ms += 1
  const refused = (await browser.get('/operator/api/v1/orders')).body
  expect(refused).toMatchObject({ code: 403, prove: 'code' })
  expect(await codeOf(browser, 'POST', '/startup/api/v1/categorys')).toBe(403)
  expect(await prove(browser, OPERATOR)).toEqual({ code: 200 })
  expect(await codeOf(browser, 'GET', '/operator/api/v1/orders')).toBe(200)
})

test('people read of a login in a browser that was not there before, and only of that', async () => {
  const messages = async (browser: Browser) =>
    (await browser.get('/customer/api/v1/message')).body.result.items.map(
      ({ message }: { message: string }) => message,
    )
  const browser = await portal.loggedIn(PHONE)
  const before = (await messages(browser)).length
  const again = async (from: Browser) => {
    portal.clock.ms += MINUTE_MS
    await from.post('/main/api/v1/sms', { phone: PHONE })
    await from.post('/customer/api/v1/customer', { phone: PHONE, captcha: portal.codes.get(PHONE) })
  }
  await again(browser)
  expect(await messages(browser)).toHaveLength(before)
  await again(portal.browser())
  const [newest] = await messages(browser)
  expect(newest).toContain('在新的设备上登录')
  expect(await messages(browser)).toHaveLength(before + 1)
  expect(await messages(await portal.loggedIn('13800000002'))).not.toContain(newest)
})

test('one session is ended alone, and only by its person', async () => {
  const [lost, kept] = [await portal.loggedIn(PHONE), await portal.loggedIn(PHONE)]
  portal.clock.ms += MINUTE_MS
  const here = await portal.loggedIn(PHONE)
  const { items } = (await here.get(SESSIONS)).body.result
  expect(items[0]).toMatchObject({ current: true, address: 'local' })
  const mine = (await lost.get(SESSIONS)).body.result.items.find(
    ({ current }: { current: boolean }) => current,
  )
  const stranger = await portal.loggedIn('13800000002')
  expect(await codeOf(stranger, 'DELETE', `${SESSIONS}?id=${mine.id}`)).toBe(404)
  expect(await codeOf(here, 'DELETE', `${SESSIONS}?id=${mine.id}`)).toBe(200)
  expect(await codeOf(here, 'DELETE', `${SESSIONS}?id=${mine.id}`)).toBe(404)
  expect(await codeOf(lost, 'GET', CHECK)).toBe(401)
  for (const browser of [kept, here, stranger]) expect(await codeOf(browser, 'GET', CHECK)).toBe(200)
  expect(JSON.stringify(items)).not.toContain(here.cookies.get('session'))
})

test('a browser whose session was ended from elsewhere is a stranger again', async () => {
  await portal.loggedIn(PHONE)
  const known = () => portal.db.selectFrom('known_browsers').selectAll().execute()
  const here = await portal.loggedIn(PHONE)
  expect(await known()).toHaveLength(2)
  await here.delete(SESSIONS)
  expect(await known()).toHaveLength(1)
})
