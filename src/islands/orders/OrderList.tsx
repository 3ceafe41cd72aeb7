import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { formatNumber } from '../../lib/rules/figures.ts'
import { $orders, loadMoreOrders, type OrdersFilter } from '../../lib/stores/orders.ts'
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
      {state.status === 'failed' && (
        <p className="orders-note" role="alert">
          没有加载成功：{state.text}
          <button type="button" className="button" onClick={loadMoreOrders}>
            重试
          </button>
        </p>
      )}
      {(state.status === 'loading' || state.status === 'idle') && (
        <p className="orders-note" role="status">
          正在加载…
        </p>
      )}
      {state.status === 'ready' && items.length < state.total && <ListEnd key={items.length} />}
    </div>
  )
}

function isFiltered({ state, kind }: OrdersFilter): boolean {
  return state !== undefined || kind !== undefined
}

function ListEnd() {
  const mark = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && loadMoreOrders())
    if (mark.current) observer.observe(mark.current)
    return () => observer.disconnect()
  }, [])
  return (
    <p ref={mark} className="orders-note">
      <button type="button" className="button" onClick={loadMoreOrders}>
        再看 20 单
      </button>
    </p>
  )
}
