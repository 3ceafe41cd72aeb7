import { type ClipboardEvent, type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { CHAT_TEXT_LIMIT } from '../../../lib/contract/chat/chat-message.ts'
import { checkChatText } from '../../../lib/rules/chat/chat-detail.ts'
import { formatNumber } from '../../../lib/rules/text/format-number.ts'
import { isComposing } from '../is-composing.ts'
import { FileSource } from './FileSource.tsx'

const NEAR_LIMIT = CHAT_TEXT_LIMIT - 200

interface Props {
  field: RefObject<HTMLTextAreaElement | null>
  typed: string
  onTyped: (text: string) => void
  /** Undefined: it is on its way. Else why not, and the text stays. */
  onSend: (text: string) => Promise<string | undefined>
  onFiles: (files: readonly File[]) => void
  onPick: () => void
}

/** Where a message is written. Enter sends, but never while an input method composes; Shift+Enter begins a line. */
export function Composer({ field, typed, onTyped, onSend, onFiles, onPick }: Props) {
  const [reason, setReason] = useState<string>()
  /** A message is on its way into the outbox of this device, which takes longer than a second keystroke. */
  const isBeingKept = useRef(false)
  const noticeId = useId()

  async function send(): Promise<void> {
    if (isBeingKept.current) return
    const checked = checkChatText(typed, CHAT_TEXT_LIMIT)
    isBeingKept.current = true
    try {
      setReason(checked.ok ? await onSend(checked.text) : checked.reason)
    } finally {
      isBeingKept.current = false
    }
    field.current?.focus()
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return
    event.preventDefault()
    send()
  }

  function paste(event: ClipboardEvent): void {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    onFiles(files)
  }

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <p id={noticeId} className="composer-notice" role="alert">
        {reason}
      </p>
      <textarea
        ref={field}
        className="field"
        aria-label="消息内容"
        aria-describedby={noticeId}
        aria-invalid={reason ? true : undefined}
        placeholder="输入您的问题"
        rows={2}
        enterKeyHint="send"
        value={typed}
        onChange={({ target }) => {
          setReason(undefined)
          onTyped(target.value)
        }}
        onKeyDown={press}
        onPaste={paste}
      />
      <div className="composer-foot">
        <FileSource onFiles={onFiles} onPick={onPick} />
        {typed.length > NEAR_LIMIT && (
          <span className="composer-count">
            {formatNumber([...typed.trim()].length)}/{formatNumber(CHAT_TEXT_LIMIT)}
          </span>
        )}
        <button type="submit" className="button button-primary">
          发送
        </button>
      </div>
    </form>
  )
}
