import { ORDERS_PER_PAGE } from '../../../lib/contract/orders/order.ts'
import type { orders } from '../../../lib/stores/operator/orders.ts'
import { DeskTable } from '../DeskTable.tsx'
import { readNumber, useAddress } from '../use-address.ts'
import { turnTo } from '../use-page.ts'
import { OrderDrawer } from './OrderDrawer.tsx'
import { orderColumns } from './order-columns.tsx'

interface Props {
  label: string
  source: typeof orders
  /** Several kinds stand in one table. */
  withKind?: boolean
  empty: string
}

/** Applications page by page, and the one that is open, as the address says. */
export function OrdersTable({ label, source, withKind = false, empty }: Props) {
  const [params, change] = useAddress()
  const id = readNumber(params, 'id')
  return (
    <>
      <DeskTable
        label={label}
        list={source}
        columns={orderColumns((row) => change({ id: row }), withKind)}
        perPage={ORDERS_PER_PAGE}
        onPage={turnTo}
        empty={empty}
        openId={id}
      />
      <OrderDrawer id={id} onClose={() => change({ id: null })} />
    </>
  )
}
