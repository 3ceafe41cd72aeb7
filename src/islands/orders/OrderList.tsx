import { useStore } from '@nanostores/react'
import { formatNumber } from '../../lib/rules/text/format-number.ts'
import { $orders, loadMoreOrders, type OrdersFilter } from '../../lib/stores/orders/orders.ts'
import { ListTail } from '../kit/list/ListTail.tsx'
import { OrderRow } from './OrderRow.tsx'
import { OrdersEmpty } from './OrdersEmpty.tsx'

interface Props {
  filter: OrdersFilter
  open: number | null
  onOpen: (id: number) => void
}

/** The orders, newest first; the next page loads when the end comes into view. */
export function OrderList({ filter, open, onOpen }: Props) {
  const state = useStore($orders)
  const items = state.status === 'idle' ? [] : state.items
  return (
    <div className="orders-list">
      {state.status === 'ready' && items.length > 0 && (
        <p className="orders-count" role="status">
          共 {formatNumber(state.total)} 单，已显示 {items.length} 单
        </p>
      )}
      {items.length > 0 && (
        <ul>
          {items.map((item) => (
            <OrderRow key={item.id} item={item} filter={filter} isOpen={item.id === open} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {state.status === 'ready' && items.length === 0 && <OrdersEmpty isFiltered={isFiltered(filter)} />}
      <ListTail state={state} next="再看 20 单" onMore={loadMoreOrders} />
    </div>
  )
}

function isFiltered({ state, kind }: OrdersFilter): boolean {
  return state !== undefined || kind !== undefined
}
