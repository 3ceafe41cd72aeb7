import { useStore } from '@nanostores/react'
import { Alert, Button, Progress, Skeleton } from 'antd'
import { useMemo, useRef, useState } from 'react'
import type { Dialogue as DialogueStore } from '../../../lib/conversation/dialogue.ts'
import { $desk } from '../../../lib/stores/operator/desk.ts'
import {
  $dialogue,
  $operator,
  type OpenConversation,
  openDialogue,
  readDialogue,
} from '../../../lib/stores/operator/dialogue.ts'
import { retryReply, takeBackReply, typedReply } from '../../../lib/stores/operator/replies.ts'
import { findFileUrl } from '../../../lib/stores/operator/shelf.ts'
import { $deskUpload, cancelDeskUpload } from '../../../lib/stores/operator/upload.ts'
import { handOver, needsNoReply } from '../../../lib/stores/operator/work.ts'
import { showToast } from '../../kit/toast.ts'
import { Announcer } from '../../parts/conversation/Announcer.tsx'
import { DialogueLog } from '../../parts/conversation/DialogueLog.tsx'
import { useShortcut } from '../shortcuts.tsx'
import { Snooze, WorkBar } from '../WorkBar.tsx'
import { Composer, hasKeyboard } from './Composer.tsx'
import '../../parts/conversation/picture-view.css'
import { EmptyState } from '../../kit/EmptyState.tsx'

export function Dialogue({ onBack }: { onBack: () => void }) {
  const state = useStore($dialogue)
  if (state.status === 'ready') return <Open key={state.id} {...state} onBack={onBack} />
  if (state.status === 'closed') {
    return (
      <section className="desk-dialogue" aria-label="对话">
        <EmptyState subject="messages">
          从左边选择一个咨询。按 J、K 选择，Enter 打开，? 查看全部快捷键。
        </EmptyState>
      </section>
    )
  }
  return (
    <section className="desk-dialogue" aria-label="对话">
      <div className="desk-bar desk-dialogue-back">
        <Button onClick={onBack}>返回队列</Button>
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
  const operator = useStore($operator)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each operator has drafts of their own
  const typed = useMemo(() => typedReply(id), [id, operator])
  const whole = useRef<HTMLElement>(null)
  const { assigned, operators, history } = conversation
  useShortcut('back', onBack)
  useShortcut('reply', () => whole.current?.querySelector<HTMLElement>('.desk-composer textarea')?.focus())
  useShortcut('messages', () => whole.current?.querySelector<HTMLElement>('.chat-log')?.focus())
  return (
    <section ref={whole} className="desk-dialogue" aria-label={`与${conversation.company.name}的对话`}>
      <div className="desk-bar">
        <Button className="desk-dialogue-back" onClick={onBack}>
          返回队列
        </Button>
        <h2 tabIndex={-1}>
          <a href={`/operator/companies?id=${conversation.company.id}`}>{conversation.company.name}</a>
        </h2>
        {conversation.waiting_since !== null && (
          <NoReply key={`waiting-${id}`} id={id} onDone={() => goOn(whole.current)} />
        )}
        <Owner key={id} conversation={conversation} onTaken={() => goOn(whole.current)} />
      </div>
      <WorkBar
        assigned={assigned?.id ?? null}
        operators={operators}
        history={history}
        onHandOver={(to, note) => handOver(id, assigned?.id ?? null, to, note)}
      >
        {conversation.waiting_since !== null && <Snooze id={id} until={conversation.snoozed_until} />}
      </WorkBar>
      {(conversation.title || conversation.policy_id !== null || conversation.advisory_id > 0) && (
        <p className="desk-bar desk-soft">
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
      {lines.length === 0 && <p className="desk-bar desk-soft">暂无消息，发送第一条消息即开始咨询。</p>}
      <DialogueLog
        dialogue={dialogue}
        label={`与${conversation.company.name}的消息`}
        onSeen={() => readDialogue(id)}
        onRetry={retryReply}
        onDiscard={(line) => {
          takeBackReply(typed, line)
          goOn(whole.current)
        }}
        findUrl={findFileUrl}
      />
      <Announcer key={`news-${id}`} lines={lines} isReady />
      <UploadNote />
      {conversation.closed ? (
        <p className="desk-composer">该话题已关闭，不能再发送消息。</p>
      ) : (
        <Composer key={operator} conversation={conversation} typed={typed} />
      )}
    </section>
  )
}

/** Moves the focus from a button that is gone into the field; without a keyboard, to the head. */
function goOn(dialogue: HTMLElement | null): void {
  // The operator already types in another field.
  if (document.activeElement?.matches('input, textarea')) return
  const field = hasKeyboard() ? dialogue?.querySelector<HTMLElement>('.desk-composer textarea') : null
  const place = field ?? dialogue?.querySelector<HTMLElement>('h2')
  place?.focus({ preventScroll: true })
}

/** Takes a conversation out of 待回复 without an answer, such as after 谢谢. */
function NoReply({ id, onDone }: { id: number; onDone: () => void }) {
  const [isBusy, setBusy] = useState(false)

  async function settle() {
    setBusy(true)
    const problem = await needsNoReply(id)
    setBusy(false)
    if (problem) return showToast(problem, 'error')
    showToast('已移出待回复')
    onDone()
  }
  useShortcut('settle', settle)

  return (
    <Button loading={isBusy} onClick={settle}>
      无需回复
    </Button>
  )
}

interface OwnerProps {
  conversation: OpenConversation
  onTaken: () => void
}

function Owner({ conversation: { id, assigned }, onTaken }: OwnerProps) {
  const desk = useStore($desk)
  const isMine = desk.status === 'operator' && assigned?.id === desk.id

  async function take() {
    if (desk.status !== 'operator') return
    const problem = await handOver(id, assigned?.id ?? null, desk.id)
    if (problem) return showToast(problem, 'error')
    showToast('已由您负责')
    onTaken()
  }
  useShortcut('take', isMine ? undefined : take)

  return (
    <>
      <span className="desk-soft">{assigned ? `${assigned.name}负责` : '无人负责'}</span>
      {!isMine && <Button onClick={take}>由我负责</Button>}
    </>
  )
}

function UploadNote() {
  const upload = useStore($deskUpload)
  if (upload.status === 'idle') return null
  if (upload.status === 'cancelling') return <Alert role="status" title="取消中..." />
  return (
    <Alert
      role="status"
      title={`${upload.isWaiting ? '网络中断，恢复后继续：' : '正在上传：'}${upload.name}`}
      description={<Progress percent={upload.percent} size="small" aria-label="上传进度" />}
      action={
        <Button size="small" onClick={cancelDeskUpload}>
          取消
        </Button>
      }
    />
  )
}
