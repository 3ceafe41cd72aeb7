import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  faultWords,
  SECURITY_EVENTS,
  SECURITY_LOG_DAYS,
} from '../../src/lib/contract/operator/security-log.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/rules/time/durations.ts'
import { openPortalForEach, portal } from '../testing/for-each.ts'
import { NEIGHBOUR } from '../testing/neighbour.ts'
import { trimEvents } from './security-log.ts'

const PHONE = '13800000001'
const OPERATOR = '13900000000'
const EVENTS = '/operator/api/v1/security-events'

openPortalForEach()

const kinds = async () => (await portal.securityEvents()).map(({ event }) => event)
const wrongCode = (phone = PHONE) =>
  portal.browser().post('/customer/api/v1/customer', { phone, captcha: '000000' })

test('logins good and bad leave who, from where and which phone, but no phone', async () => {
  await wrongCode()
  const browser = await portal.loggedIn(PHONE)
  const { id, company_id } = (await browser.get('/customer/api/v1/login')).body.data
  await browser.get('/customer/api/v1/logout')
  const rows = await portal.securityEvents()
  expect(rows).toMatchObject([
    { event: 'login-failed', role: 'visitor', actor_id: null, phone_end: '0001', address: 'local', times: 1 },
    { event: 'login', role: 'company', actor_id: id, company_id, phone_hash: null },
    { event: 'logout', role: 'company', actor_id: id, company_id },
  ])
  expect(rows[0]?.phone_hash).toMatch(/^[0-9a-f]{16}$/)
  const lines = portal.logs.filter(({ event }) => event === 'security')
  expect(lines.map(({ level, kind }) => [level, kind])).toEqual([
    ['warn', 'login-failed'],
    ['info', 'login'],
    ['info', 'logout'],
  ])
  const request = portal.logs.find(({ request_id }) => request_id === rows[0]?.request_id)
  expect(request?.event).toBe('security')
  expect(JSON.stringify([rows, portal.logs])).not.toContain(PHONE)
})

test('what is refused, foreign or too often is noted with the call and the row', async () => {
  const browser = await portal.loggedIn(PHONE)
  await browser.get('/operator/api/v1/company/7/profile')
  await browser.send('DELETE', '/customer/api/v1/company/colleagues/99', {})
  for (let asked = 0; asked < 2; asked += 1) await portal.browser().post('/main/api/v1/sms', { phone: PHONE })
  const rows = (await portal.securityEvents()).slice(1)
  expect(rows).toMatchObject([
    { event: 'refused', role: 'company', action: '一家企业的档案', target: 'id=7' },
    { event: 'not-found', role: 'company', target: 'id=99' },
    { event: 'sms-refused', note: '超过限额', role: 'visitor', actor_id: null },
  ])
})

test('a request for proof is no refusal', async () => {
  const browser = await portal.loggedIn(PHONE)
  const before = await kinds()
  portal.clock.ms += HOUR_MS
  const deletion = await browser.post('/customer/api/v1/company/deletion', {})
  expect(deletion.body).toMatchObject({ code: 403, prove: 'code' })
  expect(await kinds()).toEqual(before)
})

test('an operator leaves a trace of what he reads and does', async () => {
  const company = await portal.loggedIn(PHONE)
  const { company_id } = (await company.get('/customer/api/v1/login')).body.data
  const operator = await portal.loggedIn(OPERATOR)
  await operator.get(`/operator/api/v1/company/${company_id}/profile`)
  await operator.put(`/operator/api/v1/company/${company_id}/level`, { level: 2 })
  await operator.put('/operator/api/v1/name', { name: '小李' })
  expect((await portal.securityEvents()).slice(2)).toMatchObject([
    { event: 'operator-read', role: 'operator', action: '一家企业的档案', target: `id=${company_id}` },
    { event: 'level-changed', role: 'operator', company_id, note: '等级 2' },
    { event: 'operator-act', role: 'operator', company_id: null },
  ])
})

