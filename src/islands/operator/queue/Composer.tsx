import { useStore } from '@nanostores/react'
import { Button, Flex, Input, Upload } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Typed } from '../../../lib/conversation/typed.ts'
import { fillReply, firstField } from '../../../lib/rules/chat/reply-fields.ts'
import type { OpenConversation } from '../../../lib/stores/operator/dialogue.ts'
import { sendFileReply, sendReply } from '../../../lib/stores/operator/replies.ts'
import { $deskUpload, uploadForDesk } from '../../../lib/stores/operator/upload.ts'
import type { StoredFile } from '../../../lib/stores/uploads/single.ts'
import { isComposing } from '../../kit/is-composing.ts'
import { showToast } from '../../kit/toast.ts'
import { useComposer } from '../../parts/conversation/use-composer.ts'
import { useShortcut } from '../shortcuts.tsx'
import { QuickReplies } from './QuickReplies.tsx'

interface Props {
  conversation: OpenConversation
  typed: Typed
}

/** Enter sends, Shift+Enter begins a line, “/” in the empty field opens the quick replies. */
export function Composer({ conversation, typed }: Props) {
  const [isPicking, setPicking] = useState(false)
  const upload = useStore($deskUpload)
  const field = useRef<TextAreaRef>(null)
  const chooser = useRef<HTMLButtonElement>(null)
  const { text, write, reason, submit, press } = useComposer(
    typed,
    (text) => sendReply(conversation.id, text),
    () => field.current?.focus(),
  )

  useShortcut('templates', () => setPicking(true))
  useShortcut('attach', () => chooser.current?.click())
  useEffect(() => {
    // A phone's keyboard would cover the dialogue.
    if (hasKeyboard()) field.current?.focus({ preventScroll: true })
  }, [])

  function pressKey(event: KeyboardEvent) {
    if (event.key !== '/' || text !== '' || isComposing(event.nativeEvent)) return press(event)
    event.preventDefault()
    setPicking(true)
  }

  async function attach(file: File) {
    const stored = await uploadFile(file)
    const problem = stored && sendFileReply(conversation.id, stored)
    if (problem) showToast(problem, 'error')
  }

  /** Selects the first field without a value. */
  function take(reply: string | undefined) {
    setPicking(false)
    const taken = reply && fillReply(reply, conversation.reply_fields)
    const next = taken && text ? `${text}\n${taken}` : taken || text
    write(next)
    requestAnimationFrame(() => {
      const place = firstField(next)
      field.current?.focus({ cursor: 'end' })
      if (place) field.current?.resizableTextArea?.textArea.setSelectionRange(place.start, place.end)
    })
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
        status={reason ? 'error' : ''}
        aria-describedby={reason ? 'desk-composer-problem' : undefined}
        onChange={({ target }) => write(target.value)}
        onKeyDown={pressKey}
      />
      {reason && (
        <p id="desk-composer-problem" role="alert">
          {reason}
        </p>
      )}
      <Flex gap="small">
        <Button onClick={() => setPicking(true)}>快捷回复</Button>
        <FileChooser label="选择附件" onChoose={attach}>
          <Button ref={chooser} loading={upload.status !== 'idle'}>
            发送附件
          </Button>
        </FileChooser>
        <Button type="primary" className="desk-end" onClick={submit}>
          发送
        </Button>
      </Flex>
      {isPicking && <QuickReplies onTake={take} />}
    </div>
  )
}

interface FileChooserProps {
  label: string
  onChoose: (file: File) => void
  children: ReactNode
}

export function FileChooser({ label, onChoose, children }: FileChooserProps) {
  return (
    <Upload
      aria-label={label}
      showUploadList={false}
      beforeUpload={(file) => {
        onChoose(file)
        return false
      }}
    >
      {children}
    </Upload>
  )
}

/** Without a keyboard a focused field opens that of the screen. */
export function hasKeyboard(): boolean {
  return matchMedia('(pointer: fine)').matches
}

/** Returns the stored file. A toast has the reason if there is none. */
export async function uploadFile(file: File): Promise<StoredFile | undefined> {
  const end = await uploadForDesk(file)
  if (end.status === 'stored') return end.file
  if (end.status === 'cancelled') showToast(end.text)
  else showToast(`${file.name}：${end.text}`, 'error')
  return undefined
}
