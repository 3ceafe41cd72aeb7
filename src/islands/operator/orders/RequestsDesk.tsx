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
import { DaySpan, FilterNotes, FilterSelect } from '../filters.tsx'
import { ListTools } from '../ListTools.tsx'
import { useAddress, useList } from '../use-address.ts'
import { isFiltered, notesOf, OrdersTable, WorkFilters } from './OrdersTable.tsx'

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
  const filter = readOrdersFilter(params)
  const { kind, state, from, to } = filter
  useList(requests, filter)
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
        <DaySpan label="提交日期" from={from} to={to} onChange={change} />
        <FilterNotes notes={notesOf(filter)} onChange={change} />
        <ListTools
          list="requests"
          filter={{ ...filter, q: undefined, kind: kind === 'application' ? undefined : kind }}
        />
      </div>
      <OrdersTable
        label="入驻与贷款申请"
        source={requests}
        withKind
        empty={isFiltered(filter) ? '没有符合条件的申请' : '暂无入驻、贷款或企业档案的申请'}
      />
    </>
  )
}
