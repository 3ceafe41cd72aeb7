import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { keepTyped, readTyped } from '../../../lib/browser/kept-chat.ts'
import { saveUrl } from '../../../lib/browser/save-url.ts'
import { CHAT_ATTACHMENT, CHAT_IMAGE, CHAT_TEXT } from '../../../lib/contract/chat/chat-message.ts'
import type { Dialogue as DialogueStore } from '../../../lib/conversation/dialogue.ts'
import { isImageName, writeFileDetail } from '../../../lib/rules/chat/chat-detail.ts'
import { discard, resend, send } from '../../../lib/stores/chat/outbox.ts'
import { $pictures, findFileUrl, showPicture } from '../../../lib/stores/chat/pictures.ts'
import { $owner } from '../../../lib/stores/session.ts'
import { showToast } from '../toast.ts'
import { attachTo } from './attach-to.ts'
import { Composer } from './Composer.tsx'
import type { ChatFile, ChatLine } from './chat-line.ts'
import { MessageList } from './MessageList.tsx'
import { PictureView } from './PictureView.tsx'
import { UploadLine } from './UploadLine.tsx'

const MINUTE_MS = 60_000

interface Props {
  dialogue: DialogueStore
  label: string
  onSeen: () => void
  /** Why nothing new comes in. */
  trouble: string | null
  /** Shown while nothing has been said. */
  empty: ReactNode
  /** Stands above the field: what it is about. */
  about?: ReactNode
  /** Why nobody can write here. */
  closed?: string | undefined
}

/** Reading and writing in one dialogue: the chat, or a topic of an order's consultation. What comes in tells DialogueNews. */
export function Dialogue({ dialogue, label, onSeen, trouble, empty, about, closed }: Props) {
  const state = useStore(dialogue.$state)
  const lines = useStore(dialogue.$lines)
  const pictures = useStore($pictures)
  const [large, setLarge] = useState<ChatFile>()
  const [isRetrying, setRetrying] = useState(false)
  const { typed, setTyped, takeOut, putBack } = useTyped(dialogue.place)
  const nowMs = useMinute()
  const field = useRef<HTMLTextAreaElement>(null)

  async function download(file: ChatFile): Promise<void> {
    const found = await findFileUrl(file)
    if ('url' in found) saveUrl(found.url)
    else showToast(found.text, 'error')
  }

  async function sendText(text: string): Promise<string | undefined> {
    const reason = await send(dialogue.place, { type: CHAT_TEXT, detail: text, size: null })
    // Not before: until the outbox has it, the field is all that does.
    if (reason === undefined) takeOut(typed)
    return reason && `发送失败，${reason}`
  }

  async function takeBack({ key, detail }: ChatLine): Promise<void> {
    const isMine = await discard(key)
    // Else another tab is sending it again.
    if (isMine && detail.kind === 'text') putBack(detail.text)
    field.current?.focus()
  }

  /** The button goes, and the focus with it. */
  async function tryAgain(key: string): Promise<void> {
    field.current?.focus()
    await resend(key)
  }

  async function retry(): Promise<void> {
    setRetrying(true)
    await dialogue.load()
    setRetrying(false)
  }

  const { fromDevice, fromDocuments } = attachTo('dialogue', async (file) => {
    const type = isImageName(file.localName) ? CHAT_IMAGE : CHAT_ATTACHMENT
    const reason = await send(dialogue.place, { type, detail: writeFileDetail(file), size: file.size })
    if (reason) showToast(`发送失败，${reason}`, 'error')
  })

  const actions = {
    onOpen: (file: ChatFile) => (file.kind === 'image' ? setLarge(file) : download(file)),
    onRetry: tryAgain,
    onDiscard: takeBack,
    pictures,
    onPicture: showPicture,
  }
  return (
    <div className="dialogue">
      {trouble && state.status !== 'failed' && (
        <p className="dialogue-trouble" role="status">
          {trouble}，恢复后自动更新
        </p>
      )}
      {state.status === 'failed' && (
        <div className="dialogue-note" role="alert">
          <p>消息没有加载成功：{state.text}</p>
          <button type="button" className="button" onClick={retry}>
            {isRetrying ? '正在重试…' : '重试'}
          </button>
        </div>
      )}
      {(state.status === 'loading' || state.status === 'idle') && (
        <p className="dialogue-note" role="status">
          正在加载…
        </p>
      )}
      {state.status === 'ready' && lines.length === 0 && <div className="dialogue-note">{empty}</div>}
      {lines.length > 0 && (
        <MessageList
          lines={lines}
          label={label}
          older={state.status === 'ready' ? state.older : { status: 'none' }}
          onOlder={dialogue.loadOlder}
          onSeen={onSeen}
          nowMs={nowMs}
          actions={actions}
        />
      )}
      <UploadLine place="dialogue" />
      {about}
      {closed ? (
        <p className="dialogue-closed">{closed}</p>
      ) : (
        <Composer
          field={field}
          typed={typed}
          onTyped={setTyped}
          onSend={sendText}
          onFiles={fromDevice}
          onPick={fromDocuments}
        />
      )}
      {large && (
        <PictureView
          file={large}
          load={findFileUrl}
          onDownload={() => download(large)}
          onClose={() => setLarge(undefined)}
        />
      )}
    </div>
  )
}

/** What is typed stays in this tab, from page to page. */
function useTyped(place: DialogueStore['place']) {
  const owner = useStore($owner) ?? ''
  const [typed, setTyped] = useState(() => readTyped(owner, place))
  const latest = useRef(typed)
  const write = (text: string) => {
    latest.current = text
    setTyped(text)
    keepTyped(owner, place, text)
  }
  return {
    typed,
    setTyped: write,
    /** What has been written behind it meanwhile stays. */
    takeOut: (sent: string) => latest.current.startsWith(sent) && write(latest.current.slice(sent.length)),
    /** Before what has been typed since. */
    putBack: (text: string) => write([text, latest.current].filter(Boolean).join('\n')),
  }
}

function useMinute(): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
