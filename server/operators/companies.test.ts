import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { makeOrder, openRoom, put, type Room, whoIs } from '../testing/chat-room.ts'
import { NEIGHBOUR } from '../testing/neighbour.ts'
import { openPortal } from '../testing/portal.ts'
import { RULED } from '../testing/rules.ts'

const COMPANIES = '/operator/api/v1/companies'
const COMPANY = '/operator/api/v1/company'
let room: Room

beforeEach(async () => {
  room = await openRoom(await openPortal({ catalogue: RULED }))
})
afterEach(() => room.close())

const list = async (query = '') => (await room.operator.get(COMPANIES + query)).body
const ids = async (query: string) => (await list(query)).result.items.map(({ id }: { id: number }) => id)

test('the newest company comes first, with its orders; the portal itself is none of them', async () => {
  await makeOrder(room.portal, room.companyId, room.customerId)
  await makeOrder(room.portal, room.companyId, room.customerId, 'draft')
  const { company_id: other } = await whoIs(room.stranger)
  const { result } = await list()
  expect(result).toMatchObject({ total: 3, pages: 1, page: 1 })
  expect(result.items.map(({ id }: { id: number }) => id)).toEqual([
    other,
    room.companyId,
    NEIGHBOUR.companyId,
  ])
  expect(result.items.map(({ orders }: { orders: number }) => orders)).toEqual([0, 1, 0])
  expect(result.items[1]).toEqual({
    id: room.companyId,
    name: '企业用户2',
    level: 1,
    gmt_create: '2026-11-21T02:00:00.000Z',
    orders: 1,
    used: 0,
    quota: 1024 ** 3,
  })
})

test('found by a part of the name, by number and by level', async () => {
  const { company_id: other } = await whoIs(room.stranger)
  await put(room.customer, '/customer/api/v1/company/profile', { name: '示例 50%_科技 Ltd' })
  await put(room.operator, `${COMPANY}/${other}/level`, { level: 2 })
  expect(await ids(`?q=${encodeURIComponent('%_科技 LTD')}`)).toEqual([room.companyId])
  expect(await ids(`?q=${encodeURIComponent('%_')}`)).toEqual([room.companyId])
  expect(await ids(`?q=${other}`)).toContain(other)
  expect(await ids('?level=2')).toEqual([other])
  expect(await ids('?q=nobody')).toEqual([])
  expect((await list('?level=0')).code).toBe(400)
})

test('the profile is what the company says, the policies are what the company sees', async () => {
  const fields = { name: '示例科技', contact: '王示例', phone: '13800000009' }
  await put(room.customer, '/customer/api/v1/company/profile', fields)
  const { data } = (await room.operator.get(`${COMPANY}/${room.companyId}/profile`)).body
  expect(data).toMatchObject({ company: { name: '示例科技', level: 1 }, profile: fields })
  expect(data.questions.length).toBeGreaterThan(0)
  const own = (await room.customer.get('/customer/api/v1/fixed/platformpolicy?type=matched')).body.result
  expect(own.total).toBeGreaterThan(0)
  expect((await room.operator.get(`${COMPANY}/${room.companyId}/policies`)).body.result).toEqual(own)
})

test('orders of one company', async () => {
  const mine = await makeOrder(room.portal, room.companyId, room.customerId)
  const { id, company_id } = await whoIs(room.stranger)
  await makeOrder(room.portal, company_id, id)
  const { result } = (await room.operator.get(`/operator/api/v1/orders?company_id=${room.companyId}`)).body
  expect(result.items.map((item: { id: number }) => item.id)).toEqual([mine])
})

test.each(['profile', 'policies'])('%s of no company, or of the portal itself, is 404', async (what) => {
  const { company_id } = await whoIs(room.operator)
  for (const id of [999, company_id]) {
    expect((await room.operator.get(`${COMPANY}/${id}/${what}`)).body).toEqual({
      code: 404,
      message: '没有找到这家企业',
    })
  }
})

test.each([COMPANIES, `${COMPANY}/1/profile`, `${COMPANY}/1/policies`, '/operator/api/v1/replies'])(
  '%s is for operators only',
  async (path) => {
    expect((await room.customer.get(path)).body.code).toBe(403)
    expect((await room.portal.browser().get(path)).body.code).toBe(401)
  },
)

test('what was done with one company stands in the log by the company, and nothing of another', async () => {
  const { company_id: other } = await whoIs(room.stranger)
  await room.operator.get(`${COMPANY}/${other}/profile`)
  const { data } = (await room.operator.post(`${COMPANY}/${room.companyId}/chat`, {})).body
  await put(room.operator, `/operator/api/v1/conversations/${data.id}`, { act: 'settle', seq: 0 })
  const acts = async (id: number) =>
    (
      await room.operator.get(`/operator/api/v1/security-events?company_id=${id}&days=200`)
    ).body.result.items.map(({ action }: { action: string }) => action)
  expect(await acts(room.companyId)).toContain('咨询已读、无需回复、稍后处理或转交')
  expect(await acts(room.companyId)).not.toContain('一家企业的档案')
  expect(await acts(other)).toContain('一家企业的档案')
})

test('an operator ends all logins of one company, and of no other', async () => {
  const { id: customer_id } = await whoIs(room.customer)
  const known = () =>
    room.portal.db
      .selectFrom('known_browsers')
      .select('customer_id')
      .where('customer_id', '=', customer_id)
      .execute()
  expect(await known()).toHaveLength(1)
  const answer = await room.operator.delete(`${COMPANY}/${room.companyId}/sessions`)
  expect(answer.body).toEqual({ code: 200, ended: 1 })
  expect(await known()).toEqual([])
  const check = async (browser: Browser) => (await browser.get('/customer/api/v1/login')).body.code
  expect(await Promise.all([room.customer, room.stranger, room.operator].map(check))).toEqual([401, 200, 200])
  expect((await room.portal.securityEvents()).at(-1)).toMatchObject({
    event: 'session-ended',
    role: 'operator',
    company_id: room.companyId,
    note: '1 处',
  })
  expect((await room.operator.delete(`${COMPANY}/99999/sessions`)).body.code).toBe(404)
})
