import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EXPORTS_PER_HOUR, exportCompany } from '../../src/lib/contract/account/company-data.ts'
import { BUCKETS } from '../../src/lib/contract/documents/storage.ts'
import {
  addAttachment,
  addChat,
  addChatFile,
  addColleague,
  addFile,
  addOrderFile,
  addReservation,
  addSavedSearch,
  ask,
  type Company,
  named,
  openCompany,
  putObject,
} from '../../tests/flows/support/company.ts'
import { readTables, rowsOf } from '../../tests/flows/support/owned-rows.ts'
import { operatingCompany } from '../db/settings.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'

const COMPANY = '/customer/api/v1/company'
const DAY_MS = 86_400_000

let portal: TestPortal
let owner: Company
let other: Company

async function useEverything(company: Company) {
  await addFile(company)
  await addOrderFile(company)
  await addChat(company)
  await addChatFile(company)
  await addAttachment(company)
  await addReservation(company)
  await addColleague(company)
  await ask(company, 'PUT', '/customer/api/v1/fixed/platformpolicy/11/follow')
  await ask(company, 'POST', '/customer/api/v1/correction', {
    kind: 'original',
    page_id: 11,
    text: company.secret,
  })
  await ask(company, 'PUT', '/customer/api/v1/reminders', { lead_days: [5] })
  await ask(company, 'PUT', '/customer/api/v1/reminders', { told: { kind: 'saved', way: 'sms', on: true } })
  await addSavedSearch(company)
  await ask(company, 'PUT', '/customer/api/v1/draft/loan', {
    client_id: 'a-draft-of-it',
    revision: 0,
    content: { texts: { company_name: company.secret }, files: [] },
  })
  await ask(company, 'PUT', `${COMPANY}/profile`, {
    legal_person: company.secret,
    answers: [{ id: 5, value: 12 }],
  })
}

beforeEach(async () => {
  portal = await openPortal()
  owner = await openCompany(portal, '13800000001', '机密甲')
  other = await openCompany(portal, '13800000002', '机密乙')
  await useEverything(owner)
  portal.clock.ms += 60_000
  await useEverything(other)
})
afterEach(() => portal.close())

const invite = async ({ browser }: Company) => {
  const { body } = await browser.post(`${COMPANY}/invitations`)
  return { code: body.invitation_code }
}
const whoIs = async ({ browser }: Company) => (await browser.get('/customer/api/v1/login')).body.data
const objectsOf = async ({ id }: Company) => {
  const lists = await Promise.all(BUCKETS.map((bucket) => portal.storage.list(bucket, `companies/${id}/`)))
  return lists.flat()
}

