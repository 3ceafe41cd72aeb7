/** Applications of companies at the desk: the table, and the one that is open. */
import { atom } from 'nanostores'
import * as v from 'valibot'
import { ask } from '../../api/ask.ts'
import type { AnswerOf } from '../../contract/call.ts'
import { calendarDay } from '../../contract/list.ts'
import {
  decideAdditional,
  listSubmittedAdditional,
  showProvider,
} from '../../contract/operator/additional.ts'
import { ASSIGNMENTS } from '../../contract/operator/conversation.ts'
import {
  assignOrder,
  getSubmittedOrder,
  listSubmittedOrders,
  moveOrder,
  type OperatorOrder,
  takeOrder,
} from '../../contract/operator/order.ts'
import {
  ORDER_KINDS,
  ORDER_STATES,
  type OrderKind,
  type OrderState,
} from '../../rules/orders/order-states.ts'
import { attempt, attemptQuietly, noted } from './desk.ts'
import { createDeskList } from './list.ts'

export interface OrdersFilter {
  assigned?: (typeof ASSIGNMENTS)[number] | undefined
  kind?: OrderKind | undefined
  state?: OrderState | undefined
  q: string
  /** First submitted from that day on, and until that one. */
  from?: string | undefined
  to?: string | undefined
}

/** What the address asks for; what is not understood is left out. */
export function readOrdersFilter(params: URLSearchParams): OrdersFilter {
  return {
    kind: ORDER_KINDS.find((known) => known === params.get('kind')),
    state: ORDER_STATES.find((known) => known === params.get('state')),
    assigned: ASSIGNMENTS.find((known) => known === params.get('assigned')),
    q: (params.get('q') ?? '').trim().slice(0, 100),
    from: readDay(params.get('from')),
    to: readDay(params.get('to')),
  }
}

function readDay(text: string | null): string | undefined {
  return text !== null && v.is(calendarDay, text) ? text : undefined
}

type Row = AnswerOf<typeof listSubmittedOrders>['result']['items'][number]

/** Applications for policies: the other kinds have a table of their own. */
export const orders = createDeskList<Row, OrdersFilter>(async (filter, page) => {
  const query = { ...filter, kind: 'application', page } as const
  const { result } = await ask(listSubmittedOrders, { query })
  return result
})

/** Loans, providers and company profiles. */
export const requests = createDeskList<Row, OrdersFilter>(async ({ kind: wanted, q: _, ...filter }, page) => {
  const kind = wanted === 'application' ? undefined : wanted
  const { result } = await ask(listSubmittedAdditional, { query: { ...filter, kind, page } })
  return result
})

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

/** Makes the order mine. Like what follows, it returns what went wrong. */
export function takeDeskOrder(id: number): Promise<string | undefined> {
  return act(id, () => ask(takeOrder, { params: { id } }))
}

/** From whom the page shows to a colleague, or nobody; the note is for him. */
export function handOrderOver(
  id: number,
  from: number | null,
  operator_id: number | null,
  note: string,
): Promise<string | undefined> {
  return act(id, () => ask(assignOrder, { params: { id }, body: { operator_id, from, note } }))
}

/** Leads an application on; what is bad news needs the note. */
export function moveDeskOrder(id: number, state: OrderState, note: string): Promise<string | undefined> {
  const body =
    state === 'more-needed' || state === 'rejected' ? { state, note: note.trim() } : { state, ...noted(note) }
  return act(id, () => ask(moveOrder, { params: { id }, body }))
}

const ACTIONS = { approved: 'approve', rejected: 'refuse', 'more-needed': 'more' } as const

export type Decision = keyof typeof ACTIONS

/** Decides a request of another kind. */
export function decideRequest(id: number, state: Decision, note: string): Promise<string | undefined> {
  const body =
    state === 'approved'
      ? { action: ACTIONS[state], ...noted(note) }
      : { action: ACTIONS[state], note: note.trim() }
  return act(id, () => ask(decideAdditional, { params: { id }, body }))
}

/** Takes an approved provider off, which needs the note, or shows it again. */
export function publishProvider(id: number, shown: boolean, note: string): Promise<string | undefined> {
  const body = shown ? { shown, ...noted(note) } : { shown, note: note.trim() }
  return act(id, () => ask(showProvider, { params: { id }, body }))
}

async function act(id: number, run: () => Promise<OperatorOrder>): Promise<string | undefined> {
  const state = $deskOrder.get()
  if (state.status === 'ready' && state.id === id) $deskOrder.set({ ...state, isBusy: true })
  const done = await attempt(run)
  if (done.ok) {
    if (isAsked(id)) show(done.value)
    return undefined
  }
  // Somebody else may have been quicker: what is shown is read anew, and stays if that fails.
  const fresh = await attemptQuietly(() => ask(getSubmittedOrder, { params: { id } }))
  if (fresh && isAsked(id)) show(fresh)
  const now = $deskOrder.get()
  if (now.status === 'ready' && now.id === id) $deskOrder.set({ ...now, isBusy: false })
  return done.text
}
