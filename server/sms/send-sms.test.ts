import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  SMS_GLOBAL_HOURLY,
  SMS_KEPT_FOR_ACCOUNTS,
  SMS_KEPT_FOR_KNOWN,
  SMS_PER_ADDRESS_HOURLY,
  SMS_PER_PHONE_DAILY,
  SMS_PER_PHONE_HOURLY,
  SMS_PER_PHONE_KEPT,
  SMS_PER_STRANGER_DAILY,
  SMS_TOO_OFTEN,
} from '../../src/lib/contract/account/sms.ts'
import { GatewayError } from '../http/ask-json.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'

const PHONE = '13800000001'
const OTHER = '13800000002'
const SECOND = 1000
const HOUR = 3600 * SECOND
let portal: TestPortal

beforeEach(async () => {
  portal = await openPortal()
})
afterEach(() => portal.close())

const send = async (phone = PHONE, browser = portal.browser()) =>
  (await browser.post('/main/api/v1/sms', { phone })).body
const phoneNumber = (index: number) => `139${String(index).padStart(8, '0')}`

async function knownBrowser() {
  const browser = await portal.loggedIn(PHONE)
  portal.clock.ms += 2 * 24 * HOUR
  return browser
}

async function fill(count: number, address: string) {
  const sent_at = portal.clock.ms - SECOND
  const rows = Array.from({ length: count }, (_, index) => ({ phone: phoneNumber(index), address, sent_at }))
  for (let start = 0; start < count; start += 500) {
    await portal.db
      .insertInto('sms_sends')
      .values(rows.slice(start, start + 500))
      .execute()
  }
}

test('six digits are sent, hashed in the database, the same answer for known and unknown phones', async () => {
  await portal.loggedIn(PHONE)
  portal.clock.ms += 60 * SECOND
  const known = await send(PHONE)
  expect(known).toEqual({ code: 200, data: { expires_in: 300, retry_after: 60 } })
  expect(await send('13800000002')).toEqual(known)
  const code = portal.codes.get(PHONE)
  expect(code).toMatch(/^\d{6}$/)
  const rows = await portal.db.selectFrom('sms_codes').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(code)
})

