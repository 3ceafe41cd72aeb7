import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeOrder, whoIs } from '../../server/testing/chat-room.ts'
import { changeSubmittedOrder } from '../../src/lib/contract/operator/order.ts'
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

const APPROVED = { act: 'move', state: 'approved' } as const

const addOrder = () => makeOrder(room.visitor.portal, companyId, personId)

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
  await desk.deskOrder.load(id)
  const late = Promise.withResolvers<void>()
  visitor.network = async (pass) => {
    const answer = await pass()
    await late.promise
    return answer
  }
  const refreshed = desk.orders.refresh()
  await new Promise((resolve) => setImmediate(resolve))
  visitor.online()
  expect(await desk.changeDeskOrder(changeSubmittedOrder, id, { act: 'take' })).toBeUndefined()
  late.resolve()
  await refreshed
  expect(desk.orders.$state.get().page?.items).toMatchObject([{ id, operator: '运营人员1' }])
})

test('of two pages that are asked for one after the other the later one shows, whichever answer is slower', async () => {
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

test('a step that comes too late shows how the order is; a cut line takes nothing away', async () => {
  const { desk, visitor } = room
  const id = await declare()
  await desk.deskOrder.load(id)
  const colleague = await visitor.portal.loggedIn('13900000001')
  const taken = await colleague.put(`/operator/api/v1/orders/${id}`, { act: 'take' })
  expect(taken.body.code).toBe(200)
  const colleagueId = taken.body.operator_id
  expect(await desk.changeDeskOrder(changeSubmittedOrder, id, APPROVED)).toContain('受理')
  const shown = { status: 'ready', value: { operator_id: colleagueId } }
  expect(desk.deskOrder.$state.get()).toMatchObject(shown)
  visitor.network = OFFLINE
  expect(await desk.changeDeskOrder(changeSubmittedOrder, id, APPROVED)).toContain('网络')
  expect(desk.deskOrder.$state.get()).toMatchObject(shown)
})
