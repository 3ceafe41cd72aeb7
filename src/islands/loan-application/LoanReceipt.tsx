import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { ORDER_NOT_FOUND, stateName } from '../../lib/rules/orders/order-states.ts'
import { $receipt, openReceipt, readReceipt } from '../../lib/stores/orders/receipt.ts'
import { ensureLoggedIn } from '../../lib/stores/session.ts'
import { MY_ORDERS } from '../../my-lists.ts'
import { site } from '../../site.ts'
import { SessionNotice } from '../kit/LoginGate.tsx'
import { ReceiptMark } from '../parts/order/ReceiptMark.tsx'

export function LoanReceipt() {
  const state = useStore($receipt, { ssr: 'initial' })
  useEffect(() => openReceipt(new URLSearchParams(location.search).get('poid')), [])
  const title = state.status === 'known' ? '贷款申请已提交' : '贷款申请'
  useEffect(() => {
    document.title = `${title} - ${site.name}`
  }, [title])
  return (
    <div className="receipt" role="status">
      <ReceiptMark isThere={state.status === 'known'} />
      <h1>{title}</h1>
      {state.status === 'loading' && <p>正在读取服务单号…</p>}
      {state.status === 'known' && (
        <>
          <p>
            服务单号 <b className="figures">{state.receipt_no}</b>
          </p>
          {state.state && <p>当前状态：{stateName(state.state)}</p>}
          <p className="receipt-ways">
            <a className="button button-primary" href={`/mylist/1?poid=${state.poid}`}>
              查看进度
            </a>
          </p>
        </>
      )}
      {state.status === 'logged-out' && (
        <p className="receipt-ways">
          <span>登录后查看服务单号和进度。</span>
          <button type="button" className="button button-primary" onClick={() => ensureLoggedIn()}>
            登录查看
          </button>
        </p>
      )}
      {state.status === 'none' && (
        <p>
          {ORDER_NOT_FOUND}。可在<a href={MY_ORDERS.href}>{MY_ORDERS.title}</a>中查看全部申请，或
          <a href="/loan/declare">填写申请</a>。
        </p>
      )}
      {state.status === 'unknown' && <SessionNotice />}
      {state.status === 'failed' && (
        <p className="receipt-ways" role="alert">
          <span>申请加载失败：{state.text}</span>
          <button type="button" className="button" onClick={() => readReceipt(state.poid)}>
            重试
          </button>
        </p>
      )}
    </div>
  )
}
