/** 我的申报订单: the list page by page, by the address. */
import * as v from 'valibot'
import { ask } from '../../api/ask.ts'
import {
  type ListedOrder,
  listOrders,
  ORDERS_PER_PAGE,
  type OrderItem,
  orderItem,
} from '../../contract/orders/order.ts'
import {
  ORDER_KINDS,
  ORDER_STATES,
  type OrderKind,
  type OrderState,
} from '../../rules/orders/order-states.ts'
import { growList } from '../kit/growing-list.ts'
import { $companyId } from '../session.ts'

export interface OrdersFilter {
  state?: OrderState
  kind?: OrderKind
}

let filter: OrdersFilter = {}

const list = growList({
  async fetchPage(page) {
    const companyId = $companyId.get()
    if (companyId === null) return undefined
    return (await ask(listOrders, { params: { companyId }, query: { page, ...filter } })).result
  },
  perPage: ORDERS_PER_PAGE,
  keyOf: ({ id }) => id,
})

export const $orders = list.$list
export const { more: loadMoreOrders, refresh: refreshOrders, forget: closeOrders } = list

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

export function formatAddress({ state, kind }: OrdersFilter, poid: number | null): string {
  const params = new URLSearchParams({
    ...(state && { state }),
    ...(kind && { kind }),
    ...(poid !== null && { poid: String(poid) }),
  })
  const text = String(params)
  return text && `?${text}`
}

export function openOrders(wanted: OrdersFilter, atLeast = 0): Promise<void> {
  filter = wanted
  return list.open(atLeast)
}

/** Shows an order's newest state in the list; a deleted draft is removed. */
export function showInList(changed: OrderItem): void {
  const now = v.parse(orderItem, changed)
  const isDeleted = changed.state === 'withdrawn' && changed.receipt_no === null
  const windowOf = ({ window }: ListedOrder) => (changed.state === 'draft' ? window : null)
  if (isDeleted) list.remove({ ...now, window: null })
  else list.change((item) => (item.id === now.id ? { ...now, window: windowOf(item) } : item))
}
