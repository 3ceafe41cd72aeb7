/** Nobody can prevent another person's login: neither by requesting codes nor by guessing them (behaviour B5.4). */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { TestPortal } from '../../server/testing/portal.ts'
import {
  SMS_CODE_DIGITS,
  SMS_CODE_TRIES,
  SMS_PER_PHONE_DAILY,
  SMS_PER_PHONE_KEPT_FOR_BROWSERS,
} from '../../src/lib/contract/account/sms.ts'
import { type Crowd, ipv4, LOGGED_IN, OWNER, OWNERS_ADDRESS, openCrowd } from './support/many-askers.ts'

const MINUTE_MS = 60_000
let crowd: Crowd
let portal: TestPortal

beforeEach(async () => {
  crowd = await openCrowd()
  portal = crowd.portal
})
afterEach(() => portal.close())

describe('a code belongs to the browser that requested it', () => {
  test('2,000 wrong attempts a minute for a phone: its owner logs in at once', async () => {
    const strangers = [portal.browser(), portal.browser()]
    const browser = portal.browser()
    for (const stranger of strangers) await crowd.ask(stranger, '198.51.100.1')
    await crowd.ask(browser, OWNERS_ADDRESS)
    const right = portal.codes.get(OWNER) ?? ''
    for (let tried = 0; tried < 2000; tried += 1) {
      const wrong = String(Number(right) ^ (tried + 1))
        .padStart(SMS_CODE_DIGITS, '0')
        .slice(-SMS_CODE_DIGITS)
      await crowd.guess(strangers[tried % 3] ?? portal.browser(), wrong, ipv4(tried))
      portal.clock.ms += 50_000 / 2000
    }
    expect(await crowd.guess(browser, right, OWNERS_ADDRESS)).toMatchObject({ code: 200 })
  })

  test('guessing succeeds in at most five of a million challenges', () => {
    expect(SMS_CODE_TRIES / 10 ** SMS_CODE_DIGITS).toBeLessThanOrEqual(5e-6)
  })
})

describe('requesting codes', () => {
  test.each([
    ['five requests a minute apart', 5, 1],
    ['a request every twenty minutes of a day', 72, 20],
  ])('one stranger, %s: the owner elsewhere gets a code', async (_, requests, minutes) => {
    for (let asked = 0; asked < requests; asked += 1) {
      await crowd.ask(portal.browser(), '198.51.100.1')
      portal.clock.ms += minutes * MINUTE_MS
    }
    expect(await crowd.logIn()).toEqual(LOGGED_IN)
  })

  test('many addresses: at most ten SMS a day, and the owner logs in at once in a known browser', async () => {
    const browser = await crowd.knownBrowser()
    for (let index = 0; index < 2000; index += 1) await crowd.ask(portal.browser(), ipv4(index))
    expect(await crowd.logIn(browser, '192.0.2.55')).toEqual(LOGGED_IN)
    portal.clock.ms += MINUTE_MS
    expect(await crowd.logIn(portal.browser(), OWNERS_ADDRESS)).toEqual(LOGGED_IN)
    for (let index = 0; index < 100; index += 1) {
      portal.clock.ms += MINUTE_MS
      await crowd.ask(browser, OWNERS_ADDRESS)
      await crowd.ask(portal.browser(), ipv4(index))
    }
    expect(crowd.sent.length).toBeLessThanOrEqual(SMS_PER_PHONE_DAILY)
  })

  test('a stranger behind the same router, all day: the owner logs in at once in a known browser', async () => {
    const browser = await crowd.knownBrowser()
    for (let minute = 0; minute < 24 * 60; minute += 5) {
      await crowd.ask(portal.browser(), OWNERS_ADDRESS)
      portal.clock.ms += 5 * MINUTE_MS
    }
    await crowd.ask(portal.browser(), OWNERS_ADDRESS)
    for (let time = 0; time < SMS_PER_PHONE_KEPT_FOR_BROWSERS; time += 1) {
      expect(await crowd.logIn(browser, OWNERS_ADDRESS)).toEqual(LOGGED_IN)
      portal.clock.ms += MINUTE_MS
    }
    const ofTheDay = await portal.db.selectFrom('sms_sends').select('id').where('phone', '=', OWNER).execute()
    expect(ofTheDay.length).toBeLessThanOrEqual(SMS_PER_PHONE_DAILY)
  })

  test('a whole IPv6 /48 uses up its own share only', async () => {
    for (let asked = 0; asked < 600; asked += 1) {
      const phone = `139${String(asked).padStart(8, '0')}`
      const network = `2001:db8:1:${(asked % 60).toString(16)}::1`
      await crowd.ask(portal.browser(), network, phone)
    }
    expect(crowd.sent.length).toBeLessThanOrEqual(300)
    expect(await crowd.logIn()).toEqual(LOGGED_IN)
  })
})
