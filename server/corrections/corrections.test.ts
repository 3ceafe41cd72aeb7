import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CORRECTIONS_PER_DAY } from '../../src/lib/contract/policies/correction.ts'
import type { Browser } from '../testing/browser.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'

const MINE = '/customer/api/v1/correction'
const ALL = '/operator/api/v1/corrections'
const FORM = { kind: 'original', page_id: 11, text: '第三条的比例应为 5%。' }

let portal: TestPortal
let reader: Browser
let operator: Browser

beforeEach(async () => {
  portal = await openPortal()
  reader = await portal.loggedIn('13800000001')
  operator = await portal.loggedIn('13900000000')
})
afterEach(() => portal.close())

const reported = async () => {
  const { items, total } = (await operator.get(ALL)).body.result
  return { items: items.filter(({ id }: { id: number }) => id > 0), total: total - 1 }
}

test('a report reaches the operators, and its answer the reader', async () => {
  const { body } = await reader.post(MINE, { ...FORM, source: 'https://www.gov.cn/x' })
  expect(body).toMatchObject({ code: 200, data: { id: 1, page_id: 11, state: 'open', answer: null } })
  expect(await reported()).toMatchObject({
    total: 1,
    items: [{ text: FORM.text, source: 'https://www.gov.cn/x', company_name: expect.any(String) }],
  })
  const before = (await reader.get('/customer/api/v1/message?status=0')).body.result.total
  const settled = await operator.put(`${ALL}/1`, { state: 'fixed', answer: '按原文改为 5%。' })
  expect(settled.body).toMatchObject({ code: 200, data: { state: 'fixed', answer: '按原文改为 5%。' } })
  const { items, total } = (await reader.get('/customer/api/v1/message?status=0')).body.result
  expect(total).toBe(before + 1)
  expect(items[0]).toMatchObject({ category: 'policy', platform_policy_id: 11 })
  expect(items[0].message).toContain('已经改正')
  expect((await operator.get(`${ALL}?state=open`)).body.result.total).toBe(0)
})

test('one report is decided, the others stay as they are', async () => {
  const ids = []
  for (const client_id of ['client-0001', 'client-0002']) {
    ids.push((await reader.post(MINE, { ...FORM, client_id })).body.data.id)
  }
  const { items } = (await operator.get(`${ALL}?id=${ids[0]}`)).body.result
  expect(items, 'to which 我的待办 leads').toMatchObject([{ id: ids[0] }])
  const [first, second] = ids
  expect(second).not.toBe(first)
  const settle = async (id: number, state: string) => (await operator.put(`${ALL}/${id}`, { state })).body
  expect((await settle(second, 'declined')).data).toMatchObject({ id: second, state: 'declined' })
  expect(await settle(second, 'declined')).toMatchObject({ code: 200 })
  expect((await reported()).items, 'what waits comes first').toMatchObject([
    { id: first, state: 'open' },
    { id: second, state: 'declined' },
  ])
  expect((await settle(first, 'fixed')).data).toMatchObject({ id: first, state: 'fixed' })
  expect(await settle(second, 'declined')).toMatchObject({ code: 200, data: { id: second } })
})

test("another company's reports are neither the same nor counted", async () => {
  const stranger = await portal.loggedIn('13800000009')
  const sent = await stranger.post(MINE, { ...FORM, client_id: 'client-0001' })
  for (let index = 1; index < CORRECTIONS_PER_DAY; index += 1) await stranger.post(MINE, FORM)
  expect((await stranger.post(MINE, FORM)).body.code).toBe(429)
  const own = await reader.post(MINE, { ...FORM, client_id: 'client-0001' })
  expect(own.body.code).toBe(200)
  expect(own.body.data.id).not.toBe(sent.body.data.id)
})

test('of two answers that differ the first counts, and whoever was slower is told', async () => {
  await reader.post(MINE, FORM)
  const settle = async (state: string, answer?: string) =>
    (await operator.put(`${ALL}/1`, { state, answer })).body
  const first = await settle('fixed', '按原文改为 5%。')
  expect(await settle('fixed', '按原文改为 5%。'), 'the answer was lost, and asked for again').toEqual(first)
  for (const [state, answer] of [
    ['declined', '按原文改为 5%。'],
    ['fixed', '改好了'],
    ['fixed', undefined],
  ] as const) {
    expect(await settle(state, answer)).toMatchObject({ code: 409, message: expect.stringContaining('同事') })
  }
  expect((await reported()).items).toMatchObject([{ state: 'fixed', answer: '按原文改为 5%。' }])
  const { items } = (await reader.get('/customer/api/v1/message?status=0')).body.result
  expect(items.filter(({ message }: { message: string }) => message.includes('的纠错'))).toHaveLength(1)
})

test.each([
  ['original', 11, 11],
  ['interpretation', 22, 12],
  ['interpretation', 23, null],
  ['news', 31, 11],
  ['news', 32, null],
])('what is settled about %s %i is told, and leads to the original %j', async (kind, page_id, policy) => {
  const unread = async () => (await reader.get('/customer/api/v1/message?status=0')).body.result
  const before = await unread()
  const { body } = await reader.post(MINE, { ...FORM, kind, page_id })
  expect(body.data).toMatchObject({ kind, page_id, title: expect.any(String) })
  await operator.put(`${ALL}/${body.data.id}`, { state: 'declined' })
  const after = await unread()
  expect(after.total - before.total).toBe(1)
  expect(after.items[0]).toMatchObject({ category: 'policy', platform_policy_id: policy })
})

describe('refused', () => {
  test.each([
    [{ ...FORM, text: '  ' }, 400],
    [{ ...FORM, text: '字'.repeat(1001) }, 400],
    [{ ...FORM, kind: 'page' }, 400],
    [{ ...FORM, page_id: 0 }, 400],
    [{ ...FORM, page_id: 999 }, 404],
    [{ ...FORM, kind: 'interpretation', page_id: 999 }, 404],
    [{ ...FORM, kind: 'news', page_id: 11 }, 404],
  ])('%j: %i', async (form, code) => {
    expect((await reader.post(MINE, form)).body.code).toBe(code)
    expect((await reported()).total).toBe(0)
  })
})

test('the same report ten times at once is one; the limit holds for those that come together', async () => {
  const once = { ...FORM, client_id: 'client-0001' }
  const same = await Promise.all(Array.from({ length: 10 }, () => reader.post(MINE, once)))
  expect(new Set(same.map(({ body }) => body.data.id)).size).toBe(1)
  const many = await Promise.all(
    Array.from({ length: CORRECTIONS_PER_DAY + 5 }, () => reader.post(MINE, FORM)),
  )
  expect(many.filter(({ body }) => body.code === 200)).toHaveLength(CORRECTIONS_PER_DAY - 1)
  expect(many.filter(({ body }) => body.code === 429)).toHaveLength(6)
  portal.clock.ms += 86_400_001
  expect((await reader.post(MINE, FORM)).body.code).toBe(200)
})
