import type { ListedOrder } from '../../lib/contract/orders/order.ts'
import { KIND_NAMES } from '../../lib/rules/orders/order-states.ts'
import type { ApplicationWindow } from '../../lib/rules/time/application-window.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { countdown } from '../../lib/rules/time/countdown.ts'
import { formatAddress, type OrdersFilter } from '../../lib/stores/orders/orders.ts'
import { StateMark } from '../parts/order/StateMark.tsx'

interface Props {
  item: ListedOrder
  filter: OrdersFilter
  isOpen: boolean
  onOpen: (id: number) => void
}

/** One order: what for, how far it is, since when. A real link, so that it opens in a new tab, too. */
export function OrderRow({ item, filter, isOpen, onOpen }: Props) {
  const { id, title, kind, state, receipt_no, gmt_modified, gmt_submit, window } = item
  return (
    <li className="order-row">
      <a
        href={`/mylist/1${formatAddress(filter, id)}`}
        aria-current={isOpen ? 'true' : undefined}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          onOpen(id)
        }}
      >
        <span className="order-title">{title}</span>
        <StateMark state={state} />
        <span className="order-meta">
          {state === 'draft' ? '草稿未提交' : receipt_no} · {KIND_NAMES[kind]} ·{' '}
          {gmt_submit ? `${chinaDay(new Date(gmt_submit))} 提交` : `${chinaDay(new Date(gmt_modified))} 保存`}
        </span>
        {window && <DraftDeadline window={window} />}
      </a>
    </li>
  )
}

function DraftDeadline({ window }: { window: ApplicationWindow }) {
  const { tone, text } = countdown(window, Date.now())
  return <span className={`order-deadline order-deadline-${tone}`}>{text}</span>
}
