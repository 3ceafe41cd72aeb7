import { Button, Input } from 'antd'
import { useState } from 'react'
import { copyText } from '../../../lib/browser/copy-text.ts'
import { keepDraft, readDraft } from '../../../lib/stores/operator/drafts.ts'
import { replyDraft } from '../../../lib/stores/operator/replies.ts'
import { showToast } from '../../kit/toast.ts'

/** In place of the field where nothing can be sent any more. What was written there can still be used elsewhere. */
export function ClosedTopic({ conversationId }: { conversationId: number }) {
  const draft = replyDraft(conversationId)
  const [text, setText] = useState(() => readDraft(draft))

  async function copy() {
    if (await copyText(text)) showToast('已复制')
    else showToast('没有复制成功，请选中后复制', 'error')
  }

  function remove() {
    keepDraft(draft, '')
    setText('')
  }

  if (text === '') return <p className="desk-dialogue-topic">该话题已关闭，不能再发送消息。</p>
  return (
    <div className="desk-composer">
      <p>该话题已关闭，不能再发送消息。您写的内容没有发出，可以复制到其他对话。</p>
      <Input.TextArea aria-label="没有发出的内容" readOnly rows={2} value={text} />
      <div className="desk-composer-tools">
        <Button onClick={remove}>删除</Button>
        <Button type="primary" onClick={copy}>
          复制
        </Button>
      </div>
    </div>
  )
}
