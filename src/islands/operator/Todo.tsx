import { useStore } from '@nanostores/react'
import { Segmented, type TableColumnsType } from 'antd'
import {
  type Waiting as Item,
  type Today,
  WAITING_LISTS,
  type WaitingList,
} from '../../lib/contract/operator/desk.ts'
import { formatChatTime, waitedFor } from '../../lib/rules/chat/chat-time.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { waiting } from '../../lib/stores/operator/lists.ts'
import { today } from '../../lib/stores/operator/today.ts'
import { useNow } from '../parts/conversation/use-now.ts'
import { ListScreen, PartState } from './ListTable.tsx'
import { useShortcut } from './shortcuts.tsx'
import { useAddress } from './use-address.ts'

/** 我的待办: waiting work with its age and operator; above it the counts of the sections and today's meetings. */
export function Todo() {
  const state = useStore(today.$state)
  return (
    <>
      {state.status === 'ready' ? (
        <Counts today={state.value} />
      ) : (
        <PartState state={state} onRetry={() => today.load(null)} />
      )}
      <Waiting />
    </>
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

function Counts({ today: { counts, meetings, next_at } }: { today: Today }) {
  const now = useNow()
  const day = chinaDay(new Date(now))
  const lists = (Object.keys(NAMES) as WaitingList[]).map((list) => ({
    name: NAMES[list],
    of: counts[list],
    href: addressOf(list),
  }))
  const met = { name: '今天的预约', of: meetings, href: `/operator/reservations?state=confirmed&day=${day}` }
  return (
    <ul className="desk-line" aria-label="待处理">
      {[...lists, met].map(({ name, of, href }) => (
        <li key={name}>
          {name}{' '}
          {of === 0 ? (
            '0'
          ) : (
            <a href={href} aria-label={`${name}，全部 ${of}`}>
              {of}
            </a>
          )}
        </li>
      ))}
      {next_at && <li className="desk-soft">下一个 {formatChatTime(next_at, now)}</li>}
    </ul>
  )
}

const OWNED: readonly WaitingList[] = ['conversations', 'orders', 'requests']

const WHOSE = [
  { value: 'all', label: '全部' },
  { value: 'mine', label: '我负责' },
  { value: 'none', label: '无人负责' },
]

function Waiting() {
  const [params, change] = useAddress()
  const assigned = params.get('assigned') ?? 'all'
  const now = useNow()
  useShortcut('take', () => document.querySelector<HTMLElement>('.desk-row a')?.click())
  const columns: TableColumnsType<Item> = [
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
    <ListScreen
      label="我的待办"
      list={waiting}
      columns={columns}
      keyOf={({ list, id }) => `${list}-${id}`}
      empty={assigned === 'mine' ? '您负责的都处理完了' : '都处理完了'}
    >
      <Segmented
        aria-label="负责人"
        options={WHOSE}
        value={assigned}
        onChange={(value) => change({ assigned: value === 'all' ? null : value, page: null })}
      />
      <span className="desk-soft todo-keys">按 E 开始第一件，J、K 选择，Enter 打开</span>
    </ListScreen>
  )
}
