import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { type OrderState, stateName } from '../../lib/rules/orders/order-states.ts'
import { $form, changeContent, typedIn } from '../../lib/stores/forms/form.ts'
import {
  $canTakeFormer,
  $myProvider,
  $myProviderFailure,
  followMyProvider,
  readMyProvider,
  takeFormerContent,
} from '../../lib/stores/my-provider.ts'
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx'
import { offerUndo } from '../kit/toast.ts'

const WORDS: Partial<Record<OrderState, string>> = {
  submitted: '正等待审核，三个工作日内会有结果。',
  reviewing: '正在审核，三个工作日内会有结果。',
  'more-needed': '需要您补充资料。',
  approved: '资料已公开。如有变动，可更新后再提交，审核通过后替换。',
  rejected: '未通过，可修改后重新申请。',
}

const OFF = '资料未公开，已生成的页面最迟在网站下一次更新后移除。可更新后再提交，审核通过后公开。'

export function MyApplication() {
  const mine = useStore($myProvider, { ssr: 'initial' })
  const failure = useStore($myProviderFailure, { ssr: 'initial' })
  const form = useStore($form, { ssr: 'initial' })
  const canTake = useStore($canTakeFormer, { ssr: 'initial' })
  const [isAsking, setAsking] = useState(false)
  useEffect(() => followMyProvider(), [])
  if (!mine && failure !== null) {
    return (
      <p className="form-missing" role="alert">
        入驻申请加载失败：{failure}。
        <button type="button" className="link" onClick={readMyProvider}>
          重试
        </button>
      </p>
    )
  }
  if (!mine || mine.order.state === 'withdrawn') return null
  const { note, page } = mine
  const isClosed = form.status === 'missing' || form.status === 'locked'
  const { id, state, receipt_no } = mine.order
  return (
    <section className="provider-mine" aria-label="我的入驻申请">
      <h2>
        我的入驻申请 <span className="mark">{stateName(state)}</span>
      </h2>
      <p>
        服务单号 <b className="figures">{receipt_no}</b>。
        {state === 'approved' && page === null ? OFF : WORDS[state]}
      </p>
      {note && <blockquote>{note}</blockquote>}
      <p className="form-choice">
        {state === 'more-needed' && (
          <a className="button button-primary" href={`/enter?poid=${id}`}>
            补充资料
          </a>
        )}
        {(state === 'rejected' || state === 'approved') && !isClosed && (
          <button
            type="button"
            className="button"
            disabled={!canTake}
            onClick={() => setAsking(!takeFormerContent())}
          >
            {state === 'rejected' ? '用原来的内容修改' : '用现在的内容更新'}
          </button>
        )}
        {page && (
          <a className="button" href={page}>
            查看公开页面
          </a>
        )}
        <a className="button" href={`/mylist/1?poid=${id}`}>
          查看进度
        </a>
      </p>
      {isAsking && canTake && (
        <ConfirmDialog
          title="用原来的内容替换已填写的内容？"
          onConfirm={() => {
            setAsking(false)
            const { texts, files } = typedIn()
            takeFormerContent(true)
            const stored = files.filter(({ hash_name }) => hash_name !== null)
            offerUndo('已替换填写的内容', () => changeContent(() => ({ texts, files: stored })))
          }}
          onCancel={() => setAsking(false)}
        >
          <p>已填写的内容将被替换，10 秒内可以撤销；尚未上传的文件需要重新选择。</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
