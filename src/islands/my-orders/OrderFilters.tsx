import { KIND_NAMES, ORDER_KINDS, ORDER_STATES, stateName } from '../../lib/rules/orders/order-states.ts'
import type { OrdersFilter } from '../../lib/stores/orders/orders.ts'

interface Props {
  filter: OrdersFilter
  onChange: (filter: OrdersFilter) => void
}

/** Which orders are listed: by state and by kind. */
export function OrderFilters({ filter: { state, kind }, onChange }: Props) {
  return (
    <search className="orders-filters" aria-label="筛选">
      <label>
        <span className="visually-hidden">状态</span>
        <select
          className="field"
          value={state ?? ''}
          onChange={({ target }) => {
            const chosen = ORDER_STATES.find((known) => known === target.value)
            onChange({ ...(chosen && { state: chosen }), ...(kind && { kind }) })
          }}
        >
          <option value="">全部状态</option>
          {ORDER_STATES.map((each) => (
            <option key={each} value={each}>
              {stateName(each)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className="visually-hidden">类别</span>
        <select
          className="field"
          value={kind ?? ''}
          onChange={({ target }) => {
            const chosen = ORDER_KINDS.find((known) => known === target.value)
            onChange({ ...(state && { state }), ...(chosen && { kind: chosen }) })
          }}
        >
          <option value="">全部类别</option>
          {ORDER_KINDS.map((each) => (
            <option key={each} value={each}>
              {KIND_NAMES[each]}
            </option>
          ))}
        </select>
      </label>
    </search>
  )
}
