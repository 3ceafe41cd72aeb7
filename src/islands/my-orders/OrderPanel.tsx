import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { ORDER_NOT_FOUND } from '../../lib/rules/orders/order-states.ts'
import { $order, $orderNotice, openOrder } from '../../lib/stores/orders/order.ts'
import { OrderContent } from '../parts/order/OrderContent.tsx'
import { StateMark } from '../parts/order/StateMark.tsx'
import { Timeline } from '../parts/order/Timeline.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import { OrderActions } from './OrderActions.tsx'
import { OrderConsultation } from './OrderConsultation.tsx'
import { OrderPapers } from './OrderPapers.tsx'

interface Props {
  id: number
  onClose: () => void
}

/** One order: where it stands, what is to be done, what was filled in. */
export function OrderPanel({ id, onClose }: Props) {
  const state = useStore($order)
  const notice = useStore($orderNotice)
  const heading = useRef<HTMLHeadingElement>(null)
  const isReady = state.status === 'ready' && state.order.id === id
  useEffect(() => {
    if (isReady) heading.current?.focus({ preventScroll: true })
  }, [isReady])
  return (
    <section className="order-panel" aria-label="申报详情">
      <p className="order-back">
        <button type="button" className="button" onClick={onClose}>
          返回列表
        </button>
      </p>
      {notice && (
        <p
          className={`order-notice order-notice-${notice.tone}`}
          role={notice.tone === 'error' ? 'alert' : 'status'}
        >
          {notice.text}
        </p>
      )}
      {state.status === 'failed' && (
        <div className="list-note" role="alert">
          <p>
            {state.isMissing ? `${ORDER_NOT_FOUND}，它可能不属于您的企业。` : `没有加载成功：${state.text}`}
          </p>
          {!state.isMissing && (
            <button type="button" className="button" onClick={() => openOrder(id)}>
              重试
            </button>
          )}
        </div>
      )}
      {state.status !== 'failed' && !isReady && (
        <p className="list-note" role="status">
          正在加载…
        </p>
      )}
      {isReady && (
        <>
          <h2 ref={heading} tabIndex={-1}>
            {state.order.title}
          </h2>
          <p className="order-meta">
            <StateMark state={state.order.state} />
            {state.order.receipt_no && <span className="figures">受理编号 {state.order.receipt_no}</span>}
            {state.order.operator && <span>经办人 {state.order.operator}</span>}
          </p>
          {state.order.state === 'more-needed' && <AnswerForm order={state.order} isBusy={state.isBusy} />}
          <OrderActions order={state.order} isBusy={state.isBusy} onGone={onClose} />
          <OrderPapers order={state.order} />
          <Timeline order={state.order} />
          {state.order.state !== 'more-needed' && <OrderContent order={state.order} />}
          {state.order.state !== 'draft' && <OrderConsultation key={id} orderId={id} />}
        </>
      )}
    </section>
  )
}
