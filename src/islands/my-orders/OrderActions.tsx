import { useState } from 'react'
import type { Order } from '../../lib/contract/orders/order.ts'
import { nextStates } from '../../lib/rules/orders/order-states.ts'
import { withdrawOrder } from '../../lib/stores/orders/order.ts'
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx'

interface Props {
  order: Order
  isBusy: boolean
  /** The order is no longer in the list. */
  onGone: () => void
}

/** What the company can do with an order now. */
export function OrderActions({ order, isBusy, onGone }: Props) {
  const [isAsking, setAsking] = useState(false)
  const { kind, state, item_id, title } = order
  const isDraft = state === 'draft'
  const canWithdraw = nextStates(kind, state, 'company').includes('withdrawn')
  const isOver = state === 'rejected' || state === 'withdrawn'
  const policy = item_id === null ? null : `/pmanagement/${item_id}`

  async function withdraw() {
    setAsking(false)
    if ((await withdrawOrder()) && isDraft) onGone()
  }
  return (
    <p className="order-actions">
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
        <a className="button" href={policy}>
          看政策解读
        </a>
      )}
      {canWithdraw && (
        <button type="button" className="button" disabled={isBusy} onClick={() => setAsking(true)}>
          {isDraft ? '删除草稿' : item_id === null ? '撤回申请' : '撤回申报'}
        </button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={isDraft ? `删除草稿“${title}”？` : `撤回“${title}”？`}
          onConfirm={withdraw}
          onCancel={() => setAsking(false)}
        >
          <p>
            {isDraft ? '删除后不能恢复。' : '撤回后这一单就结束了，不能恢复；需要时可以在截止前重新申报。'}
          </p>
        </ConfirmDialog>
      )}
    </p>
  )
}
