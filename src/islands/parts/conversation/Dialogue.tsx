import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Dialogue as DialogueStore } from '../../../lib/conversation/dialogue.ts'
import { typedInto } from '../../../lib/conversation/typed.ts'
import { $ratings, discard, resend, sendFile, sendText } from '../../../lib/stores/chat/dialogue.ts'
import { findFileUrl } from '../../../lib/stores/chat/pictures.ts'
import { $serviceHours, readServiceHours, serviceWords } from '../../../lib/stores/service-hours.ts'
import { $owner } from '../../../lib/stores/session.ts'
import { showToast } from '../../kit/toast.ts'
import { Announcer } from './Announcer.tsx'
import { attachTo, UploadLine } from './attach.tsx'
import { Composer } from './Composer.tsx'
import type { ChatLine } from './chat-line.ts'
import { DialogueLog } from './DialogueLog.tsx'
import { RatingLine } from './RatingLine.tsx'
import { useNow } from './use-now.ts'

interface Props {
  dialogue: DialogueStore
  label: string
  onSeen: () => void
  trouble: string | null
  empty: ReactNode
  about?: ReactNode
  closed?: string | undefined
  conversationId?: number | undefined
}

/** One dialogue with its field: the chat, or a topic of an order's consultation. */
export function Dialogue({ dialogue, label, onSeen, trouble, empty, about, closed, conversationId }: Props) {
  const state = useStore(dialogue.$state)
  const lines = useStore(dialogue.$lines)
  const typed = useTyped(dialogue)
  const [isRetrying, setRetrying] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)

  function takeBack({ key, detail }: ChatLine): void {
    // Else another tab is sending it again.
    if (discard(key) && detail.kind === 'text') typed.putBack(detail.text)
    field.current?.focus()
  }

  /** The button goes, and the focus with it. */
  function tryAgain(key: string): void {
    field.current?.focus()
    resend(key)
  }

  async function retry(): Promise<void> {
    setRetrying(true)
    await dialogue.load()
    setRetrying(false)
  }

  const { fromDevice, fromDocuments } = attachTo('dialogue', async (file) => {
    const reason = sendFile(dialogue.place, file)
    if (reason) showToast(reason, 'error')
  })
  return (
    <div className="dialogue">
      {trouble && state.status !== 'failed' && (
        <p className="dialogue-trouble" role="status">
          {trouble}，恢复后自动更新
        </p>
      )}
      {state.status === 'failed' && (
        <div className="dialogue-note" role="alert">
          <p>消息加载失败：{state.text}</p>
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
        <DialogueLog
          dialogue={dialogue}
          label={label}
          onSeen={onSeen}
          onRetry={tryAgain}
          onDiscard={takeBack}
          findUrl={findFileUrl}
        />
      )}
      <UploadLine place="dialogue" />
      {conversationId !== undefined && state.status === 'ready' && (
        <RatingLine conversationId={conversationId} mark={`${lines.length} ${closed ?? ''}`} />
      )}
      {!closed && state.status === 'ready' && <ServiceLine lines={lines} conversationId={conversationId} />}
      {about}
      {closed ? (
        <p className="soft dialogue-closed">{closed}</p>
      ) : (
        <Composer
          field={field}
          typed={typed}
          onSend={(text) => sendText(dialogue.place, text)}
          onFiles={fromDevice}
          onPick={fromDocuments}
        />
      )}
    </div>
  )
}

/** Outside the hours of service: when to expect an answer, before and after writing. */
function ServiceLine({
  lines,
  conversationId = 0,
}: Pick<Props, 'conversationId'> & { lines: readonly ChatLine[] }) {
  const hours = useStore($serviceHours)
  const rating = useStore($ratings, { keys: [conversationId] })[conversationId]
  const now = useNow()
  useEffect(() => {
    readServiceHours()
  }, [])
  if (!hours) return null
  const words = serviceWords(hours, now)
  const last = lines.at(-1)
  if (!words.away && last) return null
  // After the request for a rating no answer is expected.
  const isOver = (rating?.is ?? 'none') !== 'none'
  const isWaiting = !isOver && last?.own && last.state.status === 'sent'
  return (
    <p className="soft dialogue-service" role="status">
      {words.away && `${isWaiting ? '已收到。' : ''}${words.away}。`}
      {words.hours && `服务时间：${words.hours}。`}
    </p>
  )
}

/** For the logged-in person, also after the session has ended: the screen stays as it is. */
function useTyped({ place }: DialogueStore) {
  const current = useStore($owner)
  const [owner, setOwner] = useState(current)
  if (current !== null && current !== owner) setOwner(current)
  return useMemo(() => typedInto(place, owner ?? ''), [place, owner])
}

export function DialogueNews({ dialogue }: { dialogue: DialogueStore }) {
  const { status } = useStore(dialogue.$state)
  const lines = useStore(dialogue.$lines)
  return <Announcer lines={lines} isReady={status === 'ready'} />
}
