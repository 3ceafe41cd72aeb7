/** The desk's tables: they follow others' changes, and show the last requested page. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeOrder, whoIs } from '../../server/testing/chat-room.ts'
import { settleCorrection } from '../../src/lib/contract/policies/correction.ts'
import { type DeskRoom, openDeskRoom } from './support/desk.ts'
import { OFFLINE, settled, until } from './support/visitor.ts'

let room: DeskRoom
let companyId: number
let personId: number

beforeEach(async () => {
  room = await openDeskRoom()
  const { id, company_id } = await whoIs(room.company)
  companyId = company_id
  personId = id
})
afterEach(() => room.close())

const addOrder = () => makeOrder(room.visitor.portal, companyId, personId)

/** One that the operators can decide. */
async function declare(): Promise<number> {
  const { body } = await room.company.post(`/startup/api/v1/company/order/${companyId}`, {
    item_id: 22,
    fields: { contact: '王示例', phone: '13800000001' },
    submit: true,
    client_id: 'order-0001',
  })
  return body.order.id
}
const ALL = { q: '' }

test('new submissions appear when the operator returns to the window', async () => {
  const { desk } = room
  await desk.requests.open(ALL, 1)
  const stop = desk.requests.watch()
  await settled(room.visitor)
  const id = await addOrder()
  window.dispatchEvent(new window.Event('focus'))
  const { page } = await until(desk.requests.$state, (state) => state.page?.total === 1)
  expect(page?.items).toMatchObject([{ id }])
  stop()
})

test('a row changed here does not revert to an earlier answer', async () => {
  const { desk, visitor } = room
  const id = await declare()
  await desk.orders.open(ALL, 1)
  await desk.openDeskOrder(id)
  const late = Promise.withResolvers<void>()
  visitor.network = async (pass) => {
    const answer = await pass()
    await late.promise
    return answer
  }
  const refreshed = desk.orders.refresh()
  await new Promise((resolve) => setImmediate(resolve))
  visitor.online()
  expect(await desk.takeDeskOrder(id)).toBeUndefined()
  late.resolve()
  await refreshed
  expect(desk.orders.$state.get().page?.items).toMatchObject([{ id, operator: '运营人员1' }])
})

test('a row that polls keep reporting loses no news from the list', async () => {
  const { desk } = room
  await desk.orders.open(ALL, 1)
  const id = await declare()
  const tell = () => desk.orders.replace(id, { operator: null })
  for (let round = 0; round < 2; round += 1) {
    const refreshed = desk.orders.refresh()
    tell()
    await refreshed
  }
  expect(desk.orders.$state.get().page?.items).toMatchObject([{ id }])
})

test.each([
  ['the earlier', 0, 1],
  ['the later', 1, 0],
])('of two refreshes the later one shows, also when %s is answered first', async (_, first, last) => {
  const { desk, visitor } = room
  await desk.companyOrders.open(companyId, 1)
  const lines = [0, 1].map(() => ({
    known: Promise.withResolvers<void>(),
    answered: Promise.withResolvers<void>(),
  }))
  let count = 0
  visitor.network = async (pass) => {
    const line = lines[count++]
    const answer = await pass()
    line?.known.resolve()
    await line?.answered.promise
    return answer
  }
  const earlier = desk.companyOrders.refresh()
  await lines[0]?.known.promise
  const id = await addOrder()
  const later = desk.companyOrders.refresh()
  const refreshes = [earlier, later]
  for (const which of [first, last]) {
    lines[which]?.answered.resolve()
    await refreshes[which]
  }
  expect(desk.companyOrders.$state.get().page?.items).toMatchObject([{ id }])
})

test('of two pages requested in sequence the later one shows, whichever answers first', async () => {
  const { desk, visitor } = room
  for (let count = 0; count < 21; count++) await addOrder()
  await desk.companyOrders.open(companyId, 1)
  const slow = Promise.withResolvers<void>()
  visitor.network = async (pass) => {
    const answer = await pass()
    await slow.promise
    return answer
  }
  const second = desk.companyOrders.open(companyId, 2)
  visitor.online()
  await desk.companyOrders.open(companyId, 1)
  slow.resolve()
  await second
  expect(desk.companyOrders.$state.get().page).toMatchObject({ page: 1 })
})

test('in place of a missing page the last one shows and stays up to date', async () => {
  const { desk, visitor } = room
  const oldest = await addOrder()
  for (let count = 0; count < 20; count++) await addOrder()
  await desk.companyOrders.open(companyId, 2)
  expect(desk.companyOrders.$state.get().page).toMatchObject({ page: 2, items: [{ id: oldest }] })
  await visitor.portal.db.deleteFrom('orders').where('id', '=', oldest).execute()
  await desk.companyOrders.refresh()
  const { page } = desk.companyOrders.$state.get()
  expect(page).toMatchObject({ page: 1, asked: 2, total: 20 })
  expect(page?.items).toHaveLength(20)
  await desk.companyOrders.refresh()
  expect(desk.companyOrders.$state.get().page).toMatchObject({ page: 1, asked: 1 })
  await desk.companyOrders.open(companyId, 7)
  expect(desk.companyOrders.$state.get().page).toMatchObject({ page: 1, asked: 7 })
})

test('rows of another company disappear at once', async () => {
  const { desk } = room
  await addOrder()
  await desk.companyOrders.open(companyId, 1)
  const other = desk.companyOrders.open(companyId + 1, 1)
  expect(desk.companyOrders.$state.get()).toEqual({ status: 'loading', page: null })
  await other
})

test("a late action shows the order's state; a broken connection removes nothing", async () => {
  const { desk, visitor } = room
  const id = await declare()
  await desk.openDeskOrder(id)
  const colleague = await visitor.portal.loggedIn('13900000001')
  const taken = await colleague.send('PUT', `/operator/api/v1/orders/${id}/take`, {})
  expect(taken.body.code).toBe(200)
  const colleagueId = taken.body.operator_id
  expect(await desk.moveDeskOrder(id, 'approved', '')).toContain('受理')
  const shown = { status: 'ready', isBusy: false, open: { operator_id: colleagueId } }
  expect(desk.$deskOrder.get()).toMatchObject(shown)
  visitor.network = OFFLINE
  expect(await desk.moveDeskOrder(id, 'approved', '')).toContain('网络')
  expect(desk.$deskOrder.get()).toMatchObject(shown)
})

test('waiting items are counted again after a decision', async () => {
  const { desk } = room
  const report = { kind: 'original', page_id: 11, text: '第三条的日期有误' }
  const counted = (count: number) =>
    until(desk.$today, (state) => state.status === 'ready' && state.today.counts.corrections === count)
  await room.company.post('/customer/api/v1/correction', report)
  await desk.loadToday()
  await counted(1)
  await desk.corrections.open({ state: 'open' }, 1)
  const [row] = desk.corrections.$state.get().page?.items ?? []
  const id = row?.id ?? 0
  await desk.submit(
    settleCorrection,
    { params: { id }, body: { state: 'fixed', answer: '已更正' } },
    desk.corrections,
  )
  await counted(0)
})
