import { afterEach, beforeEach, expect, test } from 'vitest'
import { providerBody } from '../../server/testing/order-parties.ts'
import { addAdditional } from '../../src/lib/contract/orders/additional.ts'
import { logIn, openStores, openVisitor, settled, until, type Visitor } from './support/visitor.ts'

let visitor: Visitor
let page: Awaited<ReturnType<typeof openProviderPage>>

const openProviderPage = () =>
  openStores(() => [
    import('../../src/lib/stores/session.ts'),
    import('../../src/lib/stores/login.ts'),
    import('../../src/lib/stores/my-provider.ts'),
    import('../../src/lib/api/ask.ts'),
  ])

beforeEach(async () => {
  visitor = await openVisitor()
  page = await openProviderPage()
})
afterEach(() => visitor.close())

test('what is asked for stays to be read when another operator takes over, and is not another company’s', async () => {
  await logIn(page, visitor)
  const body = await providerBody(visitor.portal, page.$companyId.get() ?? 0)
  const { id } = (await page.ask(addAdditional, { body })).data
  const event = { order_id: id, state: 'more-needed', actor: '张三', at: 1 } as const
  await visitor.portal.db.updateTable('orders').set({ state: 'more-needed' }).where('id', '>', 0).execute()
  for (const note of ['请写明收费方式', '由张三继续受理'])
    await visitor.portal.db
      .insertInto('order_events')
      .values({ ...event, note })
      .execute()
  const stop = page.followMyProvider()
  await until(page.$myProvider, (mine) => mine !== null)
  expect(page.$myProvider.get()).toMatchObject({ note: '请写明收费方式' })
  visitor.waitSeconds(61)
  await logIn(page, visitor, '13800000002')
  await until(page.$myProvider, (mine) => mine === null)
  await settled(visitor)
  expect(page.$myProvider.get()).toBeNull()
  stop()
})
