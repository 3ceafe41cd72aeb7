import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import {
  CLOSES,
  closing,
  morningOf,
  openClosing,
  openFollower,
  POLICY,
  remindersOf,
  runUntil,
} from '../testing/followers.ts'
import { keepCatalogue } from '../testing/kept-catalogue.ts'
import { companyOf } from '../testing/order-parties.ts'
import type { TestPortal } from '../testing/portal.ts'
import { remindOfWindows } from './tell-followers.ts'

let portal: TestPortal

beforeEach(async () => {
  portal = await openClosing()
})
afterEach(() => portal.close())

const SETTINGS = '/customer/api/v1/reminders'

test('a follower is reminded 30, 14, 7 and 3 days before, once each, and never after', async () => {
  const browser = await openFollower(portal)
  const sent: number[] = []
  for (let daysBefore = 40; daysBefore >= -2; daysBefore -= 1) {
    const before = (await remindersOf(portal)).length
    await runUntil(portal, daysBefore)
    await portal.runUpdateJobs()
    const now = (await remindersOf(portal)).length
    if (now > before) sent.push(daysBefore)
    expect(now - before).toBeLessThanOrEqual(1)
  }
  expect(sent).toEqual([30, 14, 7, 3])
  expect((await remindersOf(portal))[2]).toBe(
    '您关注的《高企认定》还有 7 天截止（2026-12-31），如需申报请尽快准备。',
  )
  const again = await portal.loggedIn('13800000001')
  expect(browser).toBeDefined()
  const { items } = (await again.get('/customer/api/v1/message?status=0')).body.result
  // The message above it reports the login on another device.
  expect(items[1]).toMatchObject({ category: 'policy', platform_policy_id: POLICY, topic: 'deadline' })
})

test('after downtime what was missed is made up for with one message', async () => {
  await openFollower(portal)
  await runUntil(portal, 5)
  expect(await remindersOf(portal)).toEqual([
    '您关注的《高企认定》还有 5 天截止（2026-12-31），如需申报请尽快准备。',
  ])
  await runUntil(portal, 3)
  expect(await remindersOf(portal)).toHaveLength(2)
})

test('whoever follows late is not reminded of what had passed by then', async () => {
  portal.clock.ms = morningOf(CLOSES) - 10 * 86_400_000
  await openFollower(portal)
  await runUntil(portal, 9)
  expect(await remindersOf(portal)).toEqual([])
  await runUntil(portal, 7)
  expect(await remindersOf(portal)).toHaveLength(1)
})

test('a longer window is reminded of anew', async () => {
  await openFollower(portal)
  await runUntil(portal, 3)
  portal.built.catalogue = closing('2027-01-31')
  portal.clock.ms = morningOf('2027-01-24')
  await portal.runUpdateJobs()
  expect((await remindersOf(portal)).at(-1)).toContain('还有 7 天截止（2027-01-31）')
})

test('two passes at once send each reminder once', async () => {
  for (const last of [1, 2, 3, 4, 5]) await openFollower(portal, `1380000000${last}`)
  portal.clock.ms = morningOf(CLOSES) - 7 * 86_400_000
  const pass = () => remindOfWindows(portal.db, keepCatalogue(portal.built.catalogue), portal.clock.ms)
  const sent = await Promise.all([pass(), pass(), pass()])
  expect(sent.reduce((all, one) => all + one)).toBe(5)
  expect(await remindersOf(portal)).toHaveLength(5)
})

test('lead times are the company’s own; one that stays is not lost, a new one makes up for nothing', async () => {
  const browser = await openFollower(portal)
  const { body } = await browser.put(SETTINGS, { lead_days: [20, 3] })
  expect(body.settings).toEqual({
    lead_days: [20, 3],
    changes: true,
    matches: true,
  })
  await runUntil(portal, 20)
  expect(await remindersOf(portal)).toHaveLength(1)
  await runUntil(portal, 7)
  expect(await remindersOf(portal)).toHaveLength(1)
  const later = await portal.loggedIn('13800000001')
  const since = () =>
    portal.db
      .selectFrom('reminder_settings')
      .select('leads')
      .where('company_id', '>', 0)
      .executeTakeFirstOrThrow()
      .then(({ leads }) => JSON.parse(leads).find(({ days }: { days: number }) => days === 3))
  const before = await since()
  await later.put(SETTINGS, { lead_days: [15, 3] })
  expect(await since()).toEqual(before)
  await runUntil(portal, 6)
  expect(await remindersOf(portal)).toHaveLength(1)
  await runUntil(portal, 3)
  expect(await remindersOf(portal)).toHaveLength(2)
  await later.put(SETTINGS, { lead_days: [] })
  expect((await later.get(SETTINGS)).body.settings.lead_days).toEqual([])
})

const mute = async (browser: Browser) =>
  portal.db
    .updateTable('follows')
    .set({ muted: 1 })
    .where('company_id', '=', await companyOf(browser))
    .execute()

