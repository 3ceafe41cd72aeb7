import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Catalogue } from '../../src/lib/contract/policies/catalogue.ts'
import type { Browser } from '../testing/browser.ts'
import { remindersOf } from '../testing/followers.ts'
import { keepCatalogue } from '../testing/kept-catalogue.ts'
import { companyOf } from '../testing/order-parties.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'
import { grant, RULED, SMALL } from '../testing/rules.ts'
import { compareBuild } from './compare-build.ts'

let portal: TestPortal
let browser: Browser

const FIRST: Catalogue = {
  ...RULED,
  policies: RULED.policies.map((policy) => ({ ...policy, text: `1-a${policy.id}` })),
  items: RULED.items.map((item) => ({ ...item, text: `1-b${item.id}` })),
}
const EMPLOYEES = 5

beforeEach(async () => {
  portal = await openPortal({ catalogue: FIRST })
  browser = await portal.loggedIn('13800000001')
  await browser.put('/customer/api/v1/fixed/platformpolicy/11/follow')
  await portal.runUpdateJobs()
})
afterEach(() => portal.close())

async function build(change: (catalogue: Catalogue) => Partial<Catalogue>, minutes = 1) {
  portal.clock.ms += minutes * 60_000
  const built_at = new Date(portal.clock.ms).toISOString()
  portal.built.catalogue = { ...portal.built.catalogue, ...change(portal.built.catalogue), built_at }
  await portal.runUpdateJobs()
}

const answerEmployees = (who: Browser, value: number) =>
  who.post('/customer/api/v1/fixed/question', { answers: [{ id: EMPLOYEES, value }] })

test('the first build is no news, nor is one that says the same', async () => {
  await build(() => ({}))
  expect(await remindersOf(portal, 'change')).toEqual([])
})

test('a follower reads what has changed, with old and new value, once', async () => {
  await build(({ items }) => ({
    items: items.map((item) =>
      item.id === 21
        ? {
            ...item,
            window: { kind: 'dated', opens: '2026-12-01', closes: '2026-12-31' },
            amount: { max: 500_000, unit: '元', lead: '最高' },
            text: '1-c',
          }
        : item,
    ),
    policies: FIRST.policies.map((policy) => ({ ...policy, text: `1-d${policy.id}` })),
  }))
  const message =
    '您关注的《原文11》有变化：原文内容有更新；申报期限由“长期有效”改为“2026-12-01 至 2026-12-31”；' +
    '支持标准由“1–3 万元”改为“最高50 万元”；解读内容有更新。请查看最新内容。'
  expect(await remindersOf(portal, 'change')).toEqual([message])
  await portal.runUpdateJobs()
  await build(() => ({}))
  expect(await remindersOf(portal, 'change')).toEqual([message])
  const { items } = (await browser.get('/customer/api/v1/message?status=0')).body.result
  expect(items[0]).toMatchObject({ topic: 'change', category: 'policy', platform_policy_id: 11 })
})

test('nobody else is told: not who does not follow, has muted, has turned it off or follows later', async () => {
  const muted = await portal.loggedIn('13800000002')
  await muted.put('/customer/api/v1/fixed/platformpolicy/11/follow')
  const company = await companyOf(muted)
  await portal.db.updateTable('follows').set({ muted: 1 }).where('company_id', '=', company).execute()
  await browser.put('/customer/api/v1/reminders', { changes: false })
  await portal.loggedIn('13800000003')
  await build(({ policies }) => ({ policies: policies.map((policy) => ({ ...policy, text: '1-e' })) }))
  expect(await remindersOf(portal, 'change')).toEqual([])
})

test('who follows after a change was found is not told of it', async () => {
  const next = {
    ...FIRST,
    built_at: '2026-11-22T08:00:00.000Z',
    policies: FIRST.policies.map((policy) => ({ ...policy, text: '1-g' })),
  }
  portal.built.catalogue = next
  await compareBuild(portal.db, keepCatalogue(next), portal.clock.ms)
  portal.clock.ms += 1
  const late = await portal.loggedIn('13800000004')
  await late.put('/customer/api/v1/fixed/platformpolicy/11/follow')
  await portal.runUpdateJobs()
  expect(await remindersOf(portal, 'change')).toHaveLength(1)
})

test('who was told of one change is told of the next', async () => {
  for (const text of ['1-e', '1-f'])
    await build(({ policies }) => ({ policies: policies.map((policy) => ({ ...policy, text })) }))
  expect(await remindersOf(portal, 'change')).toHaveLength(2)
})

