import { afterEach, beforeEach, expect, test } from 'vitest'
import { CATALOGUE } from '../../server/testing/portal.ts'
import { logIn, openStores, openVisitor, settled, until, type Visitor } from './support/visitor.ts'

const catalogue = {
  ...CATALOGUE,
  policies: [{ id: 7, title: '关于支持企业创新发展的若干措施', region: '440100' }],
}

let visitor: Visitor
let page: Awaited<ReturnType<typeof openFollowsPage>>
let stop: () => void

const openFollowsPage = () =>
  openStores(() => [
    import('../../src/lib/stores/session.ts'),
    import('../../src/lib/stores/login.ts'),
    import('../../src/lib/stores/follows.ts'),
  ])

beforeEach(async () => {
  visitor = await openVisitor({ catalogue })
  page = await openFollowsPage()
  stop = page.$follows.subscribe(() => undefined)
})
afterEach(() => {
  stop()
  return visitor.close()
})

const enter = () => logIn(page, visitor)
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

test('when the session has ended, it is followed after the next login', async () => {
  await enter()
  await settled(visitor)
  await visitor.portal.db.deleteFrom('sessions').where('customer_id', '>', 0).execute()
  await page.toggleFollow(7, false)
  expect(page.$session.get().topShow).toBe(true)
  visitor.waitSeconds(61)
  await enter()
  await until(page.$follows, has(7))
})
