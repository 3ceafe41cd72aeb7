import { useStore } from '@nanostores/react'
import { Pagination, Segmented } from 'antd'
import {
  CONVERSATIONS_PER_PAGE,
  type QueuedConversation,
} from '../../../lib/contract/operator/conversation.ts'
import { readChatDetail, summarizeDetail } from '../../../lib/rules/chat/chat-detail.ts'
import { formatChatTime, waitedFor } from '../../../lib/rules/chat/chat-time.ts'
import { formatUnread } from '../../../lib/rules/text/unread.ts'
import { $queue, type QueueFilter, retryQueue } from '../../../lib/stores/operator/queue.ts'
import { $today } from '../../../lib/stores/operator/today.ts'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { useNow } from '../../parts/conversation/use-now.ts'
import { ListBar } from '../ListBar.tsx'
import { PartState, pageItem } from '../ListTable.tsx'
import { type Change, turnTo } from '../use-address.ts'

const STATES: { value: QueueFilter['state']; label: string }[] = [
  { value: 'waiting', label: '待回复' },
  { value: 'unread', label: '未读' },
  { value: 'answered', label: '已回复' },
  { value: 'snoozed', label: '稍后' },
  { value: 'all', label: '全部' },
]

const ASSIGNED = {
  name: 'assigned',
  label: '负责人',
  all: '不限负责人',
  options: [
    { value: 'mine', label: '我负责的' },
    { value: 'none', label: '无人负责' },
  ],
}

interface QueueListProps {
  filter: QueueFilter
  page: number
  openId: number | null
  onChange: (change: Change) => void
}

export function QueueList({ filter, page, openId, onChange }: QueueListProps) {
  const now = useNow()
  const state = useStore($queue)
  const { page: shown } = state
  return (
    <section className="queue-list" aria-label="咨询队列">
      <Segmented
        block
        aria-label="回复状态"
        options={STATES}
        value={filter.state}
        onChange={(value) => onChange({ state: value === 'waiting' ? null : value, page: null })}
      />
      <ListBar
        filter={filter}
        choices={[ASSIGNED]}
        search={{ label: '搜索企业或主题', placeholder: '企业或主题' }}
        exported="conversations"
      />
      {(state.status === 'failed' || shown === null) && <PartState state={state} onRetry={retryQueue} />}
      {shown?.items.length === 0 && (
        <EmptyState subject="messages">
          {filter.state === 'waiting' && !filter.q ? <AllAnswered now={now} /> : '没有符合条件的咨询。'}
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
          <Pagination
            itemRender={pageItem}
            simple
            hideOnSinglePage
            className="queue-pages"
            current={page}
            pageSize={CONVERSATIONS_PER_PAGE}
            total={shown.total}
            showSizeChanger={false}
            onChange={turnTo}
          />
        </div>
      )}
    </section>
  )
}

function AllAnswered({ now }: { now: number }) {
  const state = useStore($today)
  const next = state.status === 'ready' ? state.today.next_at : null
  return <>都回复完了。{next && `下一个预约 ${formatChatTime(next, now)}。`}</>
}

interface RowProps {
  item: QueuedConversation
  now: number
  isOpen: boolean
  onOpen: () => void
}

function Row({ item, now, isOpen, onOpen }: RowProps) {
  const { company, assigned, unread, waiting_since, snoozed_until, last, title, kind } = item
  const desk = useStore($today)
  const lateBefore = desk.status === 'ready' ? desk.today.late_before : ''
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
          {title && <span className="queue-title">{title}</span>}
        </span>
      </button>
    </li>
  )
}
