import { KIND_NAMES, ORDER_KINDS, ORDER_STATES, stateName } from '../../../lib/rules/orders/order-states.ts'
import { readOrdersFilter, requests } from '../../../lib/stores/operator/orders.ts'
import { Desk } from '../Desk.tsx'
import { ListBar } from '../ListBar.tsx'
import { useAddress, useList } from '../use-address.ts'
import { ASSIGNED, OrdersTable } from './OrdersTable.tsx'

/** 入驻与贷款: what companies apply for beside policies, to be approved, refused or sent back. */
export function RequestsDesk() {
  return (
    <Desk title="入驻与贷款">
      <Requests />
    </Desk>
  )
}

const KINDS = ORDER_KINDS.filter((kind) => kind !== 'application').map((kind) => ({
  value: kind,
  label: KIND_NAMES[kind],
}))
const STATES = ORDER_STATES.filter((state) => !['draft', 'publicity', 'paid'].includes(state)).map(
  (state) => ({ value: state, label: stateName(state) }),
)

function Requests() {
  const [params] = useAddress()
  const filter = readOrdersFilter(params)
  useList(requests, filter)
  const { q: _, kind, ...rest } = filter
  return (
    <>
      <ListBar
        filter={filter}
        choices={[
          { name: 'kind', label: '类型', all: '全部类型', options: KINDS },
          { name: 'state', label: '状态', all: '全部状态', options: STATES },
          ASSIGNED,
        ]}
        days="提交日期"
        exported="requests"
        exportFilter={{ ...rest, kind: kind === 'application' ? undefined : kind }}
      />
      <OrdersTable
        label="入驻与贷款申请"
        source={requests}
        withKind
        empty={Object.values(filter).some(Boolean) ? '没有符合条件的申请' : '暂无入驻、贷款或企业档案的申请'}
      />
    </>
  )
}