test('the same again within a minute is one row that counts, for another address another', async () => {
  for (let tries = 0; tries < 3; tries += 1) await wrongCode()
  await portal.securityLog.flush()
  for (let tries = 0; tries < 5; tries += 1) await wrongCode()
  await wrongCode('13800000002')
  await portal.securityLog.flush()
  const counts = async () => {
    const rows = await portal.db.selectFrom('security_events').selectAll().orderBy('id').execute()
    return rows.map(({ phone_end, times }) => [phone_end, times])
  }
  const first = [
    ['0001', 3],
    ['0002', 1],
  ]
  expect(await counts()).toEqual(first)
  portal.clock.ms += MINUTE_MS
  await portal.securityLog.flush()
  expect(await counts()).toEqual([...first, ['0001', 5]])
})

test('a flood from everywhere is counted, and adds a bounded number of rows', async () => {
  for (let stranger = 0; stranger < 3000; stranger += 1) {
    portal.securityLog.note({ event: 'login-failed', address: `10.0.${stranger >> 8}.${stranger & 255}` })
  }
  portal.securityLog.note({ event: 'deleted', actor: 'portal', companyId: 7 })
  const rows = await portal.securityEvents()
  expect(rows).toHaveLength(1002)
  expect(rows.reduce((sum, { times }) => sum + times, 0)).toBe(3001)
  expect(rows.find(({ times }) => times === 2000)).toMatchObject({ event: 'login-failed', address: null })
  portal.clock.ms += HOUR_MS
  portal.securityLog.note({ event: 'login-failed', address: '10.9.9.9' })
  expect((await portal.securityEvents()).at(-1)).toMatchObject({ address: '10.9.9.9', times: 1 })
})

test('what strangers do leaves room for what people who are logged in do, and one of either for the others', async () => {
  const { note } = portal.securityLog
  const person = (id: number) => ({ id, company_id: id, role: 'company' }) as const
  const address = '10.0.0.1'
  for (let tried = 0; tried < 3000; tried += 1)
    note({ event: 'login-failed', address, target: `id=${tried}` })
  note({ event: 'login-failed', address: '10.0.0.2', target: 'id=1' })
  for (let stranger = 0; stranger < 3000; stranger += 1) {
    note({ event: 'login-failed', address: `10.1.${stranger >> 8}.${stranger & 255}` })
  }
  for (let asked = 0; asked < 3000; asked += 1) {
    note({ event: 'refused', actor: person(1), address, target: `id=${asked}` })
  }
  note({ event: 'refused', actor: person(2), address, target: 'id=7' })
  const rows = await portal.securityEvents()
  const sum = (some: typeof rows) => some.reduce((times, row) => times + row.times, 0)
  const of = (wanted: object) =>
    rows.filter((row) => Object.entries(wanted).every(([name, value]) => row[name as 'id'] === value))
  expect(rows).toContainEqual(expect.objectContaining({ address: '10.0.0.2', target: 'id=1', times: 1 }))
  expect(rows).toContainEqual(expect.objectContaining({ actor_id: 2, target: 'id=7', times: 1 }))
  // One address, one person: a limited number of rows, and one that counts the rest and names the source.
  expect(of({ address, actor_id: null })).toHaveLength(101)
  expect(of({ address, actor_id: null, target: null })).toMatchObject([
    { times: 2900, note: expect.any(String) },
  ])
  expect(of({ actor_id: 1 })).toHaveLength(101)
  expect(of({ actor_id: 1, target: null })).toMatchObject([{ times: 2900, role: 'company' }])
  expect(sum(rows)).toBe(9002)
  expect(rows.length).toBeLessThan(1300)
})

test('what cannot be written now is written later', async () => {
  await sql`alter table security_events rename to away`.execute(portal.db)
  await wrongCode()
  await portal.securityLog.flush()
  await wrongCode()
  await portal.securityLog.flush()
  expect(portal.logs.filter(({ event }) => event === 'security-log-failed')).toHaveLength(1)
  await sql`alter table away rename to security_events`.execute(portal.db)
  expect(await portal.securityEvents()).toMatchObject([{ event: 'login-failed', times: 2 }])
})

