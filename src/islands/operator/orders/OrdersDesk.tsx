import { ORDER_STATES, stateName } from '../../../lib/rules/orders/order-states.ts'
import { orders, readOrdersFilter } from '../../../lib/stores/operator/orders.ts'
import { Desk } from '../Desk.tsx'
import { ListBar } from '../ListBar.tsx'
import { useAddress, useList } from '../use-address.ts'
import { ASSIGNED, OrdersTable } from './OrdersTable.tsx'

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
  const [params] = useAddress()
  const filter = readOrdersFilter(params)
  useList(orders, filter)
  return (
    <>
      <ListBar
        filter={filter}
        choices={[{ name: 'state', label: '状态', all: '全部状态', options: STATES }, ASSIGNED]}
        days="提交日期"
        search={{ label: '搜索申报', placeholder: '政策、受理编号或企业名称' }}
        exported="orders"
        exportFilter={{ ...filter, kind: 'application' }}
      />
      <OrdersTable
        label="政策申报"
        source={orders}
        empty={Object.values(filter).some(Boolean) ? '没有符合条件的申报' : '暂无企业提交申报'}
      />
    </>
  )
}
