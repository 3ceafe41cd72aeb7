import { useEffect } from 'react'
import {
  KIND_NAMES,
  ORDER_KINDS,
  ORDER_STATES,
  type OrderKind,
  type OrderState,
  stateName,
} from '../../../lib/rules/orders/order-states.ts'
import { readOrdersFilter, requests } from '../../../lib/stores/operator/orders.ts'
import { Desk } from '../Desk.tsx'
import { FilterSelect } from '../filters.tsx'
import { useAddress, usePage } from '../use-address.ts'
import { OrdersTable, WorkFilters } from './OrdersTable.tsx'

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
  const [params, change] = useAddress()
  const { kind, state, assigned, tag } = readOrdersFilter(params)
  const page = usePage(requests.$state)
  useEffect(() => {
    requests.open({ kind, state, assigned, tag, q: '' }, page)
  }, [kind, state, assigned, tag, page])
  return (
    <>
      <div className="desk-filters">
        <FilterSelect<OrderKind>
          label="类型"
          all="全部类型"
          options={KINDS}
          value={kind === 'application' ? undefined : kind}
          onChange={(value) => change({ kind: value, page: null })}
        />
        <FilterSelect<OrderState>
          label="状态"
          all="全部状态"
          options={STATES}
          value={state}
          onChange={(value) => change({ state: value, page: null })}
        />
        <WorkFilters />
      </div>
      <OrdersTable
        label="入驻与贷款申请"
        source={requests}
        withKind
        empty={kind || state || assigned || tag ? '没有符合条件的申请' : '暂无入驻、贷款或企业档案的申请'}
      />
    </>
  )
}
