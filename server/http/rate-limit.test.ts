/** One caller cannot keep the server, or the operators, busy for all others (behaviour B4.9 and B11.4). */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listMessages, readMessage } from '../../src/lib/contract/account/message.ts'
import { setUpWay } from '../../src/lib/contract/account/ways.ts'
import { rateOf } from '../../src/lib/contract/call.ts'
import { DRAFTS_MAX, OPEN_ORDERS_MAX, OPEN_ORDERS_PER_ITEM } from '../../src/lib/contract/orders/order.ts'
import type { Browser } from '../testing/browser.ts'
import { openPortalForEach, portal } from '../testing/for-each.ts'
import { Buckets } from './buckets.ts'

const TOO_OFTEN = '操作太频繁，请稍后再试'
const FIELDS = { contact: '王示例', phone: '13800000001' }

openPortalForEach({ env: { TRUSTED_PROXY_HOPS: '1' } })

const from = (address: string) => ({ 'x-forwarded-for': address })

test('a bucket is full at first, empties, and fills again to the brim, not over it', () => {
  const buckets = new Buckets()
  const rate = { burst: 2, perMinute: 60 }
  const take = (nowMs: number, key = 'a') => buckets.take(key, rate, nowMs)
  expect([take(0), take(0), take(0)]).toEqual([0, 0, 1000])
  expect(take(0, 'b')).toBe(0)
  expect(take(999)).toBe(1)
  expect(take(1000)).toBe(0)
  expect([take(90_000), take(90_000), take(90_000)]).toEqual([0, 0, 1000])
})

test('what stands still is forgotten, so that many addresses fill no memory', () => {
  const buckets = new Buckets(100)
  for (let index = 0; index < 1000; index += 1)
    buckets.take(String(index), { burst: 2, perMinute: 60 }, index)
  expect(buckets.size).toBeLessThanOrEqual(100)
})

test('what is used is not forgotten for what is new', () => {
  const buckets = new Buckets(100)
  const rate = { burst: 1, perMinute: 0 }
  expect(buckets.take('used', rate, 0)).toBe(0)
  for (let index = 0; index < 1000; index += 1) {
    buckets.take(String(index), rate, index)
    expect(buckets.take('used', rate, index)).toBeGreaterThan(0)
  }
})

test('a visitor who asks all the time is stopped, at his address alone, and only for a while', async () => {
  const { burst } = rateOf(listMessages) ?? { burst: 0 }
  const ask = async (address: string) =>
    (await portal.browser().get('/customer/api/v1/index/data', from(address))).body
  const answers = []
  for (let asked = 0; asked < burst + 1; asked += 1) answers.push(await ask('198.51.100.1'))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(burst)
  expect(answers.at(-1)).toEqual({ code: 429, message: TOO_OFTEN, retry_after: 1 })
  expect((await ask('198.51.100.2')).code).toBe(200)
  portal.clock.ms += 1000
  expect((await ask('198.51.100.1')).code).toBe(200)
})

test('a person who writes all the time is stopped wherever he is, his colleagues are not', async () => {
  const { burst } = rateOf(readMessage) ?? { burst: 0 }
  const [one, other] = [await portal.loggedIn('13800000001'), await portal.loggedIn('13800000002')]
  const write = async (browser: Browser, index: number) =>
    (await browser.post('/customer/api/v1/message/1/read', undefined, from(`10.0.0.${index % 250}`))).body
      .code
  const codes = []
  for (let index = 0; index < burst + 1; index += 1) codes.push(await write(one, index))
  expect(codes.filter((code) => code === 429)).toHaveLength(1)
  expect(await write(one, 0)).toBe(429)
  expect(await write(other, 0)).not.toBe(429)
  expect((await one.get('/customer/api/v1/message')).body.code).toBe(200)
})

