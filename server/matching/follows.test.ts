import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MatchList, PlatformPolicy } from '../../src/lib/contract/policies/platform-policy.ts'
import type { Browser } from '../testing/browser.ts'
import { openPortal, type PortalOptions, type TestPortal } from '../testing/portal.ts'
import { RULED } from '../testing/rules.ts'
import { followersOf } from './follows.ts'

const POLICIES = '/customer/api/v1/fixed/platformpolicy'
let portal: TestPortal
let company: Browser
/** Read by the portal at every request: another catalogue is a new build. */
let build: PortalOptions

beforeEach(async () => {
  build = { catalogue: RULED }
  portal = await openPortal(build)
  company = await portal.loggedIn('13800000001')
})
afterEach(() => portal.close())

const list = async (type: MatchList, browser = company) =>
  (await browser.get(`${POLICIES}?type=${type}`)).body.result
const itemsOf = async (type: MatchList, browser = company): Promise<PlatformPolicy[]> =>
  (await list(type, browser)).items
const ids = async (type: MatchList, browser = company) =>
  (await itemsOf(type, browser)).map(({ item_id }) => item_id)
const follow = async (id: number | string, browser = company) =>
  (await browser.put(`${POLICIES}/${id}/follow`)).body
const unfollow = async (id: number | string, browser = company) =>
  (await browser.delete(`${POLICIES}/${id}/follow`)).body

test('followed: the latest follow first, shown in every list, originals without an item, too', async () => {
  expect(await follow(12)).toEqual({ code: 200, followed: true })
  portal.clock.ms += 1000
  await follow(15)
  portal.clock.ms += 1000
  await follow(11)
  const followed = await itemsOf('followed')
  expect(followed.map(({ platform_policy_id }) => platform_policy_id)).toEqual([11, 15, 12])
  expect(followed[1]).toMatchObject({ item_id: null, title: '原文15', verdict: 'unknown', reasons: null })
  const marked = (await itemsOf('all')).filter((item) => item.followed).map(({ item_id }) => item_id)
  expect(marked.sort()).toEqual([21, 22])
})

test('following is idempotent, in parallel, too, and so is ending it', async () => {
  const first = portal.clock.ms
  const followed = await Promise.all(Array.from({ length: 8 }, () => follow(11)))
  expect(followed.map(({ code }) => code)).toEqual(Array(8).fill(200))
  portal.clock.ms += 1000
  await follow(11)
  expect(await portal.db.selectFrom('follows').selectAll().where('company_id', '>', 0).execute()).toEqual([
    { company_id: 2, policy_id: 11, customer_id: 1, created_at: first, muted: 0 },
  ])
  const ended = await Promise.all([unfollow(11), unfollow(11), unfollow(11)])
  expect(ended).toEqual(Array(3).fill({ code: 200, followed: false }))
  expect(await list('followed')).toEqual({ items: [], total: 0, pages: 0, page: 1 })
})

test('a policy that is nowhere can neither be followed nor unfollowed; one that is gone can be let go', async () => {
  const none = { code: 404, message: '没有找到这项政策，它可能已经下线' }
  expect(await follow(999)).toEqual(none)
  expect(await unfollow(999)).toEqual(none)
  expect(await follow(21)).toEqual(none)
  await follow(11)
  build.catalogue = { ...RULED, policies: [] }
  expect(await itemsOf('followed')).toEqual([])
  expect(await unfollow(11)).toEqual({ code: 200, followed: false })
  expect(await unfollow(11)).toEqual(none)
})

test('follows belong to the company: strangers do not see or end them, colleagues do', async () => {
  const stranger = await portal.loggedIn('13800000002')
  await follow(11)
  expect(await itemsOf('followed', stranger)).toEqual([])
  await unfollow(11, stranger)
  expect(await ids('followed')).toEqual([21])
  await follow(12, stranger)
  expect(await followersOf(portal.db, 12)).toEqual([3])
  await portal.db.updateTable('customers').set({ company_id: 2 }).where('id', '=', 2).execute()
  expect(await ids('followed', stranger)).toEqual([21])
  await unfollow(11, stranger)
  expect(await ids('followed')).toEqual([])
})

test('who has muted a follow gets no message about it', async () => {
  await follow(11)
  await portal.db.updateTable('follows').set({ muted: 1 }).execute()
  expect(await followersOf(portal.db, 11)).toEqual([])
  expect(await ids('followed')).toEqual([21])
  expect(await ids('muted')).toEqual([21])
  await portal.db.updateTable('follows').set({ muted: 0 }).execute()
  expect(await ids('muted')).toEqual([])
})

test('all follows at once are the numbers of the company, the latest first', async () => {
  const numbers = async (browser = company) => (await browser.get(`${POLICIES}/followed`)).body
  await follow(11)
  portal.clock.ms += 1000
  await follow(12)
  expect(await numbers()).toEqual({ code: 200, policy_ids: [12, 11] })
  expect(await numbers(await portal.loggedIn('13800000002'))).toEqual({ code: 200, policy_ids: [] })
  expect(await numbers(portal.browser())).toMatchObject({ code: 401 })
})
