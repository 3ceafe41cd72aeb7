import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openPortalForEach, portal } from '../testing/for-each.ts'
import { TEST_DATABASE_URL } from '../testing/postgres.ts'

const PHONE = '13800000001'
const DAY = 24 * 3_600_000

openPortalForEach()

async function logIn(browser = portal.browser()) {
  await browser.post('/main/api/v1/sms', { phone: PHONE })
  return browser.post('/customer/api/v1/customer', { phone: PHONE, captcha: portal.codes.get(PHONE) })
}

describe('session', () => {
  const check = '/customer/api/v1/login'

  test('lives in the database as a hash, ends at logout for a stolen copy, too', async () => {
    const browser = await portal.loggedIn(PHONE)
    const token = browser.cookies.get('session') as string
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(await portal.db.selectFrom('sessions').selectAll().execute())).not.toContain(token)
    expect((await browser.get(check)).body).toMatchObject({ code: 200, data: { phone: '138****0001' } })
    const thief = portal.browser()
    thief.cookies.set('session', token)
    expect((await browser.get('/customer/api/v1/logout')).body).toEqual({ code: 200 })
    expect([...browser.cookies.keys()]).toEqual(['browser'])
    expect((await thief.get(check)).body.code).toBe(401)
    expect((await browser.get('/customer/api/v1/logout')).body).toEqual({ code: 200 })
  })

  test('is good for reading where nothing can be written, and the log says so once', async () => {
    const browser = await portal.loggedIn(PHONE)
    await sql
      .raw(
        TEST_DATABASE_URL
          ? 'alter table sessions add constraint frozen check (seen_at < 0) not valid'
          : "create trigger frozen before update on sessions begin select raise(abort, 'frozen'); end",
      )
      .execute(portal.db)
    portal.clock.ms += DAY
    for (let asked = 0; asked < 3; asked += 1) expect((await browser.get(check)).body.code).toBe(200)
    expect(portal.logs.filter(({ level }) => level === 'error')).toMatchObject([
      { event: 'session-not-lengthened', error: expect.stringContaining('frozen') },
    ])
    // PostgreSQL's databases are reused.
    if (TEST_DATABASE_URL) await sql`alter table sessions drop constraint frozen`.execute(portal.db)
  })

  test('of those who ask in one moment each is told of himself, and who has just been logged out is not', async () => {
    const [first, second, gone] = await Promise.all(
      ['13800000001', '13800000002', '13800000003'].map((phone) => portal.loggedIn(phone)),
    )
    if (!first || !second || !gone) throw new Error('three browsers')
    const thief = portal.browser()
    thief.cookies.set('session', gone.cookies.get('session') as string)
    await gone.get('/customer/api/v1/logout')
    const answers = await Promise.all([first, thief, second, first].map((browser) => browser.get(check)))
    expect(answers.map(({ body }) => body.data?.phone ?? body.code)).toEqual([
      '138****0001',
      401,
      '138****0002',
      '138****0001',
    ])
  })

  test('after a check that the database could not answer the next is answered', async () => {
    const browser = await portal.loggedIn(PHONE)
    await sql`alter table sessions rename to hidden`.execute(portal.db)
    const failed = await Promise.all([browser.get(check), browser.get(check)])
    await sql`alter table hidden rename to sessions`.execute(portal.db)
    expect(failed.map(({ status }) => status)).toEqual([500, 500])
    expect((await browser.get(check)).body.code).toBe(200)
  })

  test('a check without a session clears the hint', async () => {
    const browser = portal.browser()
    browser.cookies.set('logged_in', '1').set('session', 'gone')
    expect((await browser.get(check)).body).toEqual({ code: 401, message: '请先登录' })
    expect(browser.cookies.size).toBe(0)
  })

  test('a new login gives a new token and ends the old session', async () => {
    const browser = await portal.loggedIn(PHONE)
    const old = browser.cookies.get('session') as string
    portal.clock.ms += 60_000
    await logIn(browser)
    expect(browser.cookies.get('session')).not.toBe(old)
    const thief = portal.browser()
    thief.cookies.set('session', old)
    expect((await thief.get(check)).body.code).toBe(401)
  })

  test('ends after 30 days without a visit, never with visits', async () => {
    const idle = await portal.loggedIn(PHONE)
    const busy = await portal.loggedIn('13800000002')
    portal.clock.ms += 29 * DAY
    const renewed = await busy.get(check)
    expect(renewed.headers.getSetCookie()).toHaveLength(2)
    expect((await busy.get(check)).headers.getSetCookie()).toHaveLength(0)
    portal.clock.ms += 1 * DAY
    expect((await idle.get(check)).body.code).toBe(401)
    expect((await busy.get(check)).body.code).toBe(200)
  })

  test('strange cookies are no session and no fault', async () => {
    for (const value of ['%zz', '', 'a'.repeat(5000), "' or 1=1 --", '"']) {
      const answer = await portal.browser().get(check, { cookie: `session=${value}` })
      expect(answer).toMatchObject({ status: 200, body: { code: 401 } })
    }
  })

  test('is found by its whole name, wherever it stands', async () => {
    const token = (await portal.loggedIn(PHONE)).cookies.get('session')
    const codeWith = async (cookie: string) => (await portal.browser().get(check, { cookie })).body.code
    for (const cookie of [
      `a=1; session=${token}; b=2`,
      `a=1;session=${token} ;b`,
      `my-session=a; session=${token}`,
    ])
      expect(await codeWith(cookie)).toBe(200)
    for (const cookie of [
      `my-session=${token}`,
      `__Host-session=${token}`,
      `a=session=${token}`,
      `session=${token}%20`,
    ])
      expect(await codeWith(cookie)).toBe(401)
  })
})

describe('cookies', () => {
  const cookiesAt = async (origin: string) => {
    const browser = portal.browser(origin)
    const answer = await logIn(browser)
    const gone = await browser.get('/customer/api/v1/logout')
    return [...answer.headers.getSetCookie(), ...gone.headers.getSetCookie()]
  }
  const [life, over] = ['Max-Age=2592000', 'Max-Age=0']

  test('on https: host-bound and secure', async () => {
    const [session, hint, ...cleared] = await cookiesAt('https://portal.test')
    expect(session).toMatch(/^__Host-session=[\w-]{43}; /)
    expect(session?.split('; ').slice(1).sort()).toEqual([
      'HttpOnly',
      life,
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ])
    expect(hint?.split('; ').sort()).toEqual([life, 'Path=/', 'SameSite=Lax', 'Secure', '__Host-logged_in=1'])
    expect(cleared.map((line) => line.split('; ').slice(0, 2))).toEqual([
      ['__Host-session=', over],
      ['__Host-logged_in=', over],
    ])
  })

  test('on plain http: the same without what needs https', async () => {
    const [session, hint] = await cookiesAt('http://portal.test')
    expect(session?.split('; ').slice(1).sort()).toEqual(['HttpOnly', life, 'Path=/', 'SameSite=Lax'])
    expect(session).toMatch(/^session=/)
    expect(hint?.split('; ').sort()).toEqual([life, 'Path=/', 'SameSite=Lax', 'logged_in=1'])
  })
})