test('people at one address may do so much together that an office is not stopped, and no more', async () => {
  const { burst } = rateOf(setUpWay) ?? { burst: 0 }
  const people: Browser[] = []
  for (let index = 0; index <= 20; index += 1) people.push(await portal.loggedIn(`138000001${10 + index}`))
  const write = async (browser: Browser, address: string) => {
    const body = JSON.stringify({ way: 'mail', address: 'no address' })
    const headers = { 'content-type': 'application/json', ...from(address) }
    return (await browser.send('POST', '/customer/api/v1/ways', { body, headers })).body.code
  }
  const last = people.pop() as Browser
  const codes = new Set<number>()
  for (const browser of people) {
    for (let asked = 0; asked < burst; asked += 1) codes.add(await write(browser, '198.51.100.1'))
  }
  expect([...codes], 'twenty who each do all they may').toEqual([400])
  expect(await write(last, '198.51.100.1')).toBe(429)
  expect(await write(last, '198.51.100.2')).toBe(400)
})

test('who is refused all the time is stopped, too: strangers at their address, a person wherever he is', async () => {
  const { burst } = rateOf(listMessages) ?? { burst: 0 }
  const one = await portal.loggedIn('13800000001')
  const codes = async (browser: Browser, path: string) => {
    const answers = []
    for (let asked = 0; asked < burst + 1; asked += 1) {
      answers.push((await browser.get(path, from('198.51.100.1'))).body.code)
    }
    return [answers[0], answers.at(-1)]
  }
  expect(await codes(portal.browser(), '/customer/api/v1/message')).toEqual([401, 429])
  expect((await one.get('/customer/api/v1/message', from('198.51.100.1'))).body.code).toBe(200)
  expect(await codes(one, '/operator/api/v1/orders')).toEqual([403, 429])
})

async function company(phone = '13800000001') {
  const browser = await portal.loggedIn(phone)
  const { company_id } = (await browser.get('/customer/api/v1/login')).body.data
  const order = async (item_id: number, submit: boolean) => {
    const body = { item_id, fields: FIELDS, submit, client_id: randomUUID() }
    return (await browser.post(`/startup/api/v1/company/order/${company_id}`, body)).body
  }
  return { browser, company_id, order }
}

test('a company has so many drafts, and another one its own', async () => {
  const { order } = await company()
  for (let made = 0; made < DRAFTS_MAX; made += 1) expect((await order(22, false)).code).toBe(200)
  expect(await order(22, false)).toEqual({
    code: 409,
    message: expect.stringContaining(`${DRAFTS_MAX} 份草稿`),
  })
  expect((await (await company('13800000002')).order(22, false)).code).toBe(200)
})

test('the queue of operators takes so many open applications of a company for one item', async () => {
  const { browser, company_id, order } = await company()
  const draft = (await order(22, false)).order
  for (let made = 0; made < OPEN_ORDERS_PER_ITEM; made += 1) expect((await order(22, true)).code).toBe(200)
  expect(await order(22, true)).toMatchObject({ code: 409 })
  const submit = { action: 'submit', revision: draft.revision }
  const put = () => browser.put(`/startup/api/v1/company/order/${company_id}/${draft.id}`, submit)
  expect((await put()).body).toMatchObject({ code: 409 })
  await portal.db.updateTable('orders').set({ state: 'approved' }).where('state', '=', 'submitted').execute()
  expect((await put()).body.code).toBe(200)
})

test('and so many altogether, in review and sent back included, also of those that come at once', async () => {
  const { company_id, order } = await company()
  await order(22, true)
  const row = await portal.db
    .selectFrom('orders')
    .selectAll()
    .where('company_id', '=', company_id)
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: OPEN_ORDERS_MAX - 2 }, (_, index) => ({
    ...row,
    state: (['submitted', 'reviewing', 'more-needed'] as const)[index % 3] ?? row.state,
    id: 1000 + index,
    item_id: 500 + index,
    receipt_no: `SB-${index}`,
    client_id: null,
  }))
  await portal.db.insertInto('orders').values(rows).execute()
  const answers = await Promise.all(Array.from({ length: 5 }, () => order(22, true)))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
})
