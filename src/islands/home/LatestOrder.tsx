import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { stateName } from '../../lib/rules/orders/order-states.ts'
import { $orders, formatAddress, openOrders } from '../../lib/stores/orders/orders.ts'
import { $companyId, knowSession } from '../../lib/stores/session.ts'

/**
 * 我的申报: shows a logged-in person the state of the newest one; before and without an answer, it links to all of them.
 */
export function LatestOrder() {
  const orders = useStore($orders, { ssr: 'initial' })
  const companyId = useStore($companyId, { ssr: 'initial' })
  useEffect(() => {
    knowSession()
  }, [])
  useEffect(() => {
    if (companyId !== null) openOrders({})
  }, [companyId])
  const isAsked = companyId !== null
  const newest = isAsked && orders.status === 'ready' ? orders.items[0] : undefined
  return (
    <>
      <a className="latest-order" href={`/mylist/1${newest ? formatAddress({}, newest.id) : ''}`}>
        我的申报
        {newest && (
          <span>
            ：<b>{stateName(newest.state)}</b> · {newest.title}
          </span>
        )}
        {isAsked && orders.status === 'loading' && '：正在查询进度…'}
        {isAsked && orders.status === 'failed' && '：进度加载失败'}
      </a>
      {isAsked && orders.status === 'failed' && (
        <button type="button" className="link" onClick={() => openOrders({})}>
          重试
        </button>
      )}
    </>
  )
}
