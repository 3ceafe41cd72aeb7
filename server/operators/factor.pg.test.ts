/** The second factor: the access it gives, and attempts to get round it (behaviour B4.10). */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../src/lib/rules/time/durations.ts'
import { giveInstallSecret } from '../db/settings.ts'
import { fromBase32, shownDigits } from '../testing/authenticator.ts'
import type { Browser } from '../testing/browser.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'
import { codeAt, completeSetUp } from './factor.ts'

const [OPERATOR, COLLEAGUE] = ['13900000000', '13900000001'] as const
const FACTOR = '/customer/api/v1/login/factor'
const ACCOUNTS = '/operator/api/v1/operator-accounts'
const STEP_MS = 30_000
let portal: TestPortal

const open = (factor = 'required') =>
  openPortal({ env: { OPERATOR_PHONES: `${OPERATOR},${COLLEAGUE}`, OPERATOR_FACTOR: factor } })

beforeEach(async () => {
  portal = await open()
})
afterEach(() => portal.close())

const work = async (browser: Browser) => (await browser.get('/operator/api/v1/orders')).body
const code = (secret: string, steps = 0) => shownDigits(secret, portal.clock.ms + steps * STEP_MS)
const wrong = (right: string) => (right === '000000' ? '000001' : '000000')
const enter = async (browser: Browser, typed: string) => (await browser.post(FACTOR, { code: typed })).body
const events = async () => (await portal.securityEvents()).map(({ event }) => event)

/** Logged in, with a new second factor that was entered just now. */
async function setUp(phone: string = OPERATOR) {
  const browser = await portal.loggedIn(phone)
  const { secret } = (await browser.post(`${FACTOR}/begin`)).body
  const { body } = await browser.post(FACTOR, { code: code(secret) })
  expect(body.code).toBe(200)
  return { browser, secret: secret as string, codes: body.recovery_codes as string[] }
}

/** Logged in elsewhere, a minute later. */
async function elsewhere(phone: string = OPERATOR) {
  portal.clock.ms += MINUTE_MS
  return portal.loggedIn(phone)
}

describe('codes', () => {
  const RFC_SECRET = Buffer.from('12345678901234567890')

  test.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('of RFC 6238, appendix B, at %i s, shortened to six digits', (seconds, eightDigits) => {
    expect(codeAt(RFC_SECRET, Math.floor(seconds / 30))).toBe(eightDigits.slice(2))
  })

  test('of RFC 4226, appendix D', () => {
    const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583']
    expect(codes.map((_, counter) => codeAt(RFC_SECRET, counter))).toEqual(codes)
  })
})

