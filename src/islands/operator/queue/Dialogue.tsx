import { useStore } from '@nanostores/react'
import { Alert, Button, Empty, Skeleton } from 'antd'
import { useMemo, useRef } from 'react'
import type { Dialogue as DialogueStore } from '../../../lib/conversation/dialogue.ts'
import {
  $dialogue,
  type OpenConversation,
  openDialogue,
  readDialogue,
} from '../../../lib/stores/operator/dialogue.ts'
import { $operator, $repliesAreRead } from '../../../lib/stores/operator/outbox.ts'
import { retryReply, takeBackReply, typedReply } from '../../../lib/stores/operator/replies.ts'
import { findFileUrl } from '../../../lib/stores/operator/shelf.ts'
import { Announcer } from '../../parts/conversation/Announcer.tsx'
import { DialogueLog } from '../../parts/conversation/DialogueLog.tsx'
import '../../parts/conversation/picture-view.css'
import { ClosedTopic } from './ClosedTopic.tsx'
import { Composer, hasKeyboard } from './Composer.tsx'
import { HandOver } from './HandOver.tsx'
import { NoReply } from './NoReply.tsx'
import { UploadNote } from './UploadNote.tsx'

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
  const lines = useStore(dialogue.$lines)
  const areRepliesRead = useStore($repliesAreRead)
  const operator = useStore($operator)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each operator has his own
  const typed = useMemo(() => typedReply(id), [id, operator])
  const whole = useRef<HTMLElement>(null)
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
      <DialogueLog
        dialogue={dialogue}
        label={`与${conversation.company.name}的消息`}
        onSeen={() => readDialogue(id)}
        onRetry={retryReply}
        onDiscard={async (line) => {
          await takeBackReply(typed, line)
          goOn(whole.current)
        }}
        findUrl={findFileUrl}
      />
      <Announcer key={`news-${id}`} lines={lines} isReady={areRepliesRead} />
      <UploadNote />
      {conversation.closed ? (
        <ClosedTopic typed={typed} />
      ) : (
        <Composer key={operator} conversationId={id} typed={typed} />
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
