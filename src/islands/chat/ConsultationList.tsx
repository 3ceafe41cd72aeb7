import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Consultation } from '../../lib/contract/chat/chatting.ts'
import { readChatDetail, summarizeDetail } from '../../lib/rules/chat/chat-detail.ts'
import { formatChatTime } from '../../lib/rules/chat/chat-time.ts'
import { $consultations, loadMoreConsultations, openConsultations } from '../../lib/stores/chat/chat.ts'
import { $conversation } from '../../lib/stores/chat/conversation.ts'
import { $chatUnread, $topicsUnread } from '../../lib/stores/chat/open.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { Waiting } from '../kit/Waiting.tsx'
import { Unread } from '../parts/conversation/Unread.tsx'

export function ConsultationList({ onChat }: { onChat: () => void }) {
  const state = useStore($consultations)
  const [nowMs] = useState(Date.now)
  const topicsUnread = useStore($topicsUnread)
  const chatUnread = useStore($chatUnread)
  const said = useStore($conversation)?.last_seq
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chat or a topic has something new, or less
  useEffect(() => {
    openConsultations()
  }, [topicsUnread, chatUnread, said])
  const items = state.status === 'idle' ? [] : state.items
  // A reload of the list is not announced.
  const isWaiting = state.status === 'loading' && (items.length === 0 || state.isGrowing)
  return (
    <section className="consultations" aria-label="全部咨询">
      {items.length > 0 && (
        <ul>
          {items.map((item) => (
            <li key={item.id}>
              {item.kind === 'chat' ? (
                <button type="button" onClick={onChat}>
                  <Row item={item} nowMs={nowMs} />
                </button>
              ) : (
                <a href={`/mylist/1?poid=${item.advisory_id}&topic=${item.id}`}>
                  <Row item={item} nowMs={nowMs} />
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      {isWaiting && <Waiting />}
      {state.status === 'failed' && (
        <p className="soft chat-note" role="alert">
          加载失败：{state.text}
          <button type="button" onClick={loadMoreConsultations}>
            重试
          </button>
        </p>
      )}
      {state.status === 'ready' && items.length === 0 && (
        <EmptyState subject="messages">还没有咨询。与专家的对话和各份申报的咨询都列在这里。</EmptyState>
      )}
      {state.status === 'ready' && items.length < state.total && (
        <p className="soft chat-note">
          <button type="button" onClick={loadMoreConsultations}>
            查看更早的咨询
          </button>
        </p>
      )}
    </section>
  )
}

function Row({ item, nowMs }: { item: Consultation; nowMs: number }) {
  const { kind, title, advisory_title, unread, last } = item
  const speaker = last.source === 0 ? '我方' : (last.admin ?? '对方')
  return (
    <>
      <b className="cut">{kind === 'chat' ? '专家咨询' : (advisory_title ?? title)}</b>
      <time className="soft" dateTime={last.gmt_create}>
        {formatChatTime(last.gmt_create, nowMs)}
      </time>
      <span className="soft cut">
        {kind === 'advisory' && `［${title}］`}
        {speaker}：{summarizeDetail(readChatDetail(last))}
      </span>
      <Unread count={unread} />
    </>
  )
}
