import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { TOPIC_TITLE_LIMIT, type Topic } from '../../lib/contract/chat/advisory.ts'
import { followChat } from '../../lib/stores/chat/chat.ts'
import {
  $consultation,
  $consultationTrouble,
  type ConsultationState,
  chooseTopic,
  closeTopic,
  consultationShelf,
  followTopic,
  openConsultation,
  openTopic,
  seeTopic,
} from '../../lib/stores/chat/consultation.ts'
import { dialogueOf } from '../../lib/stores/chat/dialogue.ts'
import { showToast } from '../kit/toast.ts'
import { Dialogue, DialogueNews } from '../parts/conversation/Dialogue.tsx'
import { FilePanes } from '../parts/conversation/FilePanes.tsx'
import { Unread } from '../parts/conversation/Unread.tsx'
import { QuotaFullDialog } from '../parts/documents/QuotaFullDialog.tsx'
import '../parts/conversation/chat.css'
import '../parts/conversation/composer.css'
import '../parts/conversation/file-panes.css'
import '../parts/conversation/picture-view.css'
import '../kit/tabs.css'
import './order-consultation.css'
import { Waiting } from '../kit/Waiting.tsx'

export function OrderConsultation({ orderId }: { orderId: number }) {
  const state = useConsultation(orderId)
  const shelf = useMemo(() => consultationShelf(orderId), [orderId])
  const [wanted] = useState(topicInAddress)
  useEffect(followChat, [])
  useEffect(() => {
    openConsultation(orderId, wanted)
  }, [orderId, wanted])
  const topic = state.status === 'ready' ? state.topics.find(({ id }) => id === state.topicId) : undefined
  return (
    <section className="consultation" aria-label="这份申报的咨询">
      <h3>这份申报的咨询</h3>
      {state.status === 'loading' && <Waiting rows={2} />}
      {state.status === 'failed' && (
        <p role="alert">
          咨询加载失败：{state.text}
          <button type="button" className="button" onClick={() => openConsultation(orderId)}>
            重试
          </button>
        </p>
      )}
      {state.status === 'ready' && (
        <div className="tabs consultation-topics">
          {state.topics.map(({ id, title, unread, closed }) => (
            <button
              key={id}
              type="button"
              aria-pressed={id === state.topicId}
              onClick={() => chooseTopic(id)}
            >
              {title}
              {closed && '（已关闭）'}
              {id !== state.topicId && <Unread count={unread} />}
            </button>
          ))}
          <NewTopic orderId={orderId} />
        </div>
      )}
      {topic && <TopicDialogue key={topic.id} topic={topic} isWanted={topic.id === wanted} />}
      <FilePanes shelf={shelf} dialogue={topic && dialogueOf(`topic:${topic.id}`)} of="（这份申报）" />
      <QuotaFullDialog />
    </section>
  )
}

/** The store may still contain another order's consultation. */
function useConsultation(orderId: number): ConsultationState {
  const state = useStore($consultation)
  return state.orderId === orderId ? state : { orderId, status: 'loading' }
}

function topicInAddress(): number | undefined {
  return Number(new URLSearchParams(location.search).get('topic')) || undefined
}

interface TopicProps {
  topic: Topic
  isWanted: boolean
}

function TopicDialogue({ topic, isWanted }: TopicProps) {
  const { id, advisory_id, title, closed } = topic
  const trouble = useStore($consultationTrouble)
  const talk = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isWanted) talk.current?.scrollIntoView({ block: 'nearest' })
  }, [isWanted])
  useEffect(() => followTopic(advisory_id, id), [advisory_id, id])

  async function toggle(): Promise<void> {
    const text = await closeTopic(id, !closed)
    if (text) showToast(text, 'error')
  }
  return (
    <div ref={talk} className="consultation-talk">
      <Dialogue
        dialogue={dialogueOf(`topic:${id}`)}
        label={`咨询：${title}`}
        onSeen={() => seeTopic(id)}
        trouble={trouble}
        conversationId={id}
        closed={closed ? '这个话题已关闭，重新打开后可以继续咨询。' : undefined}
        empty={<p>对这份申报有疑问，可在此咨询顾问和专家。</p>}
      />
      <DialogueNews dialogue={dialogueOf(`topic:${id}`)} />
      <button type="button" className="soft consultation-close" onClick={toggle}>
        {closed ? '重新打开话题' : '关闭话题'}
      </button>
    </div>
  )
}

function NewTopic({ orderId }: { orderId: number }) {
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
      className="wrap consultation-new"
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