test('the export holds everything of the company, nothing of another, and no secret of the server', async () => {
  const everybody = await portal.db.selectFrom('customers').select(['id', 'company_id']).execute()
  const agreed = everybody.map(({ id, company_id }) => ({
    customer_id: id,
    version: `of ${company_id}`,
    agreed_at: 0,
  }))
  await portal.db.insertInto('consents').values(agreed).execute()
  const { body, headers } = await owner.browser.get(`${COMPANY}/export`)
  const data = v.parse(exportCompany.answer, body)
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="company-${owner.id}-2026-11-21.json"`,
  )
  expect(headers.get('cache-control')).toContain('no-store')
  const { exported_at, invitations, consents, reminders, public_provider, ...filled } = data
  expect(Object.entries(filled).filter(([, rows]) => rows.length === 0)).toEqual([])
  expect(new Set(body.consents.map(({ version }: { version: string }) => version))).toEqual(
    new Set([`of ${owner.id}`]),
  )
  expect(exported_at).toBe(new Date(portal.clock.ms).toISOString())
  expect(data.objects).toHaveLength((await objectsOf(owner)).length)
  expect(data.people.map(({ phone }) => phone)).toContain('138****0001')
  expect(data.answers).toMatchObject([{ fact: 'employees', value: 12 }])
  expect(data.orders[0]).toMatchObject({ fields: { contact: '机密甲' } })
  const text = JSON.stringify(body)
  expect(text).not.toContain('机密乙')
  expect(text).not.toMatch(/token_hash|code_hash|operator_id/)
})

test('an export of many pages is whole', async () => {
  const rows = Array.from({ length: 1203 }, (_, index) => ({
    company_id: owner.id,
    customer_id: null,
    message: `第 ${index} 条`,
    category: 'policy' as const,
    platform_policy_id: null,
    application_id: null,
    status: 0 as const,
    created_at: index,
  }))
  for (let start = 0; start < rows.length; start += 500)
    await portal.db
      .insertInto('messages')
      .values(rows.slice(start, start + 500))
      .execute()
  const { messages } = (await owner.browser.get(`${COMPANY}/export`)).body
  const texts = messages.map(({ message }: { message: string }) => message)
  expect(new Set(texts).size).toBeGreaterThanOrEqual(1203)
  expect(texts).toContain('第 1202 条')
})

test('an export leaves out what is released and about to leave the store', async () => {
  const objects = async () => (await owner.browser.get(`${COMPANY}/export`)).body.objects
  const before = await objects()
  await portal.db
    .updateTable('stored_objects')
    .set({ released_at: 1 })
    .where('key', '=', before[0].key)
    .execute()
  expect(await objects()).toEqual(before.slice(1))
})

async function addFeedback(company: Company, browser: Company['browser']) {
  const operator = { ...company, browser }
  const file = named(operator, await putObject(operator))
  const chat = `/operator/api/v1/conversations/${await addChat(company)}`
  await ask(operator, 'POST', `${chat}/files`, file)
  const { local_name, hash_name } = named(operator, await putObject(operator))
  const detail = JSON.stringify({ local_name, hash_name })
  await ask(operator, 'POST', `${chat}/messages`, { type: 1, detail, client_id: 'a-file-in-the-chat' })
}

test('after a week nothing of the company is left, in tables and store; the other one has lost nothing', async () => {
  const operator = await portal.loggedIn('13900000000')
  for (const company of [owner, other]) await addFeedback(company, operator)
  const theirs = rowsOf(await readTables(portal.db), other.id)
  const theirObjects = await objectsOf(other)
  const { deletion } = await ask(owner, 'POST', `${COMPANY}/deletion`)
  expect(deletion).toMatchObject({ by: '机密甲', due_at: '2026-11-28T02:01:00.000Z' })
  expect((await ask(owner, 'POST', `${COMPANY}/deletion`)).deletion).toEqual(deletion)
  portal.clock.ms += 7 * DAY_MS - 1
  await portal.runStorageJobs()
  expect((await owner.browser.get(`${COMPANY}/profile`)).body.deletion).toEqual(deletion)
  portal.clock.ms += 1
  await portal.runStorageJobs()
  expect((await owner.browser.get('/customer/api/v1/login')).body.code).toBe(401)
  const left = [...rowsOf(await readTables(portal.db), owner.id)].filter(([, rows]) => rows.length > 0)
  expect(left).toEqual([])
  expect(await objectsOf(owner)).toEqual([])
  const kept = rowsOf(await readTables(portal.db), other.id)
  // Uploads end by themselves within the week.
  for (const [table, rows] of theirs) if (table !== 'uploads') expect(kept.get(table), table).toEqual(rows)
  expect(await objectsOf(other)).toEqual(theirObjects)
  expect(await operatingCompany(portal.db), 'in which nobody is yet').toBe(
    (
      await portal.db
        .selectFrom('companies')
        .select('id')
        .where('id', '>', 0)
        .orderBy('id')
        .executeTakeFirst()
    )?.id,
  )
  const again = await portal.loggedIn('13800000001')
  expect((await again.get('/customer/api/v1/login')).body.data.company_id).not.toBe(owner.id)
})

test('a colleague takes the request back, everybody is told, and nothing happens', async () => {
  await ask(owner, 'POST', `${COMPANY}/deletion`)
  const messages = await portal.db
    .selectFrom('messages')
    .select('message')
    .where('company_id', '=', owner.id)
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  expect(messages[0]?.message).toContain('2026-11-28 起全部数据将被删除')
  await ask(owner, 'DELETE', `${COMPANY}/deletion`)
  expect((await ask(owner, 'GET', `${COMPANY}/profile`)).deletion).toBe(null)
  portal.clock.ms += 8 * DAY_MS
  await portal.runStorageJobs()
  expect((await owner.browser.get('/customer/api/v1/login')).body.code).toBe(200)
  expect((await ask(owner, 'DELETE', `${COMPANY}/deletion`)).code).toBe(200)
})

test('who has worked for another company before stays behind its orders without name and phone', async () => {
  const browser = portal.browser()
  const code = (await owner.browser.post(`${COMPANY}/invitations`)).body.invitation_code
  portal.clock.ms += 60_000
  const member = await portal.loggedIn('13800000007')
  expect(browser).toBeDefined()
  await member.post(`${COMPANY}/join`, { code })
  const order = { item_id: 22, fields: {}, client_id: 'client-of-this-test' }
  await member.post(`/startup/api/v1/company/order/${owner.id}`, order)
  const me = (await member.get('/customer/api/v1/login')).body.data
  await member.delete(`${COMPANY}/colleagues/${me.id}`)
  await member.post(`${COMPANY}/deletion`)
  portal.clock.ms += 7 * DAY_MS
  await portal.runStorageJobs()
  const row = await portal.db
    .selectFrom('customers')
    .select(['name', 'phone'])
    .where('id', '=', me.id)
    .executeTakeFirst()
  expect(row).toEqual({ name: '已注销用户', phone: `gone-${me.id}` })
  const orders = await portal.db.selectFrom('orders').select('id').where('customer_id', '=', me.id).execute()
  expect(orders).toHaveLength(1)
})

test.each([
  ['a message', addChat],
  ['a file beside the chat', addChatFile],
  ['a paper of an order', addOrderFile],
])('who has left %s in another company stays there, without name and phone', async (_, leave) => {
  const { code } = await invite(owner)
  portal.clock.ms += 60_000
  const member = await portal.loggedIn('13800000007')
  await member.post(`${COMPANY}/join`, { code })
  await leave({ ...owner, browser: member })
  const { id } = (await member.get('/customer/api/v1/login')).body.data
  await portal.db
    .updateTable('orders')
    .set({ customer_id: (await whoIs(owner)).id })
    .where('id', '>', 0)
    .execute()
  await member.delete(`${COMPANY}/colleagues/${id}`)
  await member.post(`${COMPANY}/deletion`)
  portal.clock.ms += 7 * DAY_MS
  await portal.runStorageJobs()
  const left = portal.db.selectFrom('customers').select(['name', 'phone']).where('id', '=', id)
  expect(await left.executeTakeFirst()).toEqual({ name: '已注销用户', phone: `gone-${id}` })
})

test('a deletion that has begun is not taken back', async () => {
  await ask(owner, 'POST', `${COMPANY}/deletion`)
  await portal.db
    .updateTable('company_deletions')
    .set({ started_at: portal.clock.ms })
    .where('company_id', '>', 0)
    .execute()
  expect((await owner.browser.delete(`${COMPANY}/deletion`)).body).toEqual({
    code: 409,
    message: '企业数据正在删除，不能撤销',
  })
})

test('the end of one company leaves the request of another', async () => {
  await ask(owner, 'POST', `${COMPANY}/deletion`)
  portal.clock.ms += DAY_MS
  await portal.proveAll()
  const { deletion } = await ask(other, 'POST', `${COMPANY}/deletion`)
  portal.clock.ms += 6 * DAY_MS
  await portal.runStorageJobs()
  expect((await owner.browser.get('/customer/api/v1/login')).body.code).toBe(401)
  expect((await ask(other, 'GET', `${COMPANY}/profile`)).deletion).toEqual(deletion)
})

test('the company that runs the portal stays', async () => {
  const operator = await portal.loggedIn('13900000000')
  expect((await operator.post(`${COMPANY}/deletion`)).body).toEqual({
    code: 409,
    message: '运营单位不能注销',
  })
})

test('exports of a company are capped, also those that are asked for at once; another company has its own', async () => {
  const all = await Promise.all(
    Array.from({ length: EXPORTS_PER_HOUR + 2 }, () => owner.browser.get(`${COMPANY}/export`)),
  )
  expect(all.filter(({ body }) => body.code === 200)).toHaveLength(EXPORTS_PER_HOUR)
  expect((await owner.browser.get(`${COMPANY}/export`)).body).toEqual({
    code: 429,
    message: '一小时内最多导出 5 次，请稍后再试',
  })
  expect((await other.browser.get(`${COMPANY}/export`)).body.code).toBe(200)
  portal.clock.ms += 3_600_001
  await portal.proveAll()
  expect((await owner.browser.get(`${COMPANY}/export`)).body.code).toBe(200)
})