test('an older build, on a process that is not updated yet, changes nothing', async () => {
  const old = portal.built.catalogue
  await build(({ policies }) => ({ policies: policies.map((policy) => ({ ...policy, text: '1-e' })) }))
  await compareBuild(portal.db, keepCatalogue(old), portal.clock.ms)
  await build(() => ({}))
  expect(await remindersOf(portal, 'change')).toHaveLength(1)
})

test('of the settings only its own changes', async () => {
  await portal.db.insertInto('settings').values({ name: 'another', value: '7' }).execute()
  await build(() => ({}))
  const settings = await portal.db.selectFrom('settings').selectAll().execute()
  expect(settings).toContainEqual({ name: 'another', value: '7' })
  expect(settings).toContainEqual({ name: 'compared_build', value: String(portal.clock.ms) })
})

test('two processes that see a build at once tell of it once', async () => {
  const next = {
    ...FIRST,
    built_at: '2026-11-22T08:00:00.000Z',
    policies: FIRST.policies.map((policy) => ({ ...policy, text: '1-f' })),
  }
  portal.built.catalogue = next
  await Promise.all([1, 2, 3].map(() => compareBuild(portal.db, keepCatalogue(next), portal.clock.ms)))
  await portal.runUpdateJobs()
  expect(await remindersOf(portal, 'change')).toHaveLength(1)
})

test('hashes of another making say nothing', async () => {
  await build(({ policies }) => ({ policies: policies.map((policy) => ({ ...policy, text: '2-e' })) }))
  expect(await remindersOf(portal, 'change')).toEqual([])
})

test('a new item of a followed original is told, too', async () => {
  await build(({ items }) => ({ items: [...items, grant(31, SMALL, { policy: 11 })] }))
  expect(await remindersOf(portal, 'change')).toEqual([
    '您关注的《政策31》有变化：新增申报事项《政策31》，申报期限：长期有效。请查看最新内容。',
  ])
})

test('of what is taken in rounds the end of the programme is told', async () => {
  const window = { kind: 'batches', months: null, closes: '2026-12-31' } as const
  await build(({ items }) => ({ items: [...items, grant(31, SMALL, { policy: 11, window })] }))
  expect((await remindersOf(portal, 'change')).join()).toContain('申报期限：按批次受理，至 2026-12-31。')
})

test('a new policy that fits the saved answers is told once; others are not', async () => {
  await answerEmployees(browser, 20)
  await answerEmployees(await portal.loggedIn('13800000002'), 5000)
  const closed = { kind: 'dated', opens: null, closes: '2026-01-01' } as const
  await build(({ items }) => ({
    items: [
      ...items,
      grant(31, SMALL, { policy: 15 }),
      grant(32, SMALL, { policy: 15, window: closed }),
      grant(33, SMALL),
      grant(34, { fact: 'exporter', op: 'eq', value: true }, { policy: 14 }),
    ],
  }))
  const message = '新上线的政策《政策31》与您填写的企业情况相符，请查看申报条件和期限。'
  expect(await remindersOf(portal, 'match')).toEqual([message])
  await build(({ items }) => ({ items: items.filter(({ id }) => id !== 31) }))
  await build(({ items }) => ({ items: [...items, grant(31, SMALL, { policy: 15 })] }))
  expect(await remindersOf(portal, 'match')).toEqual([message])
})

test('many at once are one message, and it can be turned off', async () => {
  await answerEmployees(browser, 20)
  const many = (first: number) =>
    Array.from({ length: 8 }, (_, index) => grant(first + index, SMALL, { policy: 15 }))
  await build(({ items }) => ({ items: [...items, ...many(40)] }))
  const [message] = await remindersOf(portal, 'match')
  expect(message).toBe('新上线的 8 项政策与您填写的企业情况相符，其中有《政策40》，请到“最新匹配政策”查看。')
  const { items } = (await browser.get('/customer/api/v1/message?status=0')).body.result
  const { body } = await browser.post(`/customer/api/v1/message/${items[0].id}/mute`)
  expect(body).toEqual({ code: 200, muted: 'matches', platform_policy_id: null })
  await build(({ items: known }) => ({ items: [...known, ...many(60)] }))
  expect(await remindersOf(portal, 'match')).toEqual([message])
})
