import { useEffect, useRef } from 'react'
import type { Order } from '../../lib/contract/orders/order.ts'
import { stateName } from '../../lib/rules/orders/order-states.ts'
import { ReceiptMark } from '../parts/order/ReceiptMark.tsx'
import type { DeclareItem } from './declare-item.ts'
import { OfficialNote } from './OfficialNote.tsx'

/** The receipt, and what happens next. */
export function Submitted({ order, here, item }: { order: Order; here: boolean; item: DeclareItem }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="declare-done" role="status">
      <ReceiptMark isThere />
      <h3 ref={heading} tabIndex={-1}>
        {here ? '已提交' : '这份申报已经提交'}
      </h3>
      <p>
        受理编号 <b className="figures">{order.receipt_no}</b>，当前状态：{stateName(order.state)}。
      </p>
      <p>受理、需要补充材料和结果都会用“消息”告诉您，也可以随时查看进度。</p>
      {item.official && <OfficialNote official={item.official} />}
      <a className="button button-primary" href={`/mylist/1?poid=${order.id}`}>
        查看进度
      </a>
    </div>
  )
}
