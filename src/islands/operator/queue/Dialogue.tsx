import { useStore } from '@nanostores/react'
import { Alert, Button, Empty, Skeleton } from 'antd'
import { useRef, useState } from 'react'
import type { Dialogue as DialogueStore } from '../../../lib/conversation/dialogue.ts'
import { $pictures, showPicture } from '../../../lib/stores/chat/pictures.ts'
import { $desk } from '../../../lib/stores/operator/desk.ts'
import {
  $dialogue,
  type OpenConversation,
  openDialogue,
  readDialogue,
} from '../../../lib/stores/operator/dialogue.ts'
import { $repliesAreRead } from '../../../lib/stores/operator/outbox.ts'
import { retryReply, takeBackReply } from '../../../lib/stores/operator/replies.ts'
import { findFileUrl } from '../../../lib/stores/operator/shelf.ts'
import { Announcer } from '../../kit/chat/Announcer.tsx'
import type { ChatFile } from '../../kit/chat/chat-line.ts'
import { MessageList } from '../../kit/chat/MessageList.tsx'
import { PictureView } from '../../kit/chat/PictureView.tsx'
import '../../kit/chat/picture-view.css'
import { saveUrl } from '../../../lib/browser/save-url.ts'
import { showToast } from '../../kit/toast.ts'
import { ClosedTopic } from './ClosedTopic.tsx'
import { Composer, hasKeyboard } from './Composer.tsx'
import { HandOver } from './HandOver.tsx'
import { NoReply } from './NoReply.tsx'
import { UploadNote } from './UploadNote.tsx'
import { useNow } from './use-now.ts'

/** The conversation that is open. */
export function Dialogue({ onBack }: { onBack: () => void }) {
  const state = useStore($dialogue)
  if (state.status === 'ready') return <Open key={state.id} {...state} onBack={onBack} />
  if (state.status === 'closed') {
    return (
      <section className="desk-dialogue desk-dialogue-empty" aria-label="对话">
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="从左边选择一个咨询。按 Alt+↓ 打开下一个。" />
      </section>
    )
  }
  return (
    <section className="desk-dialogue" aria-label="对话">
      <div className="desk-dialogue-head">
        <Button className="desk-dialogue-back" onClick={onBack}>
          返回队列
        </Button>
      </div>
      {state.status === 'loading' && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {state.status === 'failed' && (
        <Alert
          type="error"
          title={state.text}
          action={<Button onClick={() => openDialogue(state.id)}>重试</Button>}
        />
      )}
    </section>
  )
}

interface OpenProps {
  id: number
  conversation: OpenConversation
  dialogue: DialogueStore
  onBack: () => void
}

function Open({ id, conversation, dialogue, onBack }: OpenProps) {
  const state = useStore(dialogue.$state)
  const lines = useStore(dialogue.$lines)
  const areRepliesRead = useStore($repliesAreRead)
  const desk = useStore($desk)
  const pictures = useStore($pictures)
  const [large, setLarge] = useState<ChatFile>()
  const now = useNow()
  /** Counted up when a text goes back into the field, which then reads its draft anew. */
  const [takenBack, setTakenBack] = useState(0)
  const whole = useRef<HTMLElement>(null)
  // Each operator has drafts of his own.
  const me = desk.status === 'operator' ? desk.id : 0
  return (
    <section ref={whole} className="desk-dialogue" aria-label={`与${conversation.company.name}的对话`}>
      <div className="desk-dialogue-head">
        <Button className="desk-dialogue-back" onClick={onBack}>
          返回队列
        </Button>
        <h2 tabIndex={-1}>{conversation.company.name}</h2>
        {conversation.waiting_since !== null && (
          <NoReply key={`waiting-${id}`} id={id} onDone={() => goOn(whole.current)} />
        )}
        <HandOver key={id} conversation={conversation} onTaken={() => goOn(whole.current)} />
      </div>
      {(conversation.title || conversation.policy_id !== null || conversation.advisory_id > 0) && (
        <p className="desk-dialogue-topic">
          {conversation.title && `主题：${conversation.title} `}
          {conversation.policy_id !== null && (
            <a href={`/review/${conversation.policy_id}`} target="_blank" rel="noopener">
              查看咨询的政策
            </a>
          )}
          {conversation.advisory_id > 0 && (
            <a href={`/operator/orders?id=${conversation.advisory_id}`}>查看这份申请</a>
          )}
        </p>
      )}
      {lines.length === 0 && (
        <p className="desk-dialogue-topic">这里还没有消息，您写的第一句会开始这次咨询。</p>
      )}
      <MessageList
        key={id}
        lines={lines}
        label={`与${conversation.company.name}的消息`}
        older={state.status === 'ready' ? state.older : { status: 'none' }}
        onOlder={dialogue.loadOlder}
        onSeen={() => readDialogue(id)}
        nowMs={now}
        actions={{
          pictures,
          onRetry: retryReply,
          onDiscard: async (line) => {
            await takeBackReply(id, line)
            setTakenBack((count) => count + 1)
          },
          onOpen: (file) => (file.kind === 'image' ? setLarge(file) : download(file)),
          onPicture: showPicture,
        }}
      />
      <Announcer key={`news-${id}`} lines={lines} isReady={areRepliesRead} />
      <UploadNote />
      {conversation.closed ? (
        <ClosedTopic key={`closed-${me}-${id}-${takenBack}`} conversationId={id} />
      ) : (
        <Composer key={`composer-${me}-${id}-${takenBack}`} conversationId={id} />
      )}
      {large && (
        <PictureView
          file={large}
          load={findFileUrl}
          onDownload={() => download(large)}
          onClose={() => setLarge(undefined)}
        />
      )}
    </section>
  )
}

/** Where work goes on when what had the focus is gone: in the field, but on a phone its keyboard would cover the rest. */
function goOn(dialogue: HTMLElement | null): void {
  // Elsewhere by now.
  if (document.activeElement?.matches('input, textarea')) return
  const field = hasKeyboard() ? dialogue?.querySelector<HTMLElement>('.desk-composer textarea') : null
  const place = field ?? dialogue?.querySelector<HTMLElement>('h2')
  place?.focus({ preventScroll: true })
}

async function download(file: ChatFile): Promise<void> {
  const found = await findFileUrl(file)
  if ('url' in found) saveUrl(found.url)
  else showToast(found.text, 'error')
}
