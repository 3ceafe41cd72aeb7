import { useEffect } from 'react'
import { ORDER_STATES, type OrderState, stateName } from '../../../lib/rules/orders/order-states.ts'
import { orders, readOrdersFilter } from '../../../lib/stores/operator/orders.ts'
import { Desk } from '../Desk.tsx'
import { FilterSelect, SearchField } from '../filters.tsx'
import { useAddress, usePage } from '../use-address.ts'
import { OrdersTable, WorkFilters } from './OrdersTable.tsx'

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
  const { state, assigned, tag, q } = readOrdersFilter(params)
  const page = usePage(orders.$state)
  useEffect(() => {
    orders.open({ state, assigned, tag, q }, page)
  }, [state, assigned, tag, q, page])
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
        <SearchField
          label="搜索申报"
          placeholder="政策、受理编号或企业名称"
          value={q}
          onSearch={(text) => change({ q: text, page: null })}
        />
      </div>
      <OrdersTable
        label="政策申报"
        source={orders}
        empty={state || assigned || tag || q ? '没有符合条件的申报' : '暂无企业提交申报'}
      />
    </>
  )
}
