import type { InputOf, QueryOf } from '../contract/call.ts'
import { changeOrder, createOrder, getOrder, listOrders, type Order } from '../contract/orders/order.ts'
import { ask } from './ask.ts'

export type OrderFilter = Partial<Omit<QueryOf<typeof listOrders>, 'page'>>

/** One page of the company's orders, newest first. */
export async function fetchOrders(
  companyId: number,
  page: number,
  { state, kind, poid, item_id }: OrderFilter = {},
) {
  const { result } = await ask(listOrders, {
    params: { companyId: String(companyId) },
    query: {
      page: String(page),
      ...(state && { state }),
      ...(kind && { kind }),
      ...(poid && { poid: String(poid) }),
      ...(item_id && { item_id: String(item_id) }),
    },
  })
  return result
}

export async function fetchOrder(companyId: number, orderId: number): Promise<Order> {
  const { order } = await ask(getOrder, { params: paramsOf(companyId, orderId) })
  return order
}

/** Makes a draft or, with `submit`, hands the application in. */
export function addOrder(companyId: number, body: InputOf<typeof createOrder>['body']) {
  return ask(createOrder, { params: { companyId: String(companyId) }, body })
}

/** Saves, submits, answers or withdraws. Refused with 409, the error's field `order` has the newest. */
export async function editOrder(
  companyId: number,
  orderId: number,
  body: InputOf<typeof changeOrder>['body'],
): Promise<Order> {
  const { order } = await ask(changeOrder, { params: paramsOf(companyId, orderId), body })
  return order
}

function paramsOf(companyId: number, orderId: number) {
  return { companyId: String(companyId), orderId: String(orderId) }
}
