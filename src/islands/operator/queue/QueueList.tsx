import { useStore } from '@nanostores/react'
import { Alert, Button, Pagination, Segmented, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import {
  CONVERSATIONS_PER_PAGE,
  type QueuedConversation,
} from '../../../lib/contract/operator/conversation.ts'
import { readChatDetail, summarizeDetail } from '../../../lib/rules/chat/chat-detail.ts'
import { formatChatTime, waitedFor } from '../../../lib/rules/chat/chat-time.ts'
import { formatUnread } from '../../../lib/rules/text/unread.ts'
import { WAITED_WORDS } from '../../../lib/rules/time/waiting.ts'
import { $queue, type QueueFilter, retryQueue } from '../../../lib/stores/operator/queue.ts'
import { $today } from '../../../lib/stores/operator/today.ts'
import { $found, findInMessages, findMore } from '../../../lib/stores/operator/work.ts'
import { Select } from '../../kit/antd.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { useNow } from '../../parts/conversation/use-now.ts'
import { FilterNotes, SearchField } from '../filters.tsx'
import { ListTools } from '../ListTools.tsx'
import { pageItem } from '../PagedPart.tsx'
import { focusSearch, useShortcut } from '../shortcuts.tsx'
import { TagFilter } from '../tags.tsx'
import { type Change, turnTo, useAddress } from '../use-address.ts'

const STATES: { value: QueueFilter['state']; label: string }[] = [
  { value: 'waiting', label: '待回复' },
  { value: 'unread', label: '未读' },
  { value: 'answered', label: '已回复' },
  { value: 'snoozed', label: '稍后' },
  { value: 'all', label: '全部' },
]

const ASSIGNED: { value: QueueFilter['assigned']; label: string }[] = [
  { value: 'all', label: '不限负责人' },
  { value: 'mine', label: '我负责的' },
  { value: 'none', label: '无人负责' },
]

interface QueueListProps {
  filter: QueueFilter
  /** What is looked for in messages; empty: nothing, and the queue is shown. */
  find: string
  page: number
  openId: number | null
  onChange: (change: Change) => void
}

export function QueueList({ filter, find, page, openId, onChange }: QueueListProps) {
  const now = useNow()
  return (
    <section className="queue-list" aria-label="咨询队列">
      <div className="queue-filters">
        <Segmented
          block
          aria-label="回复状态"
          options={STATES}
          value={filter.state}
          onChange={(value) => onChange({ state: value === 'waiting' ? null : value, page: null })}
        />
        <Select
          aria-label="负责人"
          options={ASSIGNED}
          value={filter.assigned}
          onChange={(value) => onChange({ assigned: value === 'all' ? null : value, page: null })}
        />
        <TagFilter value={filter.tag} onChange={(tag) => onChange({ tag, page: null })} />
        <Search q={filter.q} find={find} onChange={onChange} />
        <ListTools list="conversations" filter={filter} />
        <FilterNotes
          notes={{
            waited: filter.waited && WAITED_WORDS[filter.waited],
            answered: filter.answered && '近 30 天回复过的',
          }}
          onChange={onChange}
        />
      </div>
      {find ? (
        <Found find={find} now={now} onChange={onChange} />
      ) : (
        <Queued {...{ filter, page, openId, now, onChange }} />
      )}
    </section>
  )
}

const PLACES = [
  { value: 'q', label: '企业' },
  { value: 'find', label: '消息' },
] as const

/** One field for both: for the conversations of a company or about a subject, or for what was said. */
function Search({ q, find, onChange }: Pick<QueueListProps, 'find' | 'onChange'> & { q: string }) {
  const [place, setPlace] = useState<'q' | 'find'>(find ? 'find' : 'q')
  const go = (to: typeof place) => () => {
    setPlace(to)
    focusSearch()
  }
  useShortcut('search', go('q'))
  useShortcut('find', go('find'))
  return (
    <SearchField
      label={place === 'q' ? '搜索企业或主题' : '在消息里搜索'}
      placeholder={place === 'q' ? '企业或主题' : '消息里的话'}
      value={find || q}
      onSearch={(text) => onChange({ q: null, find: null, page: null, [place]: text })}
    >
      <Select
        aria-label="搜什么"
        className="queue-place"
        options={[...PLACES]}
        value={place}
        onChange={setPlace}
      />
    </SearchField>
  )
}

function Queued({ filter, page, openId, now, onChange }: Omit<QueueListProps, 'find'> & { now: number }) {
  const state = useStore($queue)
  const { page: shown } = state
  return (
    <>
      {state.status === 'failed' && (
        <Alert
          type="error"
          className="desk-alert"
          title={state.text}
          action={<Button onClick={retryQueue}>重试</Button>}
        />
      )}
      {shown === null && state.status === 'loading' && (
        <div className="queue-rows">
          <Skeleton active title={false} paragraph={{ rows: 10 }} />
        </div>
      )}
      {shown && shown.items.length === 0 && (
        <EmptyState subject="messages">
          {filter.state === 'waiting' && !filter.q && !filter.waited ? (
            <AllAnswered now={now} />
          ) : (
            '没有符合条件的咨询。'
          )}
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
              onOpen={() => onChange({ id: item.id, seq: null })}
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
    </>
  )
}

/** Messages in which the words stand, newest first, instead of the queue. */
function Found({ find, now, onChange }: Pick<QueueListProps, 'find' | 'onChange'> & { now: number }) {
  const state = useStore($found)
  useEffect(() => {
    findInMessages(find)
  }, [find])
  const words = find.split(/\s+/)
  const [params] = useAddress()
  const wanted = `${params.get('id')}-${params.get('seq')}`
  return (
    <>
      {state.status === 'failed' && (
        <Alert
          type="error"
          className="desk-alert"
          title={state.text}
          action={<Button onClick={() => findInMessages(find)}>重试</Button>}
        />
      )}
      <ul className="queue-rows">
        {state.items.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              aria-current={wanted === `${item.conversation_id}-${item.seq}` ? 'true' : undefined}
              onClick={() => onChange({ id: item.conversation_id, seq: item.seq })}
            >
              <span className="queue-name">{item.company_name}</span>
              <span className="queue-found">
                {markWords(item.text, words).map((part, index) =>
                  // biome-ignore lint/suspicious/noArrayIndexKey: the parts keep their places
                  part.marked ? <mark key={index}>{part.text}</mark> : part.text,
                )}
              </span>
              <span className="queue-meta">
                <time dateTime={item.gmt_create}>{formatChatTime(item.gmt_create, now)}</time>
                <span>{item.admin ?? '企业'}</span>
                {item.title && <span className="queue-title">{item.title}</span>}
              </span>
            </button>
          </li>
        ))}
        {state.status === 'loading' && (
          <li>
            <Skeleton active title={false} paragraph={{ rows: 6 }} />
          </li>
        )}
        {state.status === 'ready' && state.next !== null && (
          <li className="queue-more">
            <Button block onClick={findMore}>
              {state.items.length === 0 ? '较近的消息里没有，再往前找' : '更早的'}
            </Button>
          </li>
        )}
      </ul>
      {state.status === 'ready' && state.items.length === 0 && state.next === null && (
        <EmptyState subject="found">没有哪条消息里同时有这些词。请少写几个词。</EmptyState>
      )}
    </>
  )
}

/** The stretches of a text, those marked that are one of the words. */
function markWords(text: string, words: readonly string[]): { text: string; marked: boolean }[] {
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  return text
    .split(new RegExp(`(${pattern})`, 'gi'))
    .map((part, at) => ({ text: part, marked: at % 2 === 1 }))
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
  const { company, assigned, unread, waiting_since, snoozed_until, last, title, kind, tags } = item
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
        {tags.length > 0 && (
          <span className="desk-tags">
            {tags.map((tag) => (
              <span key={tag} className="mark">
                {tag}
              </span>
            ))}
          </span>
        )}
      </button>
    </li>
  )
}
