import { useStore } from '@nanostores/react'
import { Button, Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { type ChangeEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { keepDraft, readDraft } from '../../../lib/stores/operator/drafts.ts'
import { replyDraft, sendFileReply, sendReply } from '../../../lib/stores/operator/replies.ts'
import { $deskUpload } from '../../../lib/stores/operator/upload.ts'
import { isComposing } from '../../kit/is-composing.ts'
import { showToast } from '../../kit/toast.ts'
import { QuickReplies } from './QuickReplies.tsx'
import { uploadFile } from './upload-file.ts'

/** Enter sends, Shift+Enter begins a line, “/” in the empty field opens the quick replies. */
export function Composer({ conversationId }: { conversationId: number }) {
  const draft = replyDraft(conversationId)
  const [text, setText] = useState(() => readDraft(draft))
  const latest = useRef(text)
  /** A reply is on its way into the outbox of this device, which takes longer than a second keystroke. */
  const isBeingKept = useRef(false)
  const [problem, setProblem] = useState<string>()
  const [isPicking, setPicking] = useState(false)
  const upload = useStore($deskUpload)
  const field = useRef<TextAreaRef>(null)
  const chooser = useRef<HTMLInputElement>(null)

  useEffect(() => {
    // On a phone the keyboard would cover the dialogue before anybody has read it.
    if (hasKeyboard()) field.current?.focus({ preventScroll: true })
  }, [])

  function write(next: string) {
    latest.current = next
    setText(next)
    setProblem(undefined)
    keepDraft(draft, next)
  }

  async function send() {
    if (isBeingKept.current) return
    isBeingKept.current = true
    try {
      const reason = await sendReply(conversationId, text)
      if (reason) setProblem(reason)
      // What has been written behind it meanwhile stays.
      else if (latest.current.startsWith(text)) write(latest.current.slice(text.length))
    } finally {
      isBeingKept.current = false
    }
    field.current?.focus()
  }

  function press(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      send()
    } else if (event.key === '/' && text === '') {
      event.preventDefault()
      setPicking(true)
    }
  }

  async function attach({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    target.value = ''
    if (!file) return
    const stored = await uploadFile(file)
    const reason = stored && (await sendFileReply(conversationId, stored))
    if (reason) showToast(`发送失败，${reason}`, 'error')
  }

  function take(reply: string | undefined) {
    setPicking(false)
    if (reply !== undefined) write(text === '' ? reply : `${text}\n${reply}`)
    requestAnimationFrame(() => field.current?.focus({ cursor: 'end' }))
  }

  return (
    <div className="desk-composer">
      <Input.TextArea
        ref={field}
        aria-label="回复内容"
        placeholder={
          hasKeyboard() ? '输入回复，按 Enter 发送，Shift+Enter 换行，按 / 选快捷回复' : '输入回复'
        }
        rows={2}
        value={text}
        status={problem ? 'error' : ''}
        aria-describedby={problem ? 'desk-composer-problem' : undefined}
        onChange={({ target }) => write(target.value)}
        onKeyDown={press}
      />
      {problem && (
        <p id="desk-composer-problem" className="desk-composer-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="desk-composer-tools">
        <Button onClick={() => setPicking(true)}>快捷回复</Button>
        <Button
          loading={upload.status === 'uploading' || upload.status === 'cancelling'}
          onClick={() => chooser.current?.click()}
        >
          发送附件
        </Button>
        <input ref={chooser} type="file" hidden tabIndex={-1} aria-label="选择附件" onChange={attach} />
        <Button type="primary" onClick={send}>
          发送
        </Button>
      </div>
      {isPicking && <QuickReplies onTake={take} />}
    </div>
  )
}

/** Else the one on the screen comes with the focus, and covers the dialogue. */
export function hasKeyboard(): boolean {
  return matchMedia('(pointer: fine)').matches
}
