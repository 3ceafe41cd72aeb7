import { useStore } from '@nanostores/react'
import type { Today } from '../../lib/contract/operator/desk.ts'
import { formatChatTime, waitedFor } from '../../lib/rules/chat/chat-time.ts'
import { RESERVATION_KIND_NAMES } from '../../lib/rules/orders/reservations.ts'
import { chinaHour } from '../../lib/rules/time/china-day.ts'
import { $today, loadToday } from '../../lib/stores/operator/today.ts'
import { useNow } from '../parts/conversation/use-now.ts'
import { Desk } from './Desk.tsx'
import { PartState } from './PagedPart.tsx'

/** 今日: what has waited too long, what waits, and whom the experts meet today. */
export function TodayDesk() {
  const state = useStore($today)
  const now = useNow()
  return (
    <Desk title="今日" heading={greet(now) + (state.status === 'ready' ? sumUp(state.today) : '')}>
      {state.status === 'ready' ? (
        <div className="today">
          <Overdue today={state.today} now={now} />
          <Waiting counts={state.today.counts} />
          <Meetings today={state.today} now={now} />
        </div>
      ) : (
        <PartState state={state} onRetry={loadToday} />
      )}
    </Desk>
  )
}

function greet(now: number): string {
  const hour = chinaHour(new Date(now))
  if (hour < 5 || hour >= 18) return '晚上好'
  if (hour < 12) return '早上好'
  return hour < 14 ? '中午好' : '下午好'
}

function sumUp({ counts, overdue, reservations }: Today): string {
  const all = Object.values(counts).reduce((sum, count) => sum + count, reservations.length)
  if (all === 0) return '，今天没有要处理的事'
  return `，今天 ${all} 件事${overdue.total > 0 ? `，先办 ${overdue.total} 件` : ''}`
}

const KINDS: Record<Today['overdue']['items'][number]['kind'], string> = {
  conversations: '咨询待回复',
  orders: '申报待受理',
  requests: '资料待审核',
}

function Overdue({ today: { overdue }, now }: { today: Today; now: number }) {
  if (overdue.total === 0) return null
  const more = overdue.total - overdue.items.length
  return (
    <section aria-labelledby="today-overdue">
      <h2 id="today-overdue" className="today-late">
        超时 {overdue.total}
      </h2>
      <ul className="today-rows">
        {overdue.items.map(({ kind, id, company_name, title, since }) => (
          <li key={`${kind}-${id}`}>
            <a href={`/operator/${kind}?id=${id}`}>
              <b className="today-late">等了 {waitedFor(since, now)}</b>
              <span>{company_name}</span>
              <small>
                {KINDS[kind]}
                {title && ` · ${title}`}
              </small>
            </a>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="desk-soft today-more">还有 {more} 件，在各栏目里按等待时间排列。</p>}
    </section>
  )
}

const WAITING: readonly { of: keyof Today['counts']; word: string; href: string }[] = [
  { of: 'conversations', word: '待回复', href: '/operator/conversations' },
  { of: 'orders', word: '待受理', href: '/operator/orders?state=submitted' },
  { of: 'requests', word: '待审核', href: '/operator/requests?state=submitted' },
  { of: 'reservations', word: '待确认的预约', href: '/operator/reservations?state=requested' },
  { of: 'corrections', word: '待答复的纠错', href: '/operator/corrections?state=open' },
]

function Waiting({ counts }: { counts: Today['counts'] }) {
  return (
    <section aria-labelledby="today-waiting">
      <h2 id="today-waiting">待处理</h2>
      <ul className="today-counts">
        {WAITING.map(({ of, word, href }) => (
          <li key={of}>
            <a href={href}>
              <b>{counts[of]}</b>
              {word}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Meetings({ today: { counts, overdue, reservations, next_at }, now }: { today: Today; now: number }) {
  const isDone = overdue.total === 0 && counts.conversations === 0
  return (
    <section aria-labelledby="today-meetings">
      <h2 id="today-meetings">今天的预约</h2>
      {reservations.length === 0 && (
        <p className="desk-soft">
          {isDone ? '都回复完了。' : '今天没有预约。'}
          {next_at && `下一个预约 ${formatChatTime(next_at, now)}。`}
        </p>
      )}
      <ul className="today-rows">
        {reservations.map(({ id, kind, starts_at, company_name, target_name }) => (
          <li key={id}>
            <a href={`/operator/reservations?kind=${kind}&state=confirmed`}>
              <b>{formatChatTime(starts_at, now)}</b>
              <span>{company_name}</span>
              <small>
                {RESERVATION_KIND_NAMES[kind]}
                {target_name && ` · ${target_name}`}
              </small>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
