import { useStore } from '@nanostores/react'
import { Button, Input } from 'antd'
import { copyText } from '../../../lib/browser/copy-text.ts'
import type { Typed } from '../../../lib/conversation/typed.ts'
import { showToast } from '../../kit/toast.ts'

/** In place of the field where nothing can be sent any more. What was written there can still be used elsewhere. */
export function ClosedTopic({ typed }: { typed: Typed }) {
  const text = useStore(typed.$text)

  async function copy() {
    if (await copyText(text)) showToast('已复制')
    else showToast('没有复制成功，请选中后复制', 'error')
  }

  if (text === '') return <p className="desk-dialogue-topic">该话题已关闭，不能再发送消息。</p>
  return (
    <div className="desk-composer">
      <p>该话题已关闭，不能再发送消息。您写的内容没有发出，可以复制到其他对话。</p>
      <Input.TextArea aria-label="没有发出的内容" readOnly rows={2} value={text} />
      <div className="desk-composer-tools">
        <Button onClick={() => typed.write('')}>删除</Button>
        <Button type="primary" onClick={copy}>
          复制
        </Button>
      </div>
    </div>
  )
}
