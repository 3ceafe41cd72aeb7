/** 我的申报订单: the list page by page, as the address asks for it. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { type ListedOrder, listOrders, ORDERS_PER_PAGE, type OrderItem } from '../../contract/orders/order.ts'
import {
  ORDER_KINDS,
  ORDER_STATES,
  type OrderKind,
  type OrderState,
} from '../../rules/orders/order-states.ts'
import { latest } from '../kit/latest.ts'
import { $companyId, handleSessionEnd } from '../session.ts'

export interface OrdersFilter {
  state?: OrderState
  kind?: OrderKind
}

type OrdersState =
  | { status: 'idle' }
  | { status: 'loading'; items: readonly ListedOrder[] }
  | { status: 'ready'; items: readonly ListedOrder[]; total: number }
  | { status: 'failed'; items: readonly ListedOrder[]; text: string }

export const $orders = atom<OrdersState>({ status: 'idle' })
const $ordersFilter = atom<OrdersFilter>({})

const opening = latest()

const itemsOf = (state: OrdersState) => (state.status === 'idle' ? [] : state.items)

/** What the address asks for; what is not understood is left out. */
export function readAddress(search: string): { filter: OrdersFilter; poid: number | null } {
  const params = new URLSearchParams(search)
  const state = ORDER_STATES.find((known) => known === params.get('state'))
  const kind = ORDER_KINDS.find((known) => known === params.get('kind'))
  const poid = params.get('poid') ?? ''
  return {
    filter: { ...(state && { state }), ...(kind && { kind }) },
    poid: /^[1-9]\d{0,14}$/.test(poid) ? Number(poid) : null,
  }
}

/** The query string of a list, with one of its orders open or none. */
export function formatAddress({ state, kind }: OrdersFilter, poid: number | null): string {
  const params = new URLSearchParams({
    ...(state && { state }),
    ...(kind && { kind }),
    ...(poid !== null && { poid: String(poid) }),
  })
  const text = String(params)
  return text && `?${text}`
}

/** The list from its first page, or as far as it was read before (`atLeast` rows). */
export async function openOrders(filter: OrdersFilter, atLeast = 0): Promise<void> {
  opening.begin()
  $ordersFilter.set(filter)
  $orders.set({ status: 'idle' })
  await loadPage(1)
  for (let state = $orders.get(); state.status === 'ready'; state = $orders.get()) {
    if (state.items.length >= Math.min(atLeast, state.total)) return
    await loadPage(pageAfter(state.items))
  }
}

export function closeOrders(): void {
  opening.begin()
  $orders.set({ status: 'idle' })
}

/** The next page, when the end has come into view; after a failure the one that failed. */
export async function loadMoreOrders(): Promise<void> {
  const state = $orders.get()
  const isDone = state.status === 'ready' && state.items.length >= state.total
  if (state.status !== 'loading' && !isDone) await loadPage(pageAfter(itemsOf(state)))
}

function pageAfter(items: readonly ListedOrder[]): number {
  return Math.floor(items.length / ORDERS_PER_PAGE) + 1
}

async function loadPage(page: number): Promise<void> {
  const companyId = $companyId.get()
  if (companyId === null) return
  const isLatest = opening.join()
  const before = itemsOf($orders.get())
  $orders.set({ status: 'loading', items: before })
  try {
    const query = { page, ...$ordersFilter.get() }
    const { items, total } = (await ask(listOrders, { params: { companyId }, query })).result
    if (!isLatest()) return
    const known = new Set(before.map(({ id }) => id))
    const more = items.filter(({ id }) => !known.has(id))
    // A page that brings nothing new ends the list, whatever the total says: it would be asked for for ever.
    const all = [...before, ...more]
    $orders.set({ status: 'ready', items: all, total: more.length > 0 ? total : all.length })
  } catch (error) {
    if (!isLatest()) return
    if (handleSessionEnd(error)) closeOrders()
    else $orders.set({ status: 'failed', items: before, text: explainError(error) })
  }
}

/** Shows an order's newest state in the list; a deleted draft leaves it. */
export function showInList(changed: OrderItem): void {
  const state = $orders.get()
  if (state.status === 'idle') return
  const isDeleted = changed.state === 'withdrawn' && changed.receipt_no === null
  const items = isDeleted
    ? state.items.filter(({ id }) => id !== changed.id)
    : state.items.map((item) =>
        item.id === changed.id
          ? { ...itemOf(changed), window: changed.state === 'draft' ? item.window : null }
          : item,
      )
  const total = state.status === 'ready' ? state.total - (state.items.length - items.length) : 0
  $orders.set(state.status === 'ready' ? { ...state, items, total } : { ...state, items })
}

function itemOf({ id, kind, title, state, item_id, platform_policy_id, receipt_no, ...times }: OrderItem) {
  const { gmt_create, gmt_modified, gmt_submit } = times
  return {
    id,
    kind,
    title,
    state,
    item_id,
    platform_policy_id,
    receipt_no,
    gmt_create,
    gmt_modified,
    gmt_submit,
  }
}
