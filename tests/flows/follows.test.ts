/** Follows from the button's store to the database, in two tabs and across a login. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CATALOGUE } from '../../server/testing/portal.ts'
import { ask } from '../../src/lib/api/ask.ts'
import { listFollows, listPlatformPolicies } from '../../src/lib/contract/policies/platform-policy.ts'
import {
  logIn,
  OFFLINE,
  opens,
  openVisitor,
  type Page,
  settled,
  until,
  type Visitor,
} from './support/visitor.ts'

const MANY = 1000
const catalogue = {
  ...CATALOGUE,
  policies: Array.from({ length: MANY }, (_, index) => ({
    id: index + 1,
    title: `关于支持企业创新发展的若干措施（第 ${index + 1} 批）`,
    region: '440100',
  })),
}

let visitor: Visitor
let page: Awaited<ReturnType<typeof openFollowsPage>>
let stop: () => void

async function openFollowsPage() {
  vi.resetModules()
  const [session, login, follows] = await Promise.all([
    import('../../src/lib/stores/session.ts'),
    import('../../src/lib/stores/login.ts'),
    import('../../src/lib/stores/follows.ts'),
  ])
  return opens({ ...session, ...login, ...follows })
}

beforeEach(async () => {
  visitor = await openVisitor({ catalogue })
  page = await openFollowsPage()
  stop = page.$follows.subscribe(() => undefined)
})
afterEach(() => {
  stop()
  return visitor.close()
})

const enter = () => logIn(page as unknown as Page, visitor)
const rows = () =>
  visitor.portal.db.selectFrom('follows').select('policy_id').where('company_id', '>', 0).execute()
const has = (id: number) => (follows: ReadonlySet<number> | null) => follows?.has(id) ?? false

test('a visitor is asked to log in, then the policy is followed', async () => {
  await page.toggleFollow(7, false)
  expect(page.$session.get().topShow).toBe(true)
  await enter()
  await until(page.$follows, has(7))
  expect(await rows()).toEqual([{ policy_id: 7 }])
})

test('closing the overlay drops the request', async () => {
  await page.toggleFollow(7, false)
  page.UPDATE_USER({ topShow: false })
  await enter()
  await settled(visitor)
  expect(await rows()).toEqual([])
})

test('every tab shows the same', async () => {
  await enter()
  const other = await openFollowsPage()
  const end = other.$follows.subscribe(() => undefined)
  await settled(visitor)
  await page.toggleFollow(7, false)
  await until(other.$follows, has(7))
  await other.toggleFollow(7, true)
  await until(page.$follows, (follows) => follows !== null && !follows.has(7))
  end()
})

test('a failure is reported and changes nothing', async () => {
  await enter()
  await settled(visitor)
  visitor.network = OFFLINE
  await page.toggleFollow(7, false)
  expect(page.$followProblem.get()).toEqual({ id: 7, text: '网络连接失败，请检查网络后重试' })
  expect(page.$follows.get()?.has(7)).toBe(false)
})

test('after an expired session, it is followed after the next login', async () => {
  await enter()
  await settled(visitor)
  await visitor.portal.db.deleteFrom('sessions').where('customer_id', '>', 0).execute()
  await page.toggleFollow(7, false)
  expect(page.$session.get().topShow).toBe(true)
  visitor.waitSeconds(61)
  await enter()
  await until(page.$follows, has(7))
})

test('of 1,000 follows the first page and all their numbers are under 40 KB each', async () => {
  await enter()
  const follows = catalogue.policies.map(({ id }) => ({
    company_id: page.$companyId.get() ?? 0,
    policy_id: id,
    customer_id: 1,
    created_at: id,
  }))
  await visitor.portal.db.insertInto('follows').values(follows).execute()
  const { result } = await ask(listPlatformPolicies, { query: { type: 'followed' } })
  expect(result.total).toBe(MANY)
  expect(JSON.stringify(result).length).toBeLessThan(40 * 1024)
  const { policy_ids } = await ask(listFollows, {})
  expect(policy_ids).toHaveLength(MANY)
  expect(JSON.stringify(policy_ids).length).toBeLessThan(40 * 1024)
})
