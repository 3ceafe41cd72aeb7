import { useStore } from '@nanostores/react'
import { Empty, Pagination } from 'antd'
import { useEffect, useState } from 'react'
import { ORDERS_PER_PAGE } from '../../../lib/contract/order.ts'
import { formatMoment } from '../../../lib/rules/dates.ts'
import { KIND_NAMES } from '../../../lib/rules/order-states.ts'
import { $companyOrders, openCompanyOrders } from '../../../lib/stores/operator/company.ts'
import { StateMark } from '../../kit/order/StateMark.tsx'
import { PartState } from '../PartState.tsx'
import { pageItem } from '../page-item.tsx'

/** What the company has handed in, of every kind. */
export function CompanyOrders({ id }: { id: number }) {
  const state = useStore($companyOrders)
  const [page, setPage] = useState(1)
  useEffect(() => {
    openCompanyOrders(id, page)
  }, [id, page])
  if (state.status !== 'ready' || state.id !== id) {
    const shown = state.status === 'ready' ? ({ status: 'loading' } as const) : state
    return <PartState state={shown} onRetry={() => openCompanyOrders(id, page)} />
  }
  const { items, total } = state.value
  if (items.length === 0) {
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有提交过申请" />
  }
  return (
    <>
      <ul className="pane-rows">
        {items.map((order) => (
          <li key={order.id}>
            <a
              href={`${order.kind === 'application' ? '/operator/orders' : '/operator/requests'}?id=${order.id}`}
            >
              {order.title}
            </a>
            <span className="pane-meta">
              <StateMark state={order.state} />
              <span>{KIND_NAMES[order.kind]}</span>
              {order.gmt_submit && <time dateTime={order.gmt_submit}>{formatMoment(order.gmt_submit)}</time>}
            </span>
          </li>
        ))}
      </ul>
      <Pagination
        itemRender={pageItem}
        simple
        hideOnSinglePage
        current={page}
        pageSize={ORDERS_PER_PAGE}
        total={total}
        showSizeChanger={false}
        onChange={setPage}
      />
    </>
  )
}
