import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { CATALOGUE, openPortal, type TestPortal } from '../testing/portal.ts'
import { sendMessage } from './messages.ts'

const MESSAGES = '/customer/api/v1/message'
let portal: TestPortal
let reader: Browser

beforeEach(async () => {
  portal = await openPortal()
  reader = await portal.loggedIn('13800000001')
})
afterEach(() => portal.close())

const list = async (query = '', browser = reader) => (await browser.get(MESSAGES + query)).body.result
const ids = (result: { items: { id: number }[] }) => result.items.map((item) => item.id)

async function addMessages(count: number) {
  for (let index = 0; index < count; index += 1) {
    const message = {
      company_id: 2,
      message: `第${index}条`,
      category: 'application',
      application_id: 7,
    } as const
    await sendMessage(portal.db, message, portal.clock.ms)
  }
}

test('a new customer is welcomed with the newest policy that can be declared, once', async () => {
  const { items, ...counts } = await list('?status=0')
  expect(counts).toEqual({ total: 1, pages: 1, page: 1 })
  expect(items).toMatchObject([
    { category: 'policy', platform_policy_id: 12, application_id: null, status: 0 },
  ])
  expect(items[0].message).toContain('《科技创新券实施细则》')
  portal.clock.ms += 60_000
  const again = await list('', await portal.loggedIn('13800000001'))
  expect(again.items.filter((item: { category: string }) => item.category === 'policy')).toHaveLength(1)
})

test.each([
  ['without items the first policy', { ...CATALOGUE, items: [] }, [11]],
  ['without any policy no message', { ...CATALOGUE, items: [], policies: [] }, []],
])('%s', async (_, catalogue, policies) => {
  await portal.close()
  portal = await openPortal({ catalogue })
  const { items } = await list('', await portal.loggedIn('13800000001'))
  expect(items.map((item: { platform_policy_id: number }) => item.platform_policy_id)).toEqual(policies)
})

test('25 messages are three pages, newest first, each once', async () => {
  await addMessages(24)
  const pages = [await list(), await list('?page=2'), await list('?page=3'), await list('?page=4')]
  expect(pages.map((page) => page.items.length)).toEqual([10, 10, 5, 0])
  expect(pages.flatMap(ids)).toEqual(Array.from({ length: 25 }, (_, index) => 25 - index))
  for (const [index, page] of pages.entries())
    expect(page).toMatchObject({ total: 25, pages: 3, page: index + 1 })
})

test('a click marks read, twice is no error; unread and read are counted apart', async () => {
  await addMessages(2)
  expect((await reader.post(`${MESSAGES}/2/read`)).body).toEqual({ code: 200 })
  expect((await reader.post(`${MESSAGES}/2/read`)).body).toEqual({ code: 200 })
  expect(ids(await list('?status=1'))).toEqual([2])
  expect(ids(await list('?status=0'))).toEqual([3, 1])
  expect((await list()).total).toBe(3)
})

test("全部已读 marks what the reader has on every page, and nobody else's", async () => {
  const stranger = await portal.loggedIn('13800000002')
  await addMessages(12)
  expect((await reader.post(`${MESSAGES}/all/read`)).body).toEqual({ code: 200 })
  expect([(await list('?status=0')).total, (await list('?status=1')).total]).toEqual([0, 13])
  expect((await list('?status=0', stranger)).total).toBe(1)
})

test('a deleted message is gone from the database, too', async () => {
  expect((await reader.delete(`${MESSAGES}/1`)).body).toEqual({ code: 200 })
  expect((await reader.delete(`${MESSAGES}/1`)).body).toMatchObject({ code: 404 })
  expect(await portal.db.selectFrom('messages').selectAll().where('company_id', '>', 0).execute()).toEqual([])
})

test("a colleague sees the company's messages, not the other person's", async () => {
  const colleague = await portal.loggedIn('13800000002')
  await portal.db.updateTable('customers').set({ company_id: 2 }).where('id', '=', 2).execute()
  await addMessages(1)
  expect(ids(await list('', colleague))).toEqual([3])
  expect((await colleague.delete(`${MESSAGES}/1`)).body.code).toBe(404)
})

test.each([
  ['?page=0', 400],
  ['?page=-1', 400],
  ['?page=x', 400],
  ['?page=1.5', 400],
  ['?page=999999999999999', 200],
  ['?page=9999999999999999', 400],
  ['?status=2', 400],
  ['?status=', 400],
  ['?page=2&page=x', 200],
  ['?page[]=1&__proto__=1&constructor=2', 200],
  ["?page=1'%20or%201=1--", 400],
  ['?page=%zz', 400],
  ['?status=%00', 400],
  ['?=&&==&?', 200],
])('query %s: code %i', async (query, code) => {
  const answer = await reader.get(MESSAGES + query)
  expect([answer.status, answer.body.code]).toEqual([200, code])
})