test('a row cannot be changed, nor deleted before half a year has passed', async () => {
  const old = portal.clock.ms - (SECURITY_LOG_DAYS - 25) * DAY_MS
  portal.securityLog.note({ event: 'logout' })
  await portal.securityEvents()
  const events = () => portal.db.updateTable('security_events')
  await expect(events().set({ at: old }).execute()).rejects.toThrow('append-only')
  await expect(portal.db.deleteFrom('security_events').execute()).rejects.toThrow('security log')
  expect(await kinds()).toEqual(['logout'])
})

test('after its time a row goes, and that is noted', async () => {
  portal.securityLog.note({ event: 'logout' })
  await portal.securityEvents()
  portal.clock.ms += SECURITY_LOG_DAYS * DAY_MS - 1
  await trimEvents(portal.db, portal.clock.ms)
  expect(await kinds()).toEqual(['logout'])
  portal.clock.ms += 1
  await trimEvents(portal.db, portal.clock.ms)
  expect(await portal.securityEvents()).toMatchObject([
    { event: 'log-trimmed', role: 'portal', note: '1 行' },
  ])
})

test('operators read it, newest first, by kind, time and person', async () => {
  await wrongCode()
  const company = await portal.loggedIn(PHONE)
  const { id, name } = (await company.get('/customer/api/v1/login')).body.data
  await wrongCode('13800000002')
  await portal.securityEvents()
  portal.clock.ms += 2 * DAY_MS
  const operator = await portal.loggedIn(OPERATOR)
  const list = async (query: string) =>
    (await operator.get(EVENTS + query)).body.result.items.map(
      ({ event, actor }: { event: string; actor: string | null }) => [event, actor],
    )
  const failed = ['login-failed', '手机尾号 0001']
  const login = ['login', `${name}（${id}）`]
  const other = ['login-failed', '手机尾号 0002']
  expect((await list('')).slice(-3)).toEqual([other, login, failed])
  expect(await list('?event=login-failed')).toEqual([other, failed])
  expect(await list(`?who=${PHONE}`)).toEqual([login, failed])
  expect(await list(`?who=${id}`)).toEqual([login])
  expect((await list('?who=loc&event=login-failed')).length).toBe(2)
  expect(await list('?who=oc%25')).toEqual([])
  expect(await list('?days=1&event=login-failed')).toEqual([])
  expect((await operator.get(`${EVENTS}?event=nothing`)).body.code).toBe(400)
  expect((await operator.get(`${EVENTS}?days=8`)).body.code).toBe(400)
  const [newest] = (await operator.get(EVENTS)).body.result.items
  expect(newest).toMatchObject({ event: 'operator-read', action: '安全日志', role: 'operator' })
})

test("a name that is gone leaves its number, and another company's rows say whose they are", async () => {
  portal.securityLog.note({ event: 'deleted', actor: 'portal', companyId: 4711 })
  portal.securityLog.note({
    event: 'export',
    actor: { id: 4712, company_id: NEIGHBOUR.companyId, role: 'company' },
  })
  await portal.securityEvents()
  const operator = await portal.loggedIn(OPERATOR)
  const { items } = (await operator.get(EVENTS)).body.result
  expect(items.slice(-2)).toMatchObject([
    { event: 'export', actor: '已注销（4712）', company: `隔壁企业（${NEIGHBOUR.companyId}）` },
    { event: 'deleted', actor: null, company: '已注销（4711）' },
  ])
})

test('docs/security-log.md explains every event by the words of the desk', () => {
  const text = readFileSync(new URL('../../docs/security-log.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\| `([a-z-]+)`(?: \*)? \| (\S+) \|/gm)].map(([, name, words]) => [
    name,
    words,
  ])
  expect(rows).toEqual(Object.entries(SECURITY_EVENTS))
})

test('every error that the process logs has words for the desk', () => {
  const sources = globSync('server/**/*.ts', { exclude: ['**/*.test.ts', 'server/testing/**'] })
  const events = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'error'[^{}\n]*event: '([a-z-]+)'/g)].map(
      ([, event = '']) => event,
    ),
  )
  expect(new Set(events).size).toBeGreaterThan(5)
  // Its own failure is never an entry.
  expect(events.filter((event) => faultWords(event) === event)).toEqual(['security-log-failed'])
  expect(faultWords('job-failed：scan-object')).toBe('后台任务失败：scan-object')
})