describe('caps', () => {
  test('one a minute, to the millisecond, and retry_after tells how long', async () => {
    await send()
    portal.clock.ms += 59.5 * SECOND
    expect(await send()).toEqual({ code: 429, message: SMS_TOO_OFTEN, retry_after: 1 })
    portal.clock.ms += 0.5 * SECOND - 1
    expect(await send()).toMatchObject({ code: 429 })
    portal.clock.ms += 1
    expect(await send()).toMatchObject({ code: 200 })
  })

  test('what was sent before the clock was set back does not count', async () => {
    const browser = await knownBrowser()
    for (let sent = 0; sent < SMS_PER_PHONE_HOURLY; sent += 1) {
      expect(await send(PHONE, browser)).toMatchObject({ code: 200 })
      portal.clock.ms += 61 * SECOND
    }
    // Another process may be a little ahead.
    portal.clock.ms -= 61 * SECOND + 30 * SECOND
    expect(await send(PHONE, browser)).toMatchObject({ code: 429 })
    portal.clock.ms -= 12 * HOUR
    expect(await send(PHONE, browser)).toMatchObject({ code: 200 })
  })

  test('five an hour, and the hour slides', async () => {
    const browser = await knownBrowser()
    for (let sent = 0; sent < SMS_PER_PHONE_HOURLY; sent += 1) {
      expect(await send(PHONE, browser)).toMatchObject({ code: 200 })
      portal.clock.ms += 61 * SECOND
    }
    expect(await send(PHONE, browser)).toMatchObject({ code: 429, retry_after: 3600 - 5 * 61 })
    portal.clock.ms += HOUR - 5 * 61 * SECOND
    expect(await send(PHONE, browser)).toMatchObject({ code: 200 })
    expect(await send(PHONE, browser)).toMatchObject({ code: 429 })
  })

  test('ten a day, and the sends of the day before are forgotten', async () => {
    const browser = await knownBrowser()
    for (let sent = 0; sent < SMS_PER_PHONE_DAILY; sent += 1) {
      expect(await send(PHONE, browser)).toMatchObject({ code: 200 })
      portal.clock.ms += HOUR
    }
    expect(await send(PHONE, browser)).toMatchObject({ code: 429, retry_after: 14 * 3600 })
    portal.clock.ms += 14 * HOUR
    expect(await send(PHONE, browser)).toMatchObject({ code: 200 })
    const { count } = await portal.db
      .selectFrom('sms_sends')
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(SMS_PER_PHONE_DAILY)
  })

  test('a stranger: five a day of a phone, all strangers six, and its owner the other four', async () => {
    const browser = await knownBrowser()
    // Where the owner has been is not where the strangers are.
    await portal.db.updateTable('known_browsers').set({ address: 'home' }).execute()
    for (let sent = 0; sent < SMS_PER_STRANGER_DAILY; sent += 1) {
      expect(await send()).toMatchObject({ code: 200 })
      portal.clock.ms += 61 * SECOND
    }
    expect(await send()).toMatchObject({ code: 429, retry_after: 24 * 3600 - 5 * 61 })
    await portal.db.updateTable('sms_sends').set({ address: 'elsewhere' }).execute()
    expect(await send()).toMatchObject({ code: 200 })
    await portal.db.updateTable('sms_sends').set({ address: 'elsewhere' }).execute()
    expect(await send()).toMatchObject({ code: 429 })
    for (let sent = 0; sent < SMS_PER_PHONE_KEPT; sent += 1) {
      expect(await send(PHONE, browser)).toMatchObject({ code: 200 })
      portal.clock.ms += 61 * SECOND
    }
    expect(await send(PHONE, browser)).toMatchObject({ code: 429 })
  })

  test('an address', async () => {
    await fill(SMS_PER_ADDRESS_HOURLY - 1, 'local')
    expect(await send('13800000001')).toMatchObject({ code: 200 })
    expect(await send('13800000002')).toMatchObject({ code: 429, retry_after: 3599 })
  })

  test.each([
    ['a phone without an account', SMS_GLOBAL_HOURLY - SMS_KEPT_FOR_ACCOUNTS - SMS_KEPT_FOR_KNOWN],
    ['a phone with an account, asked for by somebody new', SMS_GLOBAL_HOURLY - SMS_KEPT_FOR_KNOWN],
    ['a phone with an account, where it has logged in', SMS_GLOBAL_HOURLY],
  ])('everybody together: %s', async (who, cap) => {
    const browser = await knownBrowser()
    await portal.db.updateTable('known_browsers').set({ address: 'home' }).execute()
    await fill(cap - 1, 'elsewhere')
    const ask = () =>
      who.includes('logged in') ? send(PHONE, browser) : send(who.includes('without') ? OTHER : PHONE)
    expect(await ask()).toMatchObject({ code: 200 })
    await portal.db.updateTable('sms_sends').set({ phone: 'another' }).where('phone', '=', PHONE).execute()
    await portal.db.updateTable('sms_sends').set({ phone: 'another' }).where('phone', '=', OTHER).execute()
    expect(await ask()).toMatchObject({ code: 429 })
  })

  test('hold under parallel requests', async () => {
    const same = await Promise.all(Array.from({ length: 50 }, () => send()))
    expect(same.filter((answer) => answer.code === 200)).toHaveLength(1)
    // In two lots, or on a busy machine the last would wait too long for a connection. The second passes the cap.
    const lot = (first: number) =>
      Promise.all(Array.from({ length: 60 }, (_, index) => send(phoneNumber(first + index))))
    const many = [...(await lot(0)), ...(await lot(60))]
    expect(many.filter((answer) => answer.code === 200)).toHaveLength(SMS_PER_ADDRESS_HOURLY - 1)
  })
})

describe('a gateway that fails', () => {
  const failing = async (failure: Error) => {
    await portal.close()
    let isDown = true
    const sendSms = () => (isDown ? Promise.reject(failure) : Promise.resolve())
    portal = await openPortal({ sendSms })
    const failed = await send()
    isDown = false
    return [failed, await send()]
  }

  test('refuses: the message never left, and does not count against the caps', async () => {
    const answers = await failing(new GatewayError('refused', 'SendSms', 'isv.OUT_OF_SERVICE'))
    expect(answers).toMatchObject([{ code: 500 }, { code: 200 }])
    expect(await send()).toMatchObject({ code: 429 })
  })

  test.each([new GatewayError('unreachable', 'SendSms', 'timeout'), new Error('disk full')])(
    '%s: the message may have left, and counts',
    async (failure) => {
      expect(await failing(failure)).toMatchObject([{ code: 500 }, { code: 429 }])
    },
  )

  test('has a cap of its own: told like ours, and whoever was told to wait waits', async () => {
    const failure = new GatewayError('refused', 'SendSms', 'isv.BUSINESS_LIMIT_CONTROL')
    const refusal = { code: 429, message: SMS_TOO_OFTEN, retry_after: 60 }
    expect(await failing(failure)).toEqual([refusal, refusal])
    expect(portal.logs.filter(({ level }) => level === 'error')).toEqual([])
  })
})
