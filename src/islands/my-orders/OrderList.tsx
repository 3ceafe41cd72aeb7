import { useStore } from '@nanostores/react'
import type { ListedOrder } from '../../lib/contract/orders/order.ts'
import { KIND_NAMES } from '../../lib/rules/orders/order-states.ts'
import { formatNumber } from '../../lib/rules/text/format-number.ts'
import type { ApplicationWindow } from '../../lib/rules/time/application-window.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { countdown } from '../../lib/rules/time/countdown.ts'
import { $orders, formatAddress, loadMoreOrders, type OrdersFilter } from '../../lib/stores/orders/orders.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { ListTail } from '../kit/ListTail.tsx'
import { StateMark } from '../parts/order/StateMark.tsx'

interface OrderListProps {
  filter: OrdersFilter
  open: number | null
  onOpen: (id: number) => void
}

export function OrderList({ filter, open, onOpen }: OrderListProps) {
  const state = useStore($orders)
  const items = state.status === 'idle' ? [] : state.items
  return (
    <div className="orders-list">
      {state.status === 'ready' && items.length > 0 && (
        <p className="soft orders-count" role="status">
          共 {formatNumber(state.total)} 单，已显示 {items.length} 单
        </p>
      )}
      {items.length > 0 && (
        <ul>
          {items.map((item) => (
            <OrderRow key={item.id} item={item} filter={filter} isOpen={item.id === open} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {state.status === 'ready' && items.length === 0 && <OrdersEmpty isFiltered={isFiltered(filter)} />}
      <ListTail state={state} onMore={loadMoreOrders} />
    </div>
  )
}

function isFiltered({ state, kind }: OrdersFilter): boolean {
  return state !== undefined || kind !== undefined
}

const STEPS = [
  ['1 看符合哪些', '答几个问题，符合的政策按可得金额排列。'],
  ['2 备材料、提交', '在政策页点“我要申报”，材料可从企业文件里选。'],
  ['3 等顾问接单', '有进展时发消息；要补充的材料在这里交。'],
  ['4 看结果', '审核、公示和兑现都记在这里，随时可咨询。'],
] as const

function OrdersEmpty({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState subject="orders">
      {isFiltered ? (
        <>
          <p>没有符合条件的申报。请更换状态或类别。</p>
          <a className="button" href="/mylist/1">
            查看全部申报
          </a>
        </>
      ) : (
        <>
          <p>还没有申报。先算算可得多少。</p>
          <a className="button button-primary" href="/match">
            一键匹配
          </a>
          <ol className="empty-steps">
            {STEPS.map(([title, text]) => (
              <li key={title}>
                <b>{title}</b>
                <span className="soft">{text}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </EmptyState>
  )
}

interface OrderRowProps {
  item: ListedOrder
  filter: OrdersFilter
  isOpen: boolean
  onOpen: (id: number) => void
}

function OrderRow({ item, filter, isOpen, onOpen }: OrderRowProps) {
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
        <span className="soft order-meta">
          {state === 'draft' ? '草稿未提交' : receipt_no}&nbsp;· <span>{KIND_NAMES[kind]}&nbsp;·</span>{' '}
          <span>
            {gmt_submit
              ? `${chinaDay(new Date(gmt_submit))} 提交`
              : `${chinaDay(new Date(gmt_modified))} 保存`}
          </span>
        </span>
        {window && <DraftDeadline window={window} />}
      </a>
    </li>
  )
}

function DraftDeadline({ window }: { window: ApplicationWindow }) {
  const { tone, text } = countdown(window, Date.now())
  return <span className={`soft order-deadline order-deadline-${tone}`}>{text}</span>
}
