import { Empty } from 'antd'
import { ORDERS_PER_PAGE } from '../../../lib/contract/orders/order.ts'
import { KIND_NAMES } from '../../../lib/rules/orders/order-states.ts'
import { formatMoment } from '../../../lib/rules/time/dates.ts'
import { companyOrders } from '../../../lib/stores/operator/company.ts'
import { StateMark } from '../../parts/order/StateMark.tsx'
import { PagedPart } from '../PagedPart.tsx'

/** What the company has handed in, of every kind. */
export function CompanyOrders({ id }: { id: number }) {
  return (
    <PagedPart
      list={companyOrders}
      owner={id}
      perPage={ORDERS_PER_PAGE}
      empty={<Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有提交过申请" />}
    >
      {(items) => (
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
                {order.gmt_submit && (
                  <time dateTime={order.gmt_submit}>{formatMoment(order.gmt_submit)}</time>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </PagedPart>
  )
}