test('the desk opens after a code, the set-up and the first digits; recovery codes are shown once', async () => {
  const browser = await portal.loggedIn(OPERATOR)
  expect(await work(browser)).toEqual({ code: 403, message: expect.any(String), prove: 'set-up' })
  const begun = (await browser.post(`${FACTOR}/begin`)).body
  expect(begun).toEqual({
    code: 200,
    secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
    account: '139****0000',
  })
  expect((await browser.post(`${FACTOR}/begin`)).body.secret, 'after a reload').toBe(begun.secret)
  expect((await browser.post(FACTOR, { code: wrong(code(begun.secret)) })).body.code).toBe(400)
  expect((await work(browser)).prove).toBe('set-up')
  const done = (await browser.post(FACTOR, { code: code(begun.secret) })).body
  expect(new Set(done.recovery_codes).size).toBe(10)
  for (const one of done.recovery_codes) expect(one).toMatch(/^\d[2-9A-Z]{3}-[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  expect((await work(browser)).code).toBe(200)
  expect((await browser.post(`${FACTOR}/begin`)).body.code).toBe(409)
  expect(await enter(browser, code(begun.secret, 1)), 'without new recovery codes').toEqual({ code: 200 })
  const { items } = (await browser.get(ACCOUNTS)).body.result
  expect(items).toMatchObject([{ recovery_codes: 10 }, { recovery_codes: null }])
  expect(await events()).toContain('factor-set-up')
})

test('it is set up after a code of the last quarter of an hour, and in the session that began it', async () => {
  const browser = await portal.loggedIn(OPERATOR)
  const { secret } = (await browser.post(`${FACTOR}/begin`)).body
  const other = await elsewhere()
  expect((await other.post(FACTOR, { code: code(secret) })).body.code).toBe(400)
  const otherSecret = (await other.post(`${FACTOR}/begin`)).body.secret
  expect(otherSecret).not.toBe(secret)
  portal.clock.ms += 15 * MINUTE_MS
  expect((await work(other)).prove).toBe('code')
  expect((await other.post(`${FACTOR}/begin`)).body).toMatchObject({ code: 403, prove: 'code' })
  expect((await browser.post(FACTOR, { code: code(secret) })).body.code).toBe(200)
  expect((await enter(other, code(otherSecret))).code, 'of another set-up').toBe(400)
})

test('a code by SMS alone opens nothing of the desk, and the proof belongs to its session', async () => {
  const { secret } = await setUp()
  const thief = await elsewhere()
  expect(await work(thief)).toMatchObject({ code: 403, prove: 'factor' })
  expect((await thief.get(ACCOUNTS)).body).toMatchObject({ code: 403, prove: 'factor' })
  expect(await enter(thief, wrong(code(secret)))).toMatchObject({ code: 400 })
  const owner = await elsewhere()
  expect(await enter(owner, code(secret))).toEqual({ code: 200 })
  expect((await work(owner)).code).toBe(200)
  expect((await work(thief)).prove).toBe('factor')
})

test('it is entered again every twelve hours, and within a quarter of an hour for the worst', async () => {
  const { browser, secret } = await setUp()
  portal.clock.ms += 15 * MINUTE_MS
  expect((await browser.post(ACCOUNTS, { phone: '13900000002' })).body).toMatchObject({
    code: 403,
    prove: 'factor',
  })
  portal.clock.ms += 12 * HOUR_MS - 15 * MINUTE_MS - 1
  expect((await work(browser)).code).toBe(200)
  portal.clock.ms += 1
  expect((await work(browser)).prove).toBe('factor')
  expect(await enter(browser, code(secret))).toEqual({ code: 200 })
  expect((await browser.post(ACCOUNTS, { phone: '13900000002' })).body.code).toBe(200)
})

test.each([
  [-2, 400],
  [-1, 200],
  [0, 200],
  [1, 200],
  [2, 400],
])('a phone whose clock is %i steps off: %i', async (steps, answer) => {
  const { secret } = await setUp()
  const browser = await elsewhere()
  portal.clock.ms += MINUTE_MS
  expect((await enter(browser, code(secret, steps))).code).toBe(answer)
})

test('a code is taken once, by whoever sends it first, and none from before it', async () => {
  const { secret } = await setUp()
  const thief = await elsewhere()
  const browser = await elsewhere()
  const [seen, before] = [code(secret), code(secret, -1)]
  const answers = await Promise.all([browser, thief, browser].map((from) => enter(from, seen)))
  expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
  expect((await enter(thief, seen)).code).toBe(400)
  expect((await enter(thief, before)).code).toBe(400)
  expect((await enter(thief, code(secret, 1))).code).toBe(200)
})

test('five wrong ones in a row, also at once; then one an hour, for all sessions of the operator', async () => {
  const { secret } = await setUp()
  const thief = await elsewhere()
  const tries = Array.from({ length: 9 }, () => enter(thief, wrong(code(secret))))
  const answers = await Promise.all(tries)
  expect(answers.filter((answer) => answer.code === 400)).toHaveLength(5)
  expect(answers.filter((answer) => answer.code === 429)).toHaveLength(4)
  const owner = await elsewhere()
  expect(await enter(owner, code(secret))).toMatchObject({ code: 429, retry_after: 3540 })
  portal.clock.ms += HOUR_MS
  expect((await enter(thief, wrong(code(secret)))).code).toBe(400)
  expect((await enter(owner, code(secret))).code).toBe(429)
  portal.clock.ms += HOUR_MS
  expect((await enter(owner, code(secret))).code).toBe(200)
  expect((await enter(owner, wrong(code(secret, 1)))).code, 'counted from the start').toBe(400)
})

test('who is kept waiting by a stranger comes in by a recovery code, which works once', async () => {
  const { secret, codes } = await setUp()
  const thief = await elsewhere()
  for (let tried = 0; tried < 6; tried += 1) await enter(thief, wrong(code(secret)))
  const owner = await elsewhere()
  const typed = (codes[3] ?? '').toLowerCase().replaceAll('-', ' ')
  expect(await enter(owner, typed)).toEqual({ code: 200 })
  expect((await work(owner)).code).toBe(200)
  expect(await enter(thief, typed)).toMatchObject({ code: 400 })
  expect((await work(thief)).prove).toBe('factor')
  expect((await owner.get(ACCOUNTS)).body.result.items[0].recovery_codes).toBe(9)
  expect(await events()).toContain('recovery-used')
})

test('a recovery code that several send at once opens one session', async () => {
  const { codes } = await setUp()
  const browsers = [await elsewhere(), await elsewhere(), await elsewhere()]
  const answers = await Promise.all(browsers.map((browser) => enter(browser, codes[0] ?? '')))
  expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1)
})

test.each(['', '0', '六个字不是码', 'AAAA-AAAA-AAAA', '0AAA-AAAA-AAAA', '9'.repeat(41)])(
  '%j is no recovery code',
  async (typed) => {
    await setUp()
    const thief = await elsewhere()
    expect((await enter(thief, typed)).code).toBe(400)
  },
)

test("a colleague's codes open nothing, nor does his secret", async () => {
  const { codes, secret } = await setUp(COLLEAGUE)
  await setUp()
  const thief = await elsewhere()
  for (const one of codes) expect((await enter(thief, one)).code).toBe(400)
  portal.clock.ms += MINUTE_MS
  expect((await enter(thief, code(secret))).code).toBe(400)
  await portal.db
    .updateTable('operators')
    .set((row) => ({
      secret: row.selectFrom('operators as other').select('other.secret').where('phone', '=', COLLEAGUE),
    }))
    .where('phone', '=', OPERATOR)
    .execute()
  expect((await enter(thief, code(secret))).code, 'with the row of the colleague').toBe(409)
})

test('a colleague resets a lost factor: it is set up anew, and whoever was logged in is out', async () => {
  const { browser: lost } = await setUp()
  const { browser: colleague } = await setUp(COLLEAGUE)
  const [{ id }] = (await colleague.get(ACCOUNTS)).body.result.items
  expect((await colleague.delete(`${ACCOUNTS}/${id}/factor`)).body).toEqual({ code: 200 })
  expect((await work(lost)).code).toBe(401)
  portal.clock.ms += MINUTE_MS
  const { browser } = await setUp()
  expect((await work(browser)).code).toBe(200)
  const reset = (await portal.securityEvents()).find(({ event }) => event === 'factor-reset')
  expect(reset).toMatchObject({ role: 'operator', phone_end: '0000', target: `id=${id}` })
})

test('who changes his phone resets his own, and every session of his enters the new one', async () => {
  const { browser, secret } = await setUp()
  const other = await elsewhere()
  portal.clock.ms += MINUTE_MS
  await enter(other, code(secret))
  const [{ id }] = (await browser.get(ACCOUNTS)).body.result.items
  await browser.delete(`${ACCOUNTS}/${id}/factor`)
  expect((await work(browser)).prove).toBe('set-up')
  const begun = (await browser.post(`${FACTOR}/begin`)).body
  expect(begun.secret).not.toBe(secret)
  await browser.post(FACTOR, { code: code(begun.secret) })
  expect((await work(browser)).code).toBe(200)
  expect((await work(other)).prove).toBe('factor')
})

test('what was begun or proved before the factor was reset is worth nothing after it', async () => {
  const thief = await portal.loggedIn(OPERATOR)
  const begun = (await thief.post(`${FACTOR}/begin`)).body.secret
  portal.clock.ms += MINUTE_MS
  const { browser } = await setUp()
  const [{ id }] = (await browser.get(ACCOUNTS)).body.result.items
  await browser.delete(`${ACCOUNTS}/${id}/factor`)
  portal.clock.ms += HOUR_MS
  expect((await thief.post(FACTOR, { code: code(begun) })).body.code).toBe(400)
  const anew = await setUp()
  portal.clock.ms += MINUTE_MS
  expect((await work(browser)).prove).toBe('factor')
  // The administrator of the machine removes the factor of the only operator.
  await portal.db.updateTable('operators').set({ secret: null, tries: 0 }).execute()
  for (const left of anew.codes) expect((await enter(thief, left)).code).toBe(400)
  portal.clock.ms += MINUTE_MS
  await setUp()
  expect((await work(anew.browser)).prove).toBe('factor')
})

test('who is withdrawn while he sets up a factor has none when he is added again', async () => {
  const { browser: colleague } = await setUp(COLLEAGUE)
  portal.clock.ms += MINUTE_MS
  const gone = await portal.loggedIn(OPERATOR)
  const { secret } = (await gone.post(`${FACTOR}/begin`)).body
  const session = await portal.db
    .selectFrom('sessions')
    .innerJoin('operator_people', 'operator_people.id', 'customer_id')
    .innerJoin('operators', 'operators.phone', 'operator_people.phone')
    .select(['token_hash as tokenHash', 'operators.id'])
    .where('operators.phone', '=', OPERATOR)
    .executeTakeFirstOrThrow()
  const own = { tokenHash: session.tokenHash, operator: { id: session.id, factorMs: null } }
  await portal.db.updateTable('operators').set({ withdrawn_at: 1 }).where('id', '=', session.id).execute()
  expect(await completeSetUp(portal.db, own, code(secret), portal.clock.ms)).toBeUndefined()
  expect((await colleague.get(ACCOUNTS)).body.result.items).toHaveLength(1)
})

test('in a company an operator has no more rights than its people until he has proved who he is', async () => {
  const { browser, secret } = await setUp()
  const thief = await elsewhere()
  const download = (from: Browser) =>
    from.post('/main/api/v1/doc/download', {
      bucket: 'documents',
      filename_local: 'a.pdf',
      filename_server: `companies/1/${'a'.repeat(22)}/a.pdf`,
    })
  const topics = (from: Browser) => from.get('/startup/api/v1/advisory/1/groups')
  expect((await topics(thief)).body).toMatchObject({ code: 403, prove: 'factor' })
  expect((await download(thief)).body).toMatchObject({ code: 403, prove: 'factor' })
  expect((await download(browser)).body).toMatchObject({ code: 404 })
  expect((await thief.get('/customer/api/v1/message')).body.code).toBe(200)
  expect((await thief.delete('/startup/api/v1/document/file/99')).body, 'of his own company').toEqual({
    code: 404,
    message: expect.any(String),
  })
  expect((await enter(thief, code(secret))).code).toBe(200)
  expect((await download(thief)).body).toMatchObject({ code: 404 })
})

test('the database alone, without the secret of the installation, makes no codes', async () => {
  const { secret, codes } = await setUp()
  const rows = JSON.stringify([
    await portal.db.selectFrom('operators').selectAll().execute(),
    await portal.db.selectFrom('recovery_codes').selectAll().execute(),
    await portal.db.selectFrom('sessions').selectAll().execute(),
    portal.logs,
  ])
  const bytes = fromBase32(secret)
  for (const form of [secret, bytes.toString('base64'), bytes.toString('hex'), ...codes]) {
    expect(rows).not.toContain(form)
    expect(rows).not.toContain(form.replaceAll('-', ''))
  }
})

test('after a new secret of the installation recovery codes still open, for a new factor', async () => {
  const { secret, codes } = await setUp()
  const browser = await elsewhere()
  giveInstallSecret(portal.db, 'another secret of the installation')
  portal.clock.ms += MINUTE_MS
  expect((await enter(browser, code(secret))).code).toBe(409)
  expect((await enter(browser, codes[0] ?? '')).code).toBe(200)
  const [{ id }] = (await browser.get(ACCOUNTS)).body.result.items
  await browser.delete(`${ACCOUNTS}/${id}/factor`)
  expect((await browser.post(`${FACTOR}/begin`)).body.code).toBe(200)
})

test('nobody but an operator has to do with it', async () => {
  const company = await portal.loggedIn('13800000001')
  for (const path of [`${FACTOR}/begin`, FACTOR]) {
    expect((await company.post(path, { code: '123456' })).body.code).toBe(403)
    expect((await portal.browser().post(path, { code: '123456' })).body.code).toBe(401)
  }
})

test('where it is a choice, the desk opens without one, and with it once it is set up', async () => {
  await portal.close()
  portal = await open('optional')
  const browser = await portal.loggedIn(OPERATOR)
  expect((await work(browser)).code).toBe(200)
  const { secret } = (await browser.post(`${FACTOR}/begin`)).body
  await browser.post(FACTOR, { code: code(secret) })
  expect((await work(browser)).code).toBe(200)
  expect((await work(await elsewhere())).prove).toBe('factor')
})
