import { useStore } from '@nanostores/react'
import { Segmented } from 'antd'
import type { QueuedConversation } from '../../../lib/contract/operator/conversation.ts'
import { readChatDetail, summarizeDetail } from '../../../lib/rules/chat/chat-detail.ts'
import { formatChatTime, waitedFor } from '../../../lib/rules/chat/chat-time.ts'
import { formatUnread } from '../../../lib/rules/text/unread.ts'
import type { Filter } from '../../../lib/stores/operator/list.ts'
import { queue } from '../../../lib/stores/operator/lists.ts'
import { today } from '../../../lib/stores/operator/today.ts'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { useNow } from '../../parts/conversation/use-now.ts'
import { choiceOf, ListBar } from '../ListBar.tsx'
import { Pages, PartState } from '../ListTable.tsx'
import { turnTo } from '../use-address.ts'

const STATES = [
  { value: 'waiting', label: '待回复' },
  { value: 'unread', label: '未读' },
  { value: 'answered', label: '已回复' },
  { value: 'snoozed', label: '稍后' },
  { value: 'all', label: '全部' },
]

const ASSIGNED = choiceOf(
  'assigned',
  '负责人',
  ['mine', 'none'],
  (whose) => (whose === 'mine' ? '我负责的' : '无人负责'),
  '不限负责人',
)

interface QueueListProps {
  filter: Filter
  openId: number | null
  onChange: (change: Filter) => void
}

export function QueueList({ filter, openId, onChange }: QueueListProps) {
  const now = useNow()
  const list = useStore(queue.$state)
  const { page: shown } = list
  const state = String(filter['state'] ?? 'waiting')
  return (
    <section className="queue-list" aria-label="咨询队列">
      <Segmented
        block
        aria-label="回复状态"
        options={STATES}
        value={state}
        onChange={(value) => onChange({ state: value === 'waiting' ? null : value, page: null })}
      />
      <ListBar
        filter={filter}
        choices={[ASSIGNED]}
        search={{ label: '搜索企业或主题', placeholder: '企业或主题' }}
        exported="conversations"
      />
      {(list.status === 'failed' || shown === null) && <PartState state={list} onRetry={queue.retry} />}
      {shown?.items.length === 0 && (
        <EmptyState subject="messages">
          {state === 'waiting' && !filter['q'] ? '都回复完了。' : '没有符合条件的咨询。'}
        </EmptyState>
      )}
      {shown && shown.items.length > 0 && (
        <ul className="queue-rows" aria-label="咨询">
          {shown.items.map((item) => (
            <Row
              key={item.id}
              item={item}
              now={now}
              isOpen={item.id === openId}
              onOpen={() => onChange({ id: item.id })}
            />
          ))}
        </ul>
      )}
      {shown && (
        <div className="queue-foot">
          <p role="status">共 {shown.total.toLocaleString('zh-CN')} 个咨询</p>
          <Pages simple className="queue-pages" page={shown} onChange={turnTo} />
        </div>
      )}
    </section>
  )
}

interface RowProps {
  item: QueuedConversation
  now: number
  isOpen: boolean
  onOpen: () => void
}

function Row({ item, now, isOpen, onOpen }: RowProps) {
  const { company, assigned, unread, waiting_since, snoozed_until, last, title, kind } = item
  const desk = useStore(today.$state)
  const lateBefore = desk.status === 'ready' ? desk.value.late_before : ''
  const isAsleep = snoozed_until !== null && Date.parse(snoozed_until) > now
  return (
    <li>
      <button type="button" aria-current={isOpen ? 'true' : undefined} onClick={onOpen}>
        <span className="queue-name">
          {company.name}
          {unread > 0 && <span className="queue-unread">{formatUnread(unread)} 条未读</span>}
        </span>
        <span className="queue-last">
          {last.source === 0 && '我方：'}
          {summarizeDetail(readChatDetail(last))}
        </span>
        <span className="queue-meta">
          {waiting_since === null ? (
            <time dateTime={last.gmt_create}>{formatChatTime(last.gmt_create, now)}</time>
          ) : (
            <b className={waiting_since < lateBefore ? 'queue-late' : ''}>
              已等 {waitedFor(waiting_since, now)}
            </b>
          )}
          <span>{assigned ? assigned.name : '无人负责'}</span>
          {isAsleep && <span>推迟到 {formatChatTime(snoozed_until, now)}</span>}
          {kind === 'advisory' && <span>申报咨询</span>}
          {title && <span>{title}</span>}
        </span>
      </button>
    </li>
  )
}
