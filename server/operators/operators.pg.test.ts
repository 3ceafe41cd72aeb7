/** Operators come and go without a restart (behaviour B4.11). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { MINUTE_MS } from '../../src/lib/rules/time/durations.ts'
import { openBackend } from '../backend.ts'
import { getConfig } from '../config/config.ts'
import { operatingCompany } from '../db/settings.ts'
import type { Browser } from '../testing/browser.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'
import { followSetting } from './operators.ts'

const [FIRST, SECOND, THIRD] = ['13900000000', '13900000001', '13900000002'] as const
const ACCOUNTS = '/operator/api/v1/operator-accounts'
const CHECK = '/customer/api/v1/login'
let portal: TestPortal

beforeEach(async () => {
  portal = await openPortal({ env: { OPERATOR_PHONES: `${FIRST},${SECOND}` } })
})
afterEach(() => portal.close())

const start = (...phones: string[]) => followSetting(portal.db, new Set(phones), portal.clock.ms)
const work = async (browser: Browser) => (await browser.get('/operator/api/v1/orders')).body.code
const list = async (browser: Browser) => (await browser.get(ACCOUNTS)).body.result.items
const idOf = async (browser: Browser, phone: string) =>
  (await list(browser)).find((one: { phone: string }) => one.phone.endsWith(phone.slice(-4)))?.id

test('a start enters whom the setting names and takes out whom it names no more', async () => {
  const gone = await portal.loggedIn(FIRST)
  expect(await start(FIRST, SECOND)).toEqual({ added: [], withdrawn: [] })
  expect(await start(SECOND, THIRD)).toEqual({ added: [THIRD], withdrawn: [FIRST] })
  expect(await work(gone)).toBe(401)
  const codes = [FIRST, SECOND, THIRD].map(async (phone) => work(await portal.loggedIn(phone)))
  expect(await Promise.all(codes)).toEqual([403, 200, 200])
})

test('the list says who there is, since when, and when he was last seen', async () => {
  const browser = await portal.loggedIn(FIRST)
  const { name } = (await browser.get(CHECK)).body.data
  const account = {
    name: null,
    phone: '139****0001',
    me: false,
    from_setting: true,
    gmt_create: '2026-11-21T02:00:00.000Z',
    added_by: null,
    seen_at: null,
    recovery_codes: null,
  }
  expect(await list(browser)).toMatchObject([
    { ...account, name, phone: '139****0000', me: true, seen_at: '2026-11-21T02:00:00.000Z' },
    account,
  ])
})

test('an operator adds another, who is one with his next call and in the list with who did it', async () => {
  const browser = await portal.loggedIn(FIRST)
  const colleague = await portal.loggedIn(THIRD)
  expect(await work(colleague)).toBe(403)
  expect((await browser.post(ACCOUNTS, { phone: THIRD })).body).toEqual({ code: 200 })
  expect(await work(colleague)).toBe(200)
  const { name } = (await browser.get(CHECK)).body.data
  expect((await list(browser)).at(-1)).toMatchObject({ from_setting: false, added_by: name })
  expect((await browser.post(ACCOUNTS, { phone: THIRD })).body.code).toBe(409)
  expect(
    (await portal.securityEvents()).filter(({ event }) => event.startsWith('operator-added')),
  ).toMatchObject([{ role: 'operator', phone_end: '0002' }])
})

test('who is withdrawn is out with his next call, also of the company of the operators', async () => {
  const [browser, gone] = [await portal.loggedIn(FIRST), await portal.loggedIn(SECOND)]
  expect(await work(gone)).toBe(200)
  expect((await browser.delete(`${ACCOUNTS}/${await idOf(browser, SECOND)}`)).body).toEqual({ code: 200 })
  expect(await work(gone)).toBe(401)
  portal.clock.ms += MINUTE_MS
  const again = await portal.loggedIn(SECOND)
  expect(await work(again)).toBe(403)
  const { role, company_id } = (await again.get(CHECK)).body.data
  expect(role).toBe('company')
  expect(company_id).not.toBe(await operatingCompany(portal.db))
  expect((await portal.securityEvents()).map(({ event }) => event)).toContain('operator-withdrawn')
})

test('who was withdrawn at the desk stays so when the portal starts again, until he is added again', async () => {
  const browser = await portal.loggedIn(FIRST)
  await browser.delete(`${ACCOUNTS}/${await idOf(browser, SECOND)}`)
  expect(await start(FIRST, SECOND)).toEqual({ added: [], withdrawn: [] })
  const colleague = await portal.loggedIn(SECOND)
  expect(await work(colleague)).toBe(403)
  await browser.post(ACCOUNTS, { phone: SECOND })
  expect(await work(colleague)).toBe(200)
})

test('the setting still lets whoever runs the machine in: taken out of it and named again', async () => {
  const browser = await portal.loggedIn(FIRST)
  await browser.delete(`${ACCOUNTS}/${await idOf(browser, SECOND)}`)
  await start(FIRST)
  expect(await start(FIRST, SECOND)).toEqual({ added: [SECOND], withdrawn: [] })
})

test('a start after which nobody is an operator says how to become one', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'zhice-operators-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const startBackend = async (phones: string) => {
    const spoken: string[] = []
    const env = { DATA_DIR: dataDir, PORT: '0', OBJECTS_PORT: '0', OPERATOR_PHONES: phones }
    const backend = await openBackend(
      getConfig(env),
      () => {},
      (line) => spoken.push(line),
    )
    // As a colleague does at the desk.
    const gone = backend.db.updateTable('operators').set({ withdrawn_at: 1 }).where('phone', '=', SECOND)
    await gone.execute()
    await backend.close()
    return spoken.join('\n')
  }
  expect(await startBackend(`${FIRST},${SECOND}`)).not.toContain('运营人员')
  expect(await startBackend(SECOND)).toContain('没有运营人员')
  expect(await startBackend(THIRD)).not.toContain('运营人员')
})

test('the last operator stays, also where two withdraw each other at once', async () => {
  const [one, other] = [await portal.loggedIn(FIRST), await portal.loggedIn(SECOND)]
  const ids = [await idOf(one, SECOND), await idOf(one, FIRST)]
  const answers = await Promise.all([
    one.delete(`${ACCOUNTS}/${ids[0]}`),
    other.delete(`${ACCOUNTS}/${ids[1]}`),
  ])
  expect(answers.map(({ body }) => body.code).filter((code) => code === 200)).toHaveLength(1)
  const left = (await work(one)) === 200 ? one : other
  const [last] = await list(left)
  expect((await left.delete(`${ACCOUNTS}/${last.id}`)).body).toEqual({
    code: 409,
    message: '这是最后一位运营人员，请先增加别人',
  })
  expect(await work(left)).toBe(200)
})

test('to add and to withdraw needs a proof of the last quarter of an hour, and the role', async () => {
  const browser = await portal.loggedIn(FIRST)
  const company = await portal.loggedIn('13800000001')
  const id = await idOf(browser, SECOND)
  portal.clock.ms += 15 * MINUTE_MS
  for (const ask of [
    (from: Browser) => from.post(ACCOUNTS, { phone: THIRD }),
    (from: Browser) => from.delete(`${ACCOUNTS}/${id}`),
    (from: Browser) => from.delete(`${ACCOUNTS}/${id}/factor`),
  ]) {
    expect((await ask(browser)).body).toMatchObject({ code: 403, prove: 'code' })
    expect((await ask(company)).body).not.toHaveProperty('prove')
  }
  expect(await list(browser)).toHaveLength(2)
})
