import { Button, type TableColumnsType } from 'antd'
import { ORDERS_PER_PAGE } from '../../../lib/contract/orders/order.ts'
import { KIND_NAMES } from '../../../lib/rules/orders/order-states.ts'
import { formatMoment } from '../../../lib/rules/time/dates.ts'
import type { orders } from '../../../lib/stores/operator/orders.ts'
import { StateMark } from '../../parts/order/StateMark.tsx'
import { ListTable } from '../ListTable.tsx'
import { readNumber, turnTo, useAddress } from '../use-address.ts'
import { OrderDrawer } from './OrderDrawer.tsx'

interface Props {
  label: string
  source: typeof orders
  /** Several kinds stand in one table. */
  withKind?: boolean
  empty: string
}

type Row = NonNullable<ReturnType<typeof orders.$state.get>['page']>['items'][number]

/** What both tables filter by beside the state. */
export const ASSIGNED = {
  name: 'assigned',
  label: '受理人',
  all: '不限受理人',
  options: [
    { value: 'mine', label: '我受理的' },
    { value: 'none', label: '无人受理' },
  ],
}

/** Applications page by page, and the one that is open, as the address says. */
export function OrdersTable({ label, source, withKind = false, empty }: Props) {
  const [params, change] = useAddress()
  const id = readNumber(params, 'id')
  const columns: TableColumnsType<Row> = [
    {
      title: '申请',
      render: (_, row) => (
        <Button type="link" className="desk-open" onClick={() => change({ id: row.id })}>
          {row.title}
        </Button>
      ),
    },
    { title: '状态', render: (_, { state }) => <StateMark state={state} /> },
    ...(withKind ? [{ title: '类型', render: (_: unknown, { kind }: Row) => KIND_NAMES[kind] }] : []),
    {
      title: '企业',
      render: (_, { company }) => <a href={`/operator/companies?id=${company.id}`}>{company.name}</a>,
    },
    { title: '受理人', render: (_, { operator }) => operator ?? '无' },
    { title: '受理编号', dataIndex: 'receipt_no' },
    {
      title: '提交时间',
      render: (_, { gmt_submit: at }) => at && <time dateTime={at}>{formatMoment(at)}</time>,
    },
  ]
  return (
    <>
      <ListTable
        label={label}
        list={source}
        columns={columns}
        perPage={ORDERS_PER_PAGE}
        onPage={turnTo}
        empty={empty}
        openId={id}
      />
      <OrderDrawer id={id} onClose={() => change({ id: null })} />
    </>
  )
}
