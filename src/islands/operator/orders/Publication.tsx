import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import type { OperatorOrder } from '../../../lib/contract/operator/order.ts'
import { ORDER_NOTE_LIMIT } from '../../../lib/contract/orders/order.ts'
import { publishProvider } from '../../../lib/stores/operator/orders.ts'
import { FormDialog } from '../FormDialog.tsx'

const WORDS = {
  off: { act: '下线', done: '已下线，并通知企业', label: '给企业的说明' },
  on: { act: '恢复公开', done: '已恢复公开，并通知企业', label: '给企业的说明（可不填）' },
}

/** An approved provider's page, and taking it off or showing it again. */
export function Publication({ open, isBusy }: { open: OperatorOrder; isBusy: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const { order, publication } = open
  if (!publication) return null
  const { id, category_id, shown } = publication
  const words = shown ? WORDS.off : WORDS.on
  return (
    <div className="order-steps">
      {shown ? (
        <Button href={`/enterprise/${category_id}/${id}`} target="_blank">
          看公开的页面
        </Button>
      ) : (
        <span className="order-over">公开页面已下线。</span>
      )}
      <Button danger={shown} disabled={isBusy} onClick={() => setAsking(true)}>
        {words.act}
      </Button>
      {isAsking && (
        <FormDialog<{ note?: string }>
          title={`${words.act}：${order.title}`}
          okText={words.act}
          danger={shown}
          done={words.done}
          initial={{}}
          onSubmit={({ note = '' }) => publishProvider(order.id, !shown, note)}
          onClose={() => setAsking(false)}
        >
          {shown && <p>马上从“新入驻”里消失；已经生成静态页面的，在下一次生成后消失。</p>}
          <Form.Item
            name="note"
            label={words.label}
            rules={shown ? [{ required: true, whitespace: true, message: '请填写说明' }] : []}
          >
            <Input.TextArea autoFocus rows={3} maxLength={ORDER_NOTE_LIMIT} showCount />
          </Form.Item>
        </FormDialog>
      )}
    </div>
  )
}
