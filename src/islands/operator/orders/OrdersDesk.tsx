import { Button, type TableColumnsType } from 'antd'
import { ORDERS_PER_PAGE } from '../../../lib/contract/orders/order.ts'
import { KIND_NAMES, ORDER_KINDS, ORDER_STATES, stateName } from '../../../lib/rules/orders/order-states.ts'
import { formatMoment } from '../../../lib/rules/time/dates.ts'
import { orders, readOrdersFilter, requests } from '../../../lib/stores/operator/orders.ts'
import { StateMark } from '../../parts/order/StateMark.tsx'
import { Desk } from '../Desk.tsx'
import { ListBar } from '../ListBar.tsx'
import { ListTable } from '../ListTable.tsx'
import { readNumber, turnTo, useAddress, useList } from '../use-address.ts'
import { OrderDrawer } from './OrderDrawer.tsx'

/** 政策申报: what companies have declared, from taking it to 兑现. */
export function OrdersDesk() {
  return (
    <Desk title="政策申报">
      <Applications of="orders" />
    </Desk>
  )
}

/** 入驻与贷款: what companies apply for beside policies, to be approved, refused or sent back. */
export function RequestsDesk() {
  return (
    <Desk title="入驻与贷款">
      <Applications of="requests" />
    </Desk>
  )
}

const KIND = {
  name: 'kind',
  label: '类型',
  all: '全部类型',
  options: ORDER_KINDS.filter((kind) => kind !== 'application').map((kind) => ({
    value: kind,
    label: KIND_NAMES[kind],
  })),
}
const ASSIGNED = {
  name: 'assigned',
  label: '受理人',
  all: '不限受理人',
  options: [
    { value: 'mine', label: '我受理的' },
    { value: 'none', label: '无人受理' },
  ],
}
const stateBut = (...others: string[]) => ({
  name: 'state',
  label: '状态',
  all: '全部状态',
  options: ORDER_STATES.filter((state) => !others.includes(state)).map((state) => ({
    value: state,
    label: stateName(state),
  })),
})

const TABLES = {
  orders: {
    label: '政策申报',
    source: orders,
    choices: [stateBut('draft'), ASSIGNED],
    search: { label: '搜索申报', placeholder: '政策、受理编号或企业名称' },
    none: '暂无企业提交申报',
  },
  requests: {
    label: '入驻与贷款申请',
    source: requests,
    choices: [KIND, stateBut('draft', 'publicity', 'paid'), ASSIGNED],
    search: undefined,
    none: '暂无入驻、贷款或企业档案的申请',
  },
}

type Row = NonNullable<ReturnType<typeof orders.$state.get>['page']>['items'][number]

/** Applications page by page, and the one that is open, as the address says. */
function Applications({ of }: { of: keyof typeof TABLES }) {
  const [params, change] = useAddress()
  const id = readNumber(params, 'id')
  const { label, source, choices, search, none } = TABLES[of]
  const filter = readOrdersFilter(params)
  useList(source, filter)
  const kind = of === 'orders' ? 'application' : filter.kind === 'application' ? undefined : filter.kind

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
    { title: '受理人', render: (_, { operator }) => operator ?? '无' },
    { title: '受理编号', dataIndex: 'receipt_no' },
    {
      title: '提交时间',
      render: (_, { gmt_submit: at }) => at && <time dateTime={at}>{formatMoment(at)}</time>,
    },
  ]
  return (
    <>
      <ListBar
        filter={filter}
        choices={choices}
        days="提交日期"
        search={search}
        exported={of}
        exportFilter={{ ...filter, q: search && filter.q, kind }}
      />
      <ListTable
        label={label}
        list={source}
        columns={columns}
        perPage={ORDERS_PER_PAGE}
        onPage={turnTo}
        empty={Object.values(filter).some(Boolean) ? '没有符合条件的申请' : none}
        openId={id}
      />
      <OrderDrawer id={id} onClose={() => change({ id: null })} />
    </>
  )
}
