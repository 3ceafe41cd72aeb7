import { afterEach, expect, test } from 'vitest'
import { CATALOGUE, openPortal, type TestPortal } from '../testing/portal.ts'

const BUTIEYI = '/wechat/api/v1/data/butieyi'
let portal: TestPortal

afterEach(() => portal.close())

const ids = (cards: { id: number }[]) => cards.map(({ id }) => id)

test('a visitor gets cards, what is open and near first, with the days left of today', async () => {
  portal = await openPortal()
  const { body } = await portal.browser().get(`${BUTIEYI}?type=popular&region=440106`)
  expect(body).toMatchObject({ code: 200, total: 3, pages: 1, page: 1 })
  expect(ids(body.data)).toEqual([22, 21, 23])
  expect(body.data[1]).toEqual({
    id: 21,
    platform_policy_id: 11,
    title: '高企认定',
    region: '000000',
    region_name: '',
    department: null,
    support: null,
    amount: null,
    headline: null,
    window: { kind: 'dated', opens: null, closes: '2026-11-21' },
    state: 'closing',
    days_left: 0,
  })
})

test("the days left follow China's calendar, not the build's", async () => {
  portal = await openPortal()
  const state = async () => (await portal.browser().get(`${BUTIEYI}?id=21`)).body.data.state
  portal.clock.ms = Date.parse('2026-11-21T23:59:59+08:00')
  expect(await state()).toBe('closing')
  portal.clock.ms += 1000
  expect(await state()).toBe('closed')
})

test('one policy by its id, with its amount and department; an unknown one is 404', async () => {
  const [first, ...others] = CATALOGUE.items
  const amount = { lead: '最高', max: 500_000, unit: '元' } as const
  const items = [{ ...first, department: '科技局', region_name: '全国', amount }, ...others]
  portal = await openPortal({ catalogue: { ...CATALOGUE, items: items as typeof CATALOGUE.items } })
  const { body } = await portal.browser().get(`${BUTIEYI}?id=23`)
  expect(body).toMatchObject({ code: 200, data: { id: 23, department: '科技局', amount } })
  expect((await portal.browser().get(`${BUTIEYI}?id=24`)).body).toEqual({
    code: 404,
    message: '没有找到这项政策，它可能已经下线',
  })
})

test.each([
  ['?type=new', 400],
  ['?id=0', 400],
  ['?id=x', 400],
  ['?region=44', 400],
  ['?region=44010a', 400],
  ['?region=999999', 200],
  ['?page=0', 400],
  ['?page=999999999999999', 200],
  ['?__proto__=1', 200],
])('query %s: code %i', async (query, code) => {
  portal = await openPortal()
  const answer = await portal.browser().get(BUTIEYI + query)
  expect([answer.status, answer.body.code]).toEqual([200, code])
})
