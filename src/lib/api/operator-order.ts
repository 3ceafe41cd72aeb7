import type { InputOf, QueryOf } from '../contract/call.ts'
import { getSubmittedOrder, listSubmittedOrders, moveOrder, takeOrder } from '../contract/operator/order.ts'
import { ask } from './ask.ts'

type Filter = Partial<Omit<QueryOf<typeof listSubmittedOrders>, 'page'>>

/** One page of what companies have submitted, newest first. */
export async function fetchSubmittedOrders(page: number, { state, kind, company_id, q }: Filter = {}) {
  const query = {
    page: String(page),
    ...(state && { state }),
    ...(kind && { kind }),
    ...(company_id && { company_id: String(company_id) }),
    ...(q && { q }),
  }
  const { result } = await ask(listSubmittedOrders, { query })
  return result
}

export function fetchSubmittedOrder(id: number) {
  return ask(getSubmittedOrder, { params: { id: String(id) } })
}

/** Makes the order my own. */
export function takeSubmittedOrder(id: number) {
  return ask(takeOrder, { params: { id: String(id) } })
}

export function moveSubmittedOrder(id: number, body: InputOf<typeof moveOrder>['body']) {
  return ask(moveOrder, { params: { id: String(id) }, body })
}
