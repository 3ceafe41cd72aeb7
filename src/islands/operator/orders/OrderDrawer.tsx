import { useStore } from '@nanostores/react'
import { Drawer } from 'antd'
import { useEffect } from 'react'
import { beginAboutOrder } from '../../../lib/stores/operator/begin.ts'
import { $deskOrder, closeDeskOrder, openDeskOrder } from '../../../lib/stores/operator/orders.ts'
import { OrderContent } from '../../parts/order/OrderContent.tsx'
import { StateMark } from '../../parts/order/StateMark.tsx'
import { Timeline } from '../../parts/order/Timeline.tsx'
import { BeginTalk } from '../BeginTalk.tsx'
import { PartState } from '../PartState.tsx'
import { OrderFiles } from './OrderFiles.tsx'
import { OrderSteps } from './OrderSteps.tsx'

/** One application beside the table: what was handed in, what happened, and what the operator does next. */
export function OrderDrawer({ id, onClose }: { id: number | null; onClose: () => void }) {
  const state = useStore($deskOrder)
  useEffect(() => {
    if (id === null) closeDeskOrder()
    else openDeskOrder(id)
  }, [id])
  const isReady = state.status === 'ready' && state.id === id
  return (
    <Drawer
      open={id !== null}
      size={720}
      title={<h2 className="drawer-title">{isReady ? state.open.order.title : '申请'}</h2>}
      onClose={onClose}
      closable={{ 'aria-label': '关闭' }}
      extra={isReady && <BeginTalk begin={() => beginAboutOrder(state.id)} />}
      footer={isReady && <OrderSteps key={state.id} open={state.open} isBusy={state.isBusy} />}
    >
      {isReady ? (
        <>
          <p className="order-line">
            <StateMark state={state.open.order.state} />
            <span>{state.open.company.name}</span>
            <span>{state.open.order.receipt_no}</span>
            <span>受理人：{state.open.order.operator ?? '无'}</span>
          </p>
          <OrderContent order={state.open.order} />
          <OrderFiles order={state.open.order} />
          <Timeline order={state.open.order} />
        </>
      ) : (
        id !== null && (
          <PartState
            state={state.status === 'failed' ? state : { status: 'loading' }}
            onRetry={() => openDeskOrder(id)}
          />
        )
      )}
    </Drawer>
  )
}
