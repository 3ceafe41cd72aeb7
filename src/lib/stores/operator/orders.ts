/** The application that is open at the desk. */
import { atom } from 'nanostores'
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
import { attempt, attemptQuietly } from './desk.ts'
import { orders, requests } from './lists.ts'

type DeskOrderState =
  | { status: 'closed' }
  | { status: 'loading'; id: number }
  | { status: 'failed'; id: number; text: string }
  | { status: 'ready'; id: number; open: OperatorOrder; isBusy: boolean }

export const $deskOrder = atom<DeskOrderState>({ status: 'closed' })

export async function openDeskOrder(id: number): Promise<void> {
  const before = $deskOrder.get()
  if (before.status !== 'ready' || before.id !== id) $deskOrder.set({ status: 'loading', id })
  const done = await attempt(() => ask(getSubmittedOrder, { params: { id } }))
  if (!isAsked(id)) return
  if (done.ok) show(done.value)
  else $deskOrder.set({ status: 'failed', id, text: done.text })
}

export function closeDeskOrder(): void {
  $deskOrder.set({ status: 'closed' })
}

function isAsked(id: number): boolean {
  const state = $deskOrder.get()
  return state.status !== 'closed' && state.id === id
}

function show(open: OperatorOrder): void {
  const { id, state, operator, gmt_modified } = open.order
  $deskOrder.set({ status: 'ready', id, open, isBusy: false })
  for (const list of [orders, requests]) list.replace(id, { state, operator, gmt_modified })
}

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

/** Makes one of the calls that change an order. */
export function changeDeskOrder<C extends Change>(
  call: C,
  id: number,
  body: v.InferInput<C['body']>,
): Promise<string | undefined> {
  return act(id, () => ask(call as Change, { params: { id }, body } as never))
}

async function act(id: number, run: () => Promise<OperatorOrder>): Promise<string | undefined> {
  const state = $deskOrder.get()
  if (state.status === 'ready' && state.id === id) $deskOrder.set({ ...state, isBusy: true })
  const done = await attempt(run)
  if (done.ok) {
    if (isAsked(id)) show(done.value)
    return undefined
  }
  // A colleague may have been faster: the order is read again. It stays as it is if that fails.
  const fresh = await attemptQuietly(() => ask(getSubmittedOrder, { params: { id } }))
  if (fresh && isAsked(id)) show(fresh)
  const now = $deskOrder.get()
  if (now.status === 'ready' && now.id === id) $deskOrder.set({ ...now, isBusy: false })
  return done.text
}
