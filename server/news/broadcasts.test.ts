import { afterEach, beforeEach, expect, test } from 'vitest'
import { follow } from '../matching/follows.ts'
import type { Browser } from '../testing/browser.ts'
import { CATALOGUE, openPortal, type TestPortal } from '../testing/portal.ts'

const SEND = '/operator/api/v1/messages'
const FOLLOWERS = { kind: 'followers', policy_id: 12 }
const FORM = {
  to: FOLLOWERS,
  message: '《科技创新券实施细则》的申报窗口即将关闭',
  category: 'policy',
  platform_policy_id: 12,
  client_id: 'message-0001',
}
const RULED = {
  ...CATALOGUE,
  items: CATALOGUE.items.map((item) => ({
    ...item,
    eligibility: { fact: 'employees', op: 'gte', value: 10 } as const,
  })),
}
let portal: TestPortal
let operator: Browser

beforeEach(async () => {
  portal = await openPortal({ catalogue: RULED, env: { OPERATOR_PHONES: '13900000000,13900000001' } })
  operator = await portal.loggedIn('13900000000')
})
afterEach(() => portal.close())

const send = async (change: object = {}) => (await operator.post(SEND, { ...FORM, ...change })).body
const preview = async (to: unknown) => (await operator.post(`${SEND}/preview`, { to })).body
const sent = () =>
  portal.db
    .selectFrom('messages')
    .select(['company_id', 'customer_id', 'message', 'platform_policy_id', 'status'])
    .where('message', '=', FORM.message)
    .orderBy('company_id')
    .execute()

