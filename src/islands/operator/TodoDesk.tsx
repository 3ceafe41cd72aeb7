import { useStore } from '@nanostores/react'
import { Segmented, type TableColumnsType } from 'antd'
import {
  type Today,
  WAITING_LISTS,
  WAITING_PER_PAGE,
  type Waiting,
  type WaitingList,
} from '../../lib/contract/operator/desk.ts'
import { formatChatTime, waitedFor } from '../../lib/rules/chat/chat-time.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { $today, loadToday } from '../../lib/stores/operator/today.ts'
import { readWaitingFilter, waiting } from '../../lib/stores/operator/waiting.ts'
import { useNow } from '../parts/conversation/use-now.ts'
import { Desk } from './Desk.tsx'
import { ListTable, PartState } from './ListTable.tsx'
import { useShortcut } from './shortcuts.tsx'
import { turnTo, useAddress, useList } from './use-address.ts'

/** 我的待办: what waits, whose it is, since when; above it how much, and how often the experts meet somebody today. */
export function TodoDesk() {
  const state = useStore($today)
  return (
    <Desk title="我的待办">
      {state.status === 'ready' ? (
        <Counts today={state.today} />
      ) : (
        <PartState state={state} onRetry={loadToday} />
      )}
      <Todo />
    </Desk>
  )
}

const NAMES: Readonly<Record<WaitingList, string>> = {
  conversations: '咨询待回复',
  orders: '申报待受理',
  requests: '入驻与贷款待审核',
  reservations: '预约待确认',
  corrections: '纠错待答复',
}

function addressOf(list: WaitingList, query: object = {}): string {
  const filter = { ...WAITING_LISTS[list], ...query }
  return `/operator/${list}?${new URLSearchParams(filter as Record<string, string>)}`
}

/** How much waits in each section, and is reserved for today; each number leads to its rows. */
function Counts({ today: { counts, meetings, next_at } }: { today: Today }) {
  const now = useNow()
  const day = chinaDay(new Date(now))
  return (
    <ul className="todo-counts" aria-label="待处理">
      {(Object.keys(NAMES) as WaitingList[]).map((list) => (
        <li key={list}>
          <Count name={NAMES[list]} of={counts[list]} href={addressOf(list)} />
        </li>
      ))}
      <li>
        <Count name="今天的预约" of={meetings} href={`/operator/reservations?state=confirmed&day=${day}`} />
        {next_at && <span className="desk-soft"> 下一个 {formatChatTime(next_at, now)}</span>}
      </li>
    </ul>
  )
}

/** None leads nowhere. */
function Count({ name, of, href }: { name: string; of: number; href: string }) {
  return (
    <>
      {name}{' '}
      {of === 0 ? (
        '0'
      ) : (
        <a href={href} aria-label={`${name}，全部 ${of}`}>
          {of}
        </a>
      )}
    </>
  )
}

/** What can be somebody's. */
const OWNED: readonly WaitingList[] = ['conversations', 'orders', 'requests']

const WHOSE = [
  { value: 'all', label: '全部' },
  { value: 'mine', label: '我负责' },
  { value: 'none', label: '无人负责' },
] as const

function Todo() {
  const [params, change] = useAddress()
  const filter = readWaitingFilter(params)
  const now = useNow()
  useList(waiting, filter)
  useShortcut('take', () => document.querySelector<HTMLElement>('.desk-row a')?.click())
  const columns: TableColumnsType<Waiting> = [
    {
      title: '等待',
      render: (_, { since, is_late }) => (
        <span className={is_late ? 'todo-wait todo-late' : 'todo-wait'}>
          {waitedFor(since, now)}
          {is_late && <small>已超时</small>}
        </span>
      ),
    },
    {
      title: '事项',
      render: (_, { list, id, title, company_name, is_begun }) => (
        <a className="todo-open" href={addressOf(list, { id, ...(is_begun && { state: 'reviewing' }) })}>
          <b>{company_name}</b>
          <span>{title}</span>
          <span className="visually-hidden">{is_begun ? '审核中' : NAMES[list]}</span>
        </a>
      ),
    },
    {
      title: '类别',
      render: (_, { list, is_begun }) => (is_begun ? `${NAMES[list].slice(0, -3)}审核中` : NAMES[list]),
    },
    {
      title: '负责人',
      render: (_, { mine, operator, list }) =>
        mine ? (
          <b>我</b>
        ) : (
          (operator ?? <span className="desk-soft">{OWNED.includes(list) ? '无人负责' : '—'}</span>)
        ),
    },
  ]
  return (
    <>
      <div className="desk-filters">
        <Segmented
          aria-label="负责人"
          options={[...WHOSE]}
          value={filter.assigned}
          onChange={(value) => change({ assigned: value === 'all' ? null : value, page: null })}
        />
        <span className="desk-soft todo-keys">按 E 开始第一件，J、K 选择，Enter 打开</span>
      </div>
      <ListTable
        label="我的待办"
        list={waiting}
        columns={columns}
        perPage={WAITING_PER_PAGE}
        onPage={turnTo}
        keyOf={({ list, id }) => `${list}-${id}`}
        empty={filter.assigned === 'mine' ? '您负责的都处理完了' : '都处理完了'}
      />
    </>
  )
}
