import { Button, type TableColumnsType } from 'antd'
import { KIND_NAMES } from '../../../lib/rules/orders/order-states.ts'
import { formatMoment } from '../../../lib/rules/time/dates.ts'
import type { orders } from '../../../lib/stores/operator/orders.ts'
import { StateMark } from '../../kit/order/StateMark.tsx'

type Row = NonNullable<ReturnType<typeof orders.$state.get>['page']>['items'][number]

/** The columns of applications of every kind; the title opens one. */
export function orderColumns(open: (id: number) => void, withKind = false): TableColumnsType<Row> {
  return [
    {
      title: '申请',
      dataIndex: 'title',
      className: 'desk-title',
      render: (title: string, { id }) => (
        <Button type="link" className="desk-open" onClick={() => open(id)}>
          {title}
        </Button>
      ),
    },
    { title: '状态', dataIndex: 'state', render: (state: Row['state']) => <StateMark state={state} /> },
    ...(withKind
      ? [{ title: '类型', dataIndex: 'kind', render: (kind: Row['kind']) => KIND_NAMES[kind] }]
      : []),
    { title: '企业', dataIndex: ['company', 'name'] },
    { title: '受理人', dataIndex: 'operator', render: (name: string | null) => name ?? '无' },
    { title: '受理编号', dataIndex: 'receipt_no' },
    {
      title: '提交时间',
      dataIndex: 'gmt_submit',
      render: (at: string | null) => (at === null ? '' : <time dateTime={at}>{formatMoment(at)}</time>),
    },
  ]
}