test('a muted policy is silent until it is followed again; a follow of another company is not touched', async () => {
  const browser = await openFollower(portal)
  await openFollower(portal, '13800000002')
  await mute(browser)
  const { items } = (await browser.get('/customer/api/v1/fixed/platformpolicy?type=followed')).body.result
  expect(items).toMatchObject([{ platform_policy_id: POLICY, followed: true, muted: true }])
  await runUntil(portal, 30)
  expect(await remindersOf(portal)).toHaveLength(1)
  const again = await portal.loggedIn('13800000001')
  await again.put(`/customer/api/v1/fixed/platformpolicy/${POLICY}/follow`)
  await runUntil(portal, 14)
  expect(await remindersOf(portal)).toHaveLength(3)
})

describe('a company with a draft of what closes', () => {
  async function openDrafter(phone: string, item_id = 21, kind: 'draft' | 'submit' = 'draft') {
    const browser = await portal.loggedIn(phone)
    const orders = `/startup/api/v1/company/order/${await companyOf(browser)}`
    const fields = { contact: '李雷', phone }
    const { order } = (await browser.post(orders, { item_id, fields, client_id: `client-${phone}` })).body
    if (kind === 'submit') {
      await browser.put(`${orders}/${order.id}`, { action: 'submit', revision: order.revision })
    }
    return browser
  }
  const WRITING = '您正在填写的《高企认定》还有 7 天截止（2026-12-31），申报还没有提交，请尽快完成。'

  test('is told, also where it does not follow it; once where it does', async () => {
    await openDrafter('13800000001')
    await openFollower(portal, '13800000001')
    await openDrafter('13800000002')
    await openFollower(portal, '13800000003')
    await runUntil(portal, 7)
    expect((await remindersOf(portal)).sort()).toEqual([
      '您关注的《高企认定》还有 7 天截止（2026-12-31），如需申报请尽快准备。',
      WRITING,
      WRITING,
    ])
    await portal.runUpdateJobs()
    expect(await remindersOf(portal)).toHaveLength(3)
  })

  test('is not told of another item, of what it has submitted, nor where it has muted the policy', async () => {
    await openDrafter('13800000001', 22)
    await openDrafter('13800000002', 21, 'submit')
    const browser = await openDrafter('13800000003')
    await openFollower(portal, '13800000003')
    await mute(browser)
    await runUntil(portal, 7)
    expect(await remindersOf(portal)).toEqual([])
  })

  test('is told no more after 不再提醒', async () => {
    await openDrafter('13800000001')
    await openDrafter('13800000002')
    await runUntil(portal, 7)
    const mine = await portal.loggedIn('13800000001')
    const { items } = (await mine.get('/customer/api/v1/message')).body.result
    const { id } = items.find(({ topic }: { topic: string }) => topic === 'deadline')
    expect((await mine.post(`/customer/api/v1/message/${id}/mute`)).body.code).toBe(200)
    await runUntil(portal, 3)
    expect(await remindersOf(portal)).toHaveLength(3)
  })
})

test('a message mutes its policy; a foreign one is none, and others cannot be muted', async () => {
  const browser = await openFollower(portal)
  await runUntil(portal, 30)
  const mine = await portal.loggedIn('13800000001')
  const other = await portal.loggedIn('13800000002')
  const { items } = (await mine.get('/customer/api/v1/message')).body.result
  const [reminder, welcome] = items.filter(({ category }: { category: string }) => category === 'policy')
  expect(browser).toBeDefined()
  expect((await other.post(`/customer/api/v1/message/${reminder.id}/mute`)).body.code).toBe(404)
  expect((await mine.post(`/customer/api/v1/message/${welcome.id}/mute`)).body.code).toBe(409)
  expect((await mine.post(`/customer/api/v1/message/${reminder.id}/mute`)).body).toEqual({
    code: 200,
    muted: 'policy',
    platform_policy_id: POLICY,
  })
  await runUntil(portal, 14)
  expect(await remindersOf(portal)).toHaveLength(1)
})

test('who asked for it gets one SMS for all that a day brings, and after opting out none', async () => {
  const browser = await openFollower(portal)
  await openFollower(portal, '13800000002')
  await browser.put(SETTINGS, { told: { kind: 'deadline', way: 'sms', on: true } })
  await runUntil(portal, 30)
  await portal.runUpdateJobs()
  await portal.runNotices()
  expect(portal.smsReminders).toEqual([{ phone: '13800000001', policies: 1, days: 30 }])
  const again = await portal.loggedIn('13800000001')
  await again.put(SETTINGS, { told: { kind: 'deadline', way: 'sms', on: false } })
  await runUntil(portal, 14)
  await portal.runNotices()
  expect(portal.smsReminders).toHaveLength(1)
})

test.each([
  { lead_days: [91] },
  { lead_days: [-1] },
  { lead_days: [1.5] },
  { lead_days: [3, 3] },
  { lead_days: [1, 2, 3, 4, 5, 6, 7] },
  { lead_days: '30' },
  { matches: 'yes' },
])('settings %j: code 400', async (body) => {
  const browser = await openFollower(portal)
  expect((await browser.put(SETTINGS, body)).body.code).toBe(400)
})
