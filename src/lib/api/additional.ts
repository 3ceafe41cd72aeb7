import type { InputOf } from '../contract/call.ts'
import { type AdditionalKind, addAdditional, listAdditional } from '../contract/orders/additional.ts'
import type { Order } from '../contract/orders/order.ts'
import { ask } from './ask.ts'

/** One page of what the company has applied for beside policies, newest first. */
export async function fetchAdditional(page: number, kind?: AdditionalKind) {
  const { result } = await ask(listAdditional, { query: { page: String(page), ...(kind && { kind }) } })
  return result
}

/** Submits an application; with `poid`, the answer to a request for more. */
export async function submitAdditional(body: InputOf<typeof addAdditional>['body']): Promise<Order> {
  const { data } = await ask(addAdditional, { body })
  return data
}
