import { Button, type TableColumnsType } from 'antd'
import type { AnswerOf } from '../../../lib/contract/call.ts'
import type { listSubmittedOrders } from '../../../lib/contract/operator/order.ts'
import { KIND_NAMES, ORDER_KINDS, ORDER_STATES, stateName } from '../../../lib/rules/orders/order-states.ts'
import { formatMoment } from '../../../lib/rules/time/dates.ts'
import { readId } from '../../../lib/stores/operator/list.ts'
import { orders, requests } from '../../../lib/stores/operator/lists.ts'
import { StateMark } from '../../parts/order/StateMark.tsx'
import { choiceOf } from '../ListBar.tsx'
import { ListScreen } from '../ListTable.tsx'
import { useAddress } from '../use-address.ts'
import { OrderDrawer } from './OrderDrawer.tsx'

/** 政策申报: declarations of companies, from 受理 to 兑现. */
export const Declarations = () => <Applications of="orders" />

/** 入驻与贷款: other applications of companies, to be approved, refused or sent back. */
export const Requests = () => <Applications of="requests" />

const KIND = choiceOf(
  'kind',
  '类型',
  ORDER_KINDS.filter((kind) => kind !== 'application'),
  (kind) => KIND_NAMES[kind],
)
const ASSIGNED = choiceOf(
  'assigned',
  '顾问',
  ['mine', 'none'],
  (whose) => (whose === 'mine' ? '我负责的' : '无人负责'),
  '不限顾问',
)
const stateBut = (...others: string[]) =>
  choiceOf(
    'state',
    '状态',
    ORDER_STATES.filter((state) => !others.includes(state)),
    stateName,
  )

const TABLES = {
  orders: {
    label: '政策申报',
    list: orders,
    choices: [stateBut('draft'), ASSIGNED],
    search: { label: '搜索申报', placeholder: '政策、服务单号或企业名称' },
    empty: '暂无企业提交申报',
  },
  requests: {
    label: '入驻与贷款申请',
    list: requests,
    choices: [KIND, stateBut('draft', 'publicity', 'paid'), ASSIGNED],
    search: undefined,
    empty: '暂无入驻、贷款或企业档案的申请',
  },
}

type Row = AnswerOf<typeof listSubmittedOrders>['result']['items'][number]

function Applications({ of }: { of: keyof typeof TABLES }) {
  const [params, change] = useAddress()
  const id = readId(params) ?? null

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
    { title: '类型', hidden: of === 'orders', render: (_, row) => KIND_NAMES[row.kind] },
    {
      title: '企业',
      render: (_, { company }) => <a href={`/operator/companies?id=${company.id}`}>{company.name}</a>,
    },
    { title: '顾问', render: (_, { operator }) => operator ?? '无' },
    { title: '服务单号', dataIndex: 'receipt_no' },
    {
      title: '提交时间',
      render: (_, { gmt_submit: at }) => at && <time dateTime={at}>{formatMoment(at)}</time>,
    },
  ]
  return (
    <>
      <ListScreen
        {...TABLES[of]}
        columns={columns}
        days="提交日期"
        exported={of}
        noneFound="没有符合条件的申请"
        openId={id}
      />
      <OrderDrawer id={id} onClose={() => change({ id: null })} />
    </>
  )
}
