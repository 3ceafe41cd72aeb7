import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { onTabsNotified } from '../../lib/browser/page-events.ts'
import { CODES } from '../../lib/contract/envelope.ts'
import { KIND_NAMES, ORDER_KINDS, ORDER_STATES, stateName } from '../../lib/rules/orders/order-states.ts'
import { closeOrder, openOrder } from '../../lib/stores/orders/order.ts'
import {
  $orders,
  closeOrders,
  formatAddress,
  type OrdersFilter,
  openOrders,
  readAddress,
} from '../../lib/stores/orders/orders.ts'
import { $companyId, $isOperator, $session } from '../../lib/stores/session.ts'
import { LoginGate } from '../kit/LoginGate.tsx'
import { OperatorHint } from '../parts/conversation/OperatorHint.tsx'
import { OrderList } from './OrderList.tsx'
import { OrderPanel } from './OrderPanel.tsx'
import './orders.css'
import * as v from 'valibot'
import { kept } from '../../lib/browser/kept/kept.ts'

/** 我的申报订单. The address is the state: the filter, and the open order. */
export function OrdersIsland() {
  const { code } = useStore($session, { ssr: 'initial' })
  const companyId = useStore($companyId, { ssr: 'initial' })
  const isLoggedIn = code === CODES.ok && companyId !== null
  if (isLoggedIn) return <Orders key={companyId} />
  return (
    <div className="orders-login">
      <LoginGate text="登录后查看贵企业的申报和进度。" label="登录查看" />
    </div>
  )
}

function Orders() {
  const [address, setAddress] = useState(() => readAddress(location.search))
  const { filter, poid } = address
  const isOperator = useStore($isOperator)
  const { state, kind } = filter
  const list = useStore($orders)
  const isBlank = !state && !kind && list.status === 'ready' && list.items.length === 0
  // The first answer shows whether a filter is useful.
  const isKnown = useRef(false)
  isKnown.current ||= list.status === 'ready' || list.status === 'failed' || Boolean(state || kind)
  const listTop = useRef(0)

  useEffect(() => {
    const place = placeToReturnTo()
    openOrders({ ...(state && { state }), ...(kind && { kind }) }, place?.count).then(() => {
      if (place) scrollTo({ top: place.top, behavior: 'instant' })
    })
    return closeOrders
  }, [state, kind])
  useEffect(() => {
    if (poid === null) closeOrder()
    else openOrder(poid)
  }, [poid])
  useEffect(() => {
    const read = () => {
      const next = readAddress(location.search)
      setAddress(next)
      if (next.poid === null)
        requestAnimationFrame(() => scrollTo({ top: listTop.current, behavior: 'instant' }))
    }
    const leave = () => {
      const list = $orders.get()
      if (list.status === 'ready') keepPlace(list.items.length)
    }
    addEventListener('popstate', read)
    addEventListener('pagehide', leave)
    const deaf = onTabsNotified('orders', () => {
      const { filter: shown, poid: open } = readAddress(location.search)
      const list = $orders.get()
      openOrders(shown, list.status === 'ready' ? list.items.length : 0)
      if (open !== null) openOrder(open)
    })
    return () => {
      removeEventListener('popstate', read)
      removeEventListener('pagehide', leave)
      deaf()
    }
  }, [])

  function go(next: typeof address) {
    if (poid === null) listTop.current = scrollY
    history.pushState(null, '', location.pathname + formatAddress(next.filter, next.poid))
    setAddress(next)
    if (next.poid !== null && matchMedia('(width < 1024px)').matches)
      scrollTo({ top: 0, behavior: 'instant' })
  }
  return (
    <div className={poid === null ? 'orders' : 'orders orders-open'}>
      <div className="orders-main">
        {isOperator && <OperatorHint />}
        {isKnown.current && !isBlank && (
          <OrderFilters filter={filter} onChange={(changed) => go({ filter: changed, poid: null })} />
        )}
        <OrderList
          key={String(isKnown.current)}
          filter={filter}
          open={poid}
          onOpen={(id) => go({ filter, poid: id })}
        />
      </div>
      {poid !== null && <OrderPanel id={poid} onClose={() => go({ filter, poid: null })} />}
    </div>
  )
}

interface OrderFiltersProps {
  filter: OrdersFilter
  onChange: (filter: OrdersFilter) => void
}

function OrderFilters({ filter: { state, kind }, onChange }: OrderFiltersProps) {
  return (
    <search className="orders-filters" aria-label="筛选">
      <label>
        <span className="visually-hidden">状态</span>
        <select
          className="field"
          value={state ?? ''}
          onChange={({ target }) => {
            const chosen = ORDER_STATES.find((known) => known === target.value)
            onChange({ ...(chosen && { state: chosen }), ...(kind && { kind }) })
          }}
        >
          <option value="">全部状态</option>
          {ORDER_STATES.map((each) => (
            <option key={each} value={each}>
              {stateName(each)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className="visually-hidden">类别</span>
        <select
          className="field"
          value={kind ?? ''}
          onChange={({ target }) => {
            const chosen = ORDER_KINDS.find((known) => known === target.value)
            onChange({ ...(state && { state }), ...(chosen && { kind: chosen }) })
          }}
        >
          <option value="">全部类别</option>
          {ORDER_KINDS.map((each) => (
            <option key={each} value={each}>
              {KIND_NAMES[each]}
            </option>
          ))}
        </select>
      </label>
    </search>
  )
}

/** The position in a list, for returning: number of rows and scroll offset. */
const place = v.object({ count: v.number(), top: v.number() })
/** By address. */
const keptPlaces = kept('place', place)

const address = () => location.pathname + location.search

/** Stores the position under the present address. */
function keepPlace(count: number): void {
  keptPlaces.keep({ count, top: scrollY }, address())
}

/** Returns the position of the present address, only on a return to it. */
function placeToReturnTo(): v.InferOutput<typeof place> | undefined {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isReturn = entry?.type === 'back_forward' || entry?.type === 'reload'
  return isReturn ? keptPlaces.read(address()) : undefined
}
