import { useState } from 'react'
import { TOPIC_TITLE_LIMIT } from '../../lib/contract/chat/advisory.ts'
import { openTopic } from '../../lib/stores/chat/consultation.ts'

/** A button that becomes a field; what is typed stays until the topic is there. */
export function NewTopic({ orderId }: { orderId: number }) {
  const [isOpen, setOpen] = useState(false)
  const [title, setTitle] = useState('')
  const [reason, setReason] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  if (!isOpen) {
    return (
      <button type="button" onClick={() => setOpen(true)}>
        ＋ 新话题
      </button>
    )
  }
  const close = () => {
    setOpen(false)
    setReason(undefined)
  }
  async function save(): Promise<void> {
    if (isBusy) return
    if (title.trim() === '') return setReason('请填写话题名称')
    setBusy(true)
    const refused = await openTopic(orderId, title.trim())
    setBusy(false)
    setReason(refused)
    if (refused !== undefined) return
    setTitle('')
    close()
  }
  return (
    <form
      className="consultation-new"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <input
        className="field"
        aria-label="话题名称"
        placeholder="例如：补充材料"
        maxLength={TOPIC_TITLE_LIMIT}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
        autoFocus
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <button type="submit" className="button" aria-disabled={isBusy}>
        {isBusy ? '正在添加…' : '添加'}
      </button>
      <button type="button" onClick={close}>
        取消
      </button>
      {reason && <p role="alert">{reason}</p>}
    </form>
  )
}
