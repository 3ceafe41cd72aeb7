/** Typed text and credentials never appear in the log, whatever happens to the request. */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LogEntry } from '../../server/log.ts'
import type { Answer, Browser } from '../../server/testing/browser.ts'
import { openLibrary } from '../../server/testing/document-library.ts'
import { openPortal, type TestPortal } from '../../server/testing/portal.ts'
import { CONTRACT_CALLS } from '../../src/lib/api-docs/contract-calls.ts'

const PHONE = '13800000001'
const TYPED = '机密-geheim-7391'
let portal: TestPortal

beforeEach(async () => {
  portal = await openPortal()
})
afterEach(() => portal.close())

function expectUnsaid(logs: LogEntry[], secrets: (string | undefined)[]): void {
  const said = JSON.stringify(logs)
  for (const secret of secrets) {
    if (!secret) throw new Error('nothing to look for')
    expect(said).not.toContain(secret)
    expect(said).not.toContain(encodeURIComponent(secret))
  }
}

const cookiesOf = (browser: Browser) => [...browser.cookies].filter(([name]) => /session/.test(name))

test('a whole visit', async () => {
  const secrets: (string | undefined)[] = [PHONE, TYPED]
  const { browser, folder, file, filePath, send, search, companyId } = await openLibrary(portal, PHONE)
  secrets.push(portal.codes.get(PHONE), ...cookiesOf(browser).map(([, value]) => value))
  const steps: Answer[] = []
  const step = async (answer: Promise<Answer>) => {
    steps.push(await answer)
    return steps.at(-1)?.body
  }

  const token = await step(browser.get(`/main/api/v1/sts_not_token?bucket=documents&note=${TYPED}`))
  secrets.push(token.data.access_key_secret, token.data['x-oss-security-token'], token.data.OSSAccessKeyId)
  const paper = await file(await folder(TYPED), `${TYPED}.pdf`, TYPED)
  await step(search(TYPED))
  await step(send('PATCH', filePath(paper), { name: `${PHONE}${TYPED}` }))
  const download = await step(browser.get(`/startup/api/v1/document/download/${paper}`))
  secrets.push(new URL(download.download_url).search)
  await step(browser.post('/customer/api/v1/chat/resource', { topic: TYPED }))
  const chat = { detail: `${TYPED}，请打 ${PHONE}`, type: 0, client_id: crypto.randomUUID() }
  await step(browser.post('/customer/api/v1/chat/detail/phone', chat))
  await step(
    browser.post('/startup/api/v1/reservations', {
      kind: 'upgrade',
      target_id: 2,
      contact: TYPED,
      phone: PHONE,
    }),
  )
  await step(browser.get('/customer/api/v1/logout'))
  expect(steps.map(({ body }) => body.code)).toEqual(steps.map(() => 200))

  expectUnsaid(portal.logs, [...secrets, 'bucket=', '?'])
  expect(JSON.stringify(portal.logs)).toContain(`/startup/api/v1/document/search/${companyId}`)
})

test('wrong codes, invalid input, pages and paths typed by hand', async () => {
  const browser = portal.browser()
  await browser.post('/main/api/v1/sms', { phone: PHONE })
  const captcha = portal.codes.get(PHONE) === '246810' ? '135791' : '246810'
  await browser.post('/customer/api/v1/customer', { phone: PHONE, captcha })
  await browser.get(`/main/api/v1/${PHONE}/${captcha}?phone=${PHONE}`)
  await browser.get(`/${PHONE}?phone=${PHONE}`)
  await browser.send('POST', '/main/api/v1/sms', { body: `{"phone":"${PHONE}` })
  expectUnsaid(portal.logs, [PHONE, captcha, portal.codes.get(PHONE), '?'])
})

test('every call with unexpected input', async () => {
  for (const phone of [PHONE, '13900000000']) {
    const browser = await portal.loggedIn(phone)
    const session = new Map(browser.cookies)
    for (const { call } of CONTRACT_CALLS) {
      for (const [name, value] of session) browser.cookies.set(name, value)
      const path = `${call.path.replace(/\{\w+\}/g, '1')}?q=${TYPED}&phone=${PHONE}`
      const body = JSON.stringify({ phone: PHONE, name: TYPED, detail: TYPED, message: TYPED })
      const headers = { 'content-type': 'application/json' }
      await browser.send(call.method, path, call.method === 'GET' ? {} : { body, headers })
    }
    const tokens = [...session.values()].filter((value) => value.length > 8)
    expectUnsaid(portal.logs, [PHONE, TYPED, portal.codes.get(phone), ...tokens, '?'])
  }
  expect(portal.logs.length).toBeGreaterThanOrEqual(CONTRACT_CALLS.length * 2)
})

test('faults of the database', async () => {
  await portal.close()
  portal = await openPortal({ hasNeighbour: false })
  const browser = await portal.loggedIn(PHONE)
  await sql`alter table sms_sends rename to elsewhere`.execute(portal.db)
  await sql`drop table messages`.execute(portal.db)
  await browser.post('/main/api/v1/sms', { phone: PHONE })
  await browser.get(`/customer/api/v1/message?page=1&phone=${PHONE}`)
  const faults = portal.logs.filter(({ event }) => event === 'fault')
  expect(faults).toHaveLength(2)
  expectUnsaid(portal.logs, [PHONE, portal.codes.get(PHONE), ...cookiesOf(browser).map(([, value]) => value)])
})