async function addFollowers(count: number): Promise<number[]> {
  const ids: number[] = []
  for (let from = 0; from < count; from += 1000) {
    const companies = Array.from({ length: Math.min(1000, count - from) }, () => ({
      name: '企业',
      created_at: 0,
    }))
    const rows = await portal.db.insertInto('companies').values(companies).returning('id').execute()
    const follows = rows.map(({ id }) => ({
      company_id: id,
      policy_id: 12,
      customer_id: null,
      created_at: 0,
    }))
    await portal.db.insertInto('follows').values(follows).execute()
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

async function tellEmployees(companyId: number, employees: number): Promise<void> {
  await portal.db
    .insertInto('answers')
    .values({ company_id: companyId, fact: 'employees', value: JSON.stringify(employees), updated_at: 0 })
    .execute()
}

test('one company gets one unread message for all its people', async () => {
  const company = await portal.loggedIn('13800000001')
  const to = { kind: 'company', company_id: 2 }
  expect(await preview(to)).toEqual({ code: 200, data: { count: 1 } })
  expect(await send({ to, category: 'application', platform_policy_id: undefined })).toEqual({
    code: 200,
    data: { count: 1 },
  })
  expect(await sent()).toEqual([
    { company_id: 2, customer_id: null, message: FORM.message, platform_policy_id: null, status: 0 },
  ])
  expect((await company.get('/customer/api/v1/message?status=0')).body.result.items[0]).toMatchObject({
    message: FORM.message,
    category: 'application',
    application_id: null,
  })
})

test('followers get it who have not muted the policy, and nobody else', async () => {
  for (const phone of ['13800000001', '13800000002', '13800000003', '13800000004'])
    await portal.loggedIn(phone)
  const people = await portal.db
    .selectFrom('customers')
    .select(['id', 'company_id'])
    .where('id', '>', 0)
    .orderBy('id')
    .execute()
  for (const person of people.slice(1, 4)) await follow(portal.db, person, 12, 0)
  for (const person of people.slice(4)) await follow(portal.db, person, 11, 0)
  await portal.db.updateTable('follows').set({ muted: 1 }).where('company_id', '=', 4).execute()
  expect(await preview(FOLLOWERS)).toEqual({ code: 200, data: { count: 2 } })
  expect(await send()).toEqual({ code: 200, data: { count: 2 } })
  expect((await sent()).map(({ company_id }) => company_id)).toEqual([2, 3])
})

test('companies whose answers meet the conditions get it, and nobody else', async () => {
  const [small = 0, large = 0] = await addFollowers(3)
  await tellEmployees(small, 3)
  await tellEmployees(large, 30)
  const to = { kind: 'matching', policy_id: 12 }
  expect(await preview(to)).toEqual({ code: 200, data: { count: 1 } })
  expect(await send({ to })).toEqual({ code: 200, data: { count: 1 } })
  expect((await sent()).map(({ company_id }) => company_id)).toEqual([large])
})

test('ten thousand companies get it once each, whatever the number of attempts', async () => {
  const ids = await addFollowers(10_000)
  const answers = await Promise.all([send(), send(), send()])
  expect(answers).toEqual(Array(3).fill({ code: 200, data: { count: 10_000 } }))
  expect((await sent()).map(({ company_id }) => company_id)).toEqual(ids)
  expect(await send({ message: '另一条' })).toEqual({ code: 200, data: { count: 10_000 } })
  expect(await portal.db.selectFrom('broadcasts').select(['companies', 'operator_id']).execute()).toEqual([
    { companies: 10_000, operator_id: 1 },
  ])
})

test('another operator may call a message the same', async () => {
  await addFollowers(1)
  const other = await portal.loggedIn('13900000001')
  expect(await send()).toEqual({ code: 200, data: { count: 1 } })
  await addFollowers(1)
  const sendOther = async () => (await other.post(SEND, FORM)).body
  expect(await sendOther()).toEqual({ code: 200, data: { count: 2 } })
  expect(await send({ client_id: 'another-0001' })).toEqual({ code: 200, data: { count: 2 } })
  expect(await sent()).toHaveLength(5)
  expect(await send()).toEqual({ code: 200, data: { count: 1 } })
  expect(await sendOther()).toEqual({ code: 200, data: { count: 2 } })
  expect(await send({ client_id: 'another-0001' })).toEqual({ code: 200, data: { count: 2 } })
})

test('to nobody nothing is sent, and the same attempt may be made again', async () => {
  expect(await preview(FOLLOWERS)).toEqual({ code: 200, data: { count: 0 } })
  expect(await send()).toEqual({ code: 400, message: '没有符合条件的企业，消息未发送' })
  await addFollowers(1)
  expect(await send()).toEqual({ code: 200, data: { count: 1 } })
})

test.each([
  [{ kind: 'company', company_id: 99 }, 404],
  [{ kind: 'followers', policy_id: 99 }, 404],
  [{ kind: 'matching', policy_id: 99 }, 404],
  [{ kind: 'company', company_id: 2 ** 60 }, 400],
  [{ kind: 'company', policy_id: 12 }, 400],
  [{ kind: 'everybody' }, 400],
  [null, 400],
])('an audience %j: code %i', async (to, code) => {
  expect((await preview(to)).code).toBe(code)
  expect((await send({ to })).code).toBe(code)
})

test.each([
  [{ message: ' ' }, '请填写消息内容'],
  [{ message: '字'.repeat(201) }, '消息内容不能超过 200 个字'],
  [{ category: 'news' }, '请选择消息类别'],
  [{ platform_policy_id: undefined }, '政策消息应指明政策，其他消息不指明政策'],
  [{ category: 'application' }, '政策消息应指明政策，其他消息不指明政策'],
  [{ client_id: '' }, '提交编号不正确'],
  [{ to: { kind: 'everybody' } }, '请选择发送对象'],
])('%j is refused: %s', async (change, message) => {
  expect(await send(change)).toEqual({ code: 400, message })
})

test('a message about a policy that the pages do not have is refused', async () => {
  await addFollowers(1)
  expect(await send({ platform_policy_id: 99 })).toEqual({ code: 404, message: '没有找到这项政策' })
})

test('policies are found by a part of the title, or by their number', async () => {
  const find = async (q: string) => {
    const { body } = await operator.get(`/operator/api/v1/policies?q=${encodeURIComponent(q)}`)
    return body.result.items.map(({ id }: { id: number }) => id)
  }
  expect(await find('高新')).toEqual([11])
  expect(await find('12')).toEqual([12])
  expect(await find('')).toEqual([11, 12])
  expect(await find('没有')).toEqual([])
})
