import { type ClipboardEvent, type RefObject, useId } from 'react'
import { pastedFiles } from '../../../lib/browser/pasted-files.ts'
import { CHAT_TEXT_LIMIT } from '../../../lib/contract/chat/chat-message.ts'
import type { Typed } from '../../../lib/conversation/typed.ts'
import { formatNumber } from '../../../lib/rules/text/format-number.ts'
import { FileSource } from './attach.tsx'
import { useComposer } from './use-composer.ts'

const NEAR_LIMIT = CHAT_TEXT_LIMIT - 200

interface Props {
  field: RefObject<HTMLTextAreaElement | null>
  typed: Typed
  onSend: (text: string) => string | undefined
  onFiles: (files: readonly File[]) => void
  onPick: () => void
}

export function Composer({ field, typed, onSend, onFiles, onPick }: Props) {
  const { text, write, reason, submit, press } = useComposer(typed, onSend, () => field.current?.focus())
  const noticeId = useId()

  function paste(event: ClipboardEvent): void {
    const files = pastedFiles(event.clipboardData)
    if (files.length === 0) return
    event.preventDefault()
    onFiles(files)
  }

  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <p id={noticeId} className="problem composer-notice" role="alert">
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
        value={text}
        onChange={({ target }) => write(target.value)}
        onKeyDown={press}
        onPaste={paste}
      />
      <div className="composer-foot">
        <FileSource onFiles={onFiles} onPick={onPick} />
        {text.length > NEAR_LIMIT && (
          <span className="soft composer-count">
            {formatNumber([...text.trim()].length)}/{formatNumber(CHAT_TEXT_LIMIT)}
          </span>
        )}
        <button type="submit" className="button button-primary">
          发送
        </button>
      </div>
    </form>
  )
}
