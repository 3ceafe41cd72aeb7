import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { Order } from '../../lib/contract/orders/order.ts'
import { nextStates, ORDER_NOT_FOUND } from '../../lib/rules/orders/order-states.ts'
import { warmPicker } from '../../lib/stores/documents/picker.ts'
import {
  $order,
  $orderNotice,
  addPapers,
  openOrder,
  withdrawOrder,
  writeDraftAgain,
} from '../../lib/stores/orders/order.ts'
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx'
import { offerUndo, showToast } from '../kit/toast.ts'
import { Waiting } from '../kit/Waiting.tsx'
import { OrderContent } from '../parts/order/OrderContent.tsx'
import { Papers } from '../parts/order/Papers.tsx'
import { StateMark, Timeline } from '../parts/order/StateMark.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import { OrderConsultation } from './OrderConsultation.tsx'
import { useOrderDesk } from './use-order-desk.tsx'

interface OrderPanelProps {
  id: number
  onClose: () => void
}

export function OrderPanel({ id, onClose }: OrderPanelProps) {
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
        <button type="button" className="button button-text" onClick={onClose}>
          ‹ 返回列表
        </button>
      </p>
      {notice && (
        <p
          className={notice.tone === 'error' ? 'problem order-notice' : 'order-notice'}
          role={notice.tone === 'error' ? 'alert' : 'status'}
        >
          {notice.text}
        </p>
      )}
      {state.status === 'failed' && (
        <div className="wrap list-note" role="alert">
          <p>{state.isMissing ? `${ORDER_NOT_FOUND}，可能不属于贵企业。` : `加载失败：${state.text}`}</p>
          {!state.isMissing && (
            <button type="button" className="button" onClick={() => openOrder(id)}>
              重试
            </button>
          )}
        </div>
      )}
      {state.status !== 'failed' && !isReady && <Waiting />}
      {isReady && (
        <>
          <h2 ref={heading} tabIndex={-1}>
            {state.order.title}
          </h2>
          <p className="wrap soft order-meta">
            <StateMark state={state.order.state} />
            {state.order.receipt_no && <span className="figures">服务单号 {state.order.receipt_no}</span>}
            {state.order.operator && <span>顾问 {state.order.operator}</span>}
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

interface OrderActionsProps {
  order: Order
  isBusy: boolean
  onGone: () => void
}

function OrderActions({ order, isBusy, onGone }: OrderActionsProps) {
  const [isAsking, setAsking] = useState(false)
  const { kind, state, item_id, title } = order
  const isDraft = state === 'draft'
  const canWithdraw = nextStates(kind, state, 'company').includes('withdrawn')
  const isOver = state === 'rejected' || state === 'withdrawn'
  const policy = item_id === null ? null : `/pmanagement/${item_id}`

  async function withdraw() {
    setAsking(false)
    if (!(await withdrawOrder()) || !isDraft) return
    onGone()
    if (order.kind !== 'application') return
    offerUndo(`已删除草稿“${title}”`, async () => {
      const fault = await writeDraftAgain(order)
      showToast(fault ?? '已恢复', fault ? 'error' : 'success')
    })
  }
  return (
    <p className="wrap order-actions">
      {isDraft && policy && (
        <a className="button button-primary" href={`${policy}#declare`}>
          继续填写
        </a>
      )}
      {isOver && policy && (
        <a className="button" href={`${policy}#declare`}>
          重新申报
        </a>
      )}
      {policy && (
        <a className="button button-text" href={policy}>
          看政策解读
        </a>
      )}
      {canWithdraw && (
        <button
          type="button"
          className="button button-text order-withdraw"
          disabled={isBusy}
          onClick={() => setAsking(true)}
        >
          {isDraft ? '删除草稿' : item_id === null ? '撤回申请' : '撤回申报'}
        </button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={isDraft ? `删除草稿“${title}”？` : `撤回“${title}”？`}
          onConfirm={withdraw}
          onCancel={() => setAsking(false)}
        >
          <p>{isDraft ? '删除后 10 秒内可以撤销。' : '撤回后该申报即终止；截止前可重新申报。'}</p>
        </ConfirmDialog>
      )}
    </p>
  )
}

function OrderPapers({ order }: { order: Order }) {
  const { isOpen, papersOf, papersBeside, onPick, dialog } = useOrderDesk(order)
  const all = order.kind === 'application' ? order.fields.materials.map(({ name }) => name) : []
  const names = order.state === 'more-needed' ? [] : all
  const others = papersBeside(all)
  useEffect(() => {
    if (isOpen) warmPicker()
  }, [isOpen])
  if (!isOpen && order.files.length === 0) return null
  return (
    <section className="order-papers" aria-label="申报文件">
      <h3>{names.length > 0 ? '申报文件' : '其他文件'}</h3>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <span>{name}</span>
            {isOpen && (
              <button
                type="button"
                className="link papers-pick"
                aria-label={`为“${name}”选择文件`}
                onClick={() => onPick(name)}
              >
                选择文件
              </button>
            )}
            <Papers papers={papersOf(name)} />
          </li>
        ))}
        <li>
          <span>{names.length > 0 ? '其他文件' : '补充的文件'}</span>
          {isOpen && (
            <button
              type="button"
              className="link papers-pick"
              aria-label="为“其他文件”选择文件"
              onClick={() => addPapers()}
            >
              选择文件
            </button>
          )}
          <Papers papers={others} />
        </li>
      </ul>
      {dialog}
    </section>
  )
}
