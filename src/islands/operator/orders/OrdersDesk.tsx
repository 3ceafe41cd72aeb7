import { ORDER_STATES, type OrderState, stateName } from '../../../lib/rules/orders/order-states.ts'
import { orders, readOrdersFilter } from '../../../lib/stores/operator/orders.ts'
import { Desk } from '../Desk.tsx'
import { DaySpan, FilterNotes, FilterSelect, SearchField } from '../filters.tsx'
import { ListTools } from '../ListTools.tsx'
import { useAddress, useList } from '../use-address.ts'
import { isFiltered, notesOf, OrdersTable, WorkFilters } from './OrdersTable.tsx'

/** 政策申报: what companies have declared, from taking it to 兑现. */
export function OrdersDesk() {
  return (
    <Desk title="政策申报">
      <Orders />
    </Desk>
  )
}

const STATES = ORDER_STATES.filter((state) => state !== 'draft').map((state) => ({
  value: state,
  label: stateName(state),
}))

function Orders() {
  const [params, change] = useAddress()
  const filter = readOrdersFilter(params)
  const { state, q, from, to } = filter
  useList(orders, filter)
  return (
    <>
      <div className="desk-filters">
        <FilterSelect<OrderState>
          label="状态"
          all="全部状态"
          options={STATES}
          value={state}
          onChange={(value) => change({ state: value, page: null })}
        />
        <WorkFilters />
        <DaySpan label="提交日期" from={from} to={to} onChange={change} />
        <SearchField
          label="搜索申报"
          placeholder="政策、受理编号或企业名称"
          value={q}
          onSearch={(text) => change({ q: text, page: null })}
        />
        <FilterNotes notes={notesOf(filter)} onChange={change} />
        <ListTools list="orders" filter={{ ...filter, kind: 'application' }} />
      </div>
      <OrdersTable
        label="政策申报"
        source={orders}
        empty={isFiltered(filter) ? '没有符合条件的申报' : '暂无企业提交申报'}
      />
    </>
  )
}
