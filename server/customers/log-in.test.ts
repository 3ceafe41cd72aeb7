import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LOGIN_FAILED } from '../../src/lib/contract/account/customer.ts'
import { operatingCompany } from '../db/settings.ts'
import type { Browser } from '../testing/browser.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'
import { findOrCreateCustomer } from './customers.ts'

const PHONE = '13800000001'
const FAILED = { code: 400, message: LOGIN_FAILED }
let portal: TestPortal
let browser: Browser

beforeEach(async () => {
  portal = await openPortal()
  browser = portal.browser()
})
afterEach(() => portal.close())

const sendCode = async (phone = PHONE) => {
  await browser.post('/main/api/v1/sms', { phone })
  return portal.codes.get(phone) as string
}
const logIn = (captcha: string, more: object = {}) =>
  browser.post('/customer/api/v1/customer', { phone: PHONE, captcha, ...more })
const other = (code: string) => (code === '000000' ? '000001' : '000000')

describe('codes', () => {
  test('the right code logs in; the person sees the phone masked', async () => {
    expect((await logIn(` ${await sendCode()} `)).body).toEqual({
      code: 200,
      data: {
        id: 1,
        name: '企业用户2',
        phone: '138****0001',
        company_id: 2,
        company_name: null,
        role: 'company',
        is_new: true,
      },
    })
    expect((await logIn(await sendCode())).body.data.is_new).toBe(false)
  })

  test('wrong, never sent, used and expired are the same to the person', async () => {
    expect((await logIn('123456')).body).toEqual(FAILED)
    const code = await sendCode()
    expect((await logIn(other(code))).body).toEqual(FAILED)
    expect((await logIn(code)).body.code).toBe(200)
    expect((await logIn(code)).body).toEqual(FAILED)
    portal.clock.ms += 60_000
    const late = await sendCode()
    portal.clock.ms += 300_000
    expect((await logIn(late)).body).toEqual(FAILED)
  })

  test('a code lives to its last millisecond', async () => {
    const code = await sendCode()
    portal.clock.ms += 300_000 - 1
    expect((await logIn(code)).body.code).toBe(200)
  })

  test('the fifth try may be right, the sixth may not', async () => {
    for (const [wrongTries, code] of [
      [4, 200],
      [5, 400],
    ] as const) {
      const right = await sendCode()
      for (let tried = 0; tried < wrongTries; tried += 1) await logIn(other(right))
      expect((await logIn(right)).body.code).toBe(code)
      portal.clock.ms += 60_000
    }
  })

  test('parallel wrong tries are all counted', async () => {
    const code = await sendCode()
    await Promise.all(Array.from({ length: 5 }, () => logIn(other(code))))
    expect((await logIn(code)).body).toEqual(FAILED)
  })

  test('fifty logins at once with the right code: one gets in', async () => {
    const code = await sendCode()
    const answers = await Promise.all(Array.from({ length: 50 }, () => logIn(code)))
    expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.message === LOGIN_FAILED)).toHaveLength(49)
    expect(
      await portal.db.selectFrom('sessions').selectAll().where('customer_id', '>', 0).execute(),
    ).toHaveLength(1)
  })

  test('a new code replaces the old one, and a code opens only its own phone', async () => {
    const old = await sendCode()
    portal.clock.ms += 60_000
    const fresh = await sendCode()
    if (old !== fresh) expect((await logIn(old)).body).toEqual(FAILED)
    await sendCode('13800000002')
    const answer = await browser.post('/customer/api/v1/customer', { phone: '13800000002', captcha: fresh })
    if (portal.codes.get('13800000002') !== fresh) expect(answer.body).toEqual(FAILED)
    expect((await logIn(fresh)).body.code).toBe(200)
  })
})

describe('first login', () => {
  test('two at once make one customer and one company', async () => {
    const first = () =>
      portal.db
        .transaction()
        .execute((transaction) => findOrCreateCustomer(transaction, PHONE, false, portal.clock.ms))
    const results = await Promise.all([first(), first()])
    expect(results.map(({ customer }) => customer.id)).toEqual([1, 1])
    expect(results.filter(({ created }) => created)).toHaveLength(1)
    expect(await portal.db.selectFrom('companies').selectAll().where('id', '>', 0).execute()).toHaveLength(2)
  })

  test('the consent is kept with its version and the first time', async () => {
    await logIn(await sendCode(), { consent: '2026-11-21' })
    const agreed_at = portal.clock.ms
    portal.clock.ms += 60_000
    expect((await logIn(await sendCode(), { consent: '2026-11-21' })).body.code).toBe(200)
    const consents = await portal.db.selectFrom('consents').selectAll().where('customer_id', '>', 0).execute()
    expect(consents).toEqual([{ customer_id: 1, version: '2026-11-21', agreed_at }])
  })

  test('a name that was not chosen holds nothing of the phone', async () => {
    const other = await portal.loggedIn('13800009876')
    const operator = await portal.loggedIn('13900000000')
    for (const browser of [other, operator])
      expect((await browser.get('/customer/api/v1/login')).body.data.name).not.toMatch(/9876|0000/)
    const companies = await portal.db.selectFrom('companies').select('name').execute()
    expect(companies.map(({ name }) => name)).not.toContainEqual(expect.stringMatching(/9876|0000/))
  })

  test('the role follows the configuration', async () => {
    const operator = await portal.loggedIn('13900000000')
    const { data } = (await operator.get('/customer/api/v1/login')).body
    expect(data).toMatchObject({ name: '运营人员1', role: 'operator' })
    expect(data.company_id).toBe(await operatingCompany(portal.db))
  })
})
