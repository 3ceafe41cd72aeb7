/** The application that is open at the desk. */
import type * as v from 'valibot'
import { ask } from '../../api/ask.ts'
import type { InputOf } from '../../contract/call.ts'
import type { decideAdditional, showProvider } from '../../contract/operator/additional.ts'
import {
  type assignOrder,
  getSubmittedOrder,
  moveOrder,
  type OperatorOrder,
  takeOrder,
} from '../../contract/operator/order.ts'
import type { OrderState } from '../../rules/orders/order-states.ts'
import { attempt } from './desk.ts'
import { orders, requests } from './lists.ts'
import { createValue } from './value.ts'

export const deskOrder = createValue((id: number) => ask(getSubmittedOrder, { params: { id } }))

deskOrder.$state.listen((shown) => {
  if (shown.status !== 'ready') return
  const { id, state, operator, gmt_modified } = shown.value.order
  for (const list of [orders, requests]) list.replace(id, { state, operator, gmt_modified })
})

/** Assigns the order to this operator. Like the next functions, it returns the error. */
export function takeDeskOrder(id: number): Promise<string | undefined> {
  return act(id, () => ask(takeOrder, { params: { id } }))
}

/** Moves an application to its next state. Bad news needs a note. */
export function moveDeskOrder(id: number, state: OrderState, note?: string): Promise<string | undefined> {
  return changeDeskOrder(moveOrder, id, { state, note: note?.trim() || undefined } as InputOf<
    typeof moveOrder
  >['body'])
}

type Change = typeof moveOrder | typeof assignOrder | typeof decideAdditional | typeof showProvider

export function changeDeskOrder<C extends Change>(
  call: C,
  id: number,
  body: v.InferInput<C['body']>,
): Promise<string | undefined> {
  return act(id, () => ask(call as Change, { params: { id }, body } as never))
}

async function act(id: number, run: () => Promise<OperatorOrder>): Promise<string | undefined> {
  const done = await attempt(run)
  const shown = deskOrder.$state.get()
  if (shown.status !== 'ready' || shown.value.order.id !== id) return done.ok ? undefined : done.text
  if (done.ok) {
    deskOrder.set(done.value)
    return undefined
  }
  // A colleague may have been faster.
  await deskOrder.refresh()
  return done.text
}
