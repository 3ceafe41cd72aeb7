import { useEffect, useRef } from 'react'
import type { SentForm } from '../../lib/browser/kept-drafts.ts'

/** The receipt, and what happens next. */
export function ProviderSent({ sent, here }: { sent: Pick<SentForm, 'poid' | 'receipt_no'>; here: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="form-missing" role="status">
      <h2 ref={heading} tabIndex={-1}>
        {here ? '入驻申请已提交' : '这份入驻申请已经提交'}
      </h2>
      <p>
        受理编号 <b className="figures">{sent.receipt_no}</b>
        。三个工作日内核对执照和资料；需要补充的，会用“消息”告诉您缺什么。
      </p>
      <p className="form-choice">
        <a className="button button-primary" href={`/mylist/1?poid=${sent.poid}`}>
          查看进度
        </a>
        <a className="button" href="/facilitator">
          服务商说明
        </a>
      </p>
    </div>
  )
}
