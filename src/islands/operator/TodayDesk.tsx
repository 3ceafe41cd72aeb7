import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import {
  deskAddress,
  type Figures,
  type Today,
  WAITING_LISTS,
  type WaitingList,
} from '../../lib/contract/operator/desk.ts'
import {
  faultWords,
  SECURITY_EVENTS,
  type SecurityEventName,
} from '../../lib/contract/operator/security-log.ts'
import { durationWords, formatChatTime, waitedFor } from '../../lib/rules/chat/chat-time.ts'
import { RESERVATION_KIND_NAMES } from '../../lib/rules/orders/reservations.ts'
import { formatBytes } from '../../lib/rules/text/format-number.ts'
import { chinaDay, chinaHour } from '../../lib/rules/time/china-day.ts'
import { $figures, $today, loadFigures, loadToday, watchFigures } from '../../lib/stores/operator/today.ts'
import { useNow } from '../parts/conversation/use-now.ts'
import { Desk } from './Desk.tsx'
import { PartState } from './PagedPart.tsx'
import { StatesPicture } from './StatesPicture.tsx'
import './today.css'

/** 今日: what has waited too long, what waits, whom the experts meet today, and how the desk does. */
export function TodayDesk() {
  const state = useStore($today)
  const figures = useStore($figures)
  const now = useNow()
  return (
    <Desk title="今日" heading={greet(now) + (state.status === 'ready' ? sumUp(state.today) : '')}>
      {state.status === 'ready' ? (
        <div className="today">
          <div className="today-main">
            <Overdue today={state.today} now={now} />
            <Waiting counts={state.today.counts} now={now} />
            {figures.status === 'ready' && <StatesPicture weeks={figures.figures.weeks} />}
          </div>
          <div className="today-side">
            <Meetings today={state.today} now={now} />
            <FigureParts />
          </div>
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
  const state = useStore($figures)
  const figures = state.status === 'ready' ? state.figures.waiting : []
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
      {more > 0 && (
        <p className="desk-soft today-more">
          还有 {more} 件，全部：
          {figures
            .filter(({ owned }) => owned && owned.late > 0)
            .map(({ list, owned }) => (
              <a
                className="today-link"
                key={list}
                href={deskAddress(list, { ...WAITING_LISTS[list], waited: 'late' })}
              >
                {WAITING[list]} {owned?.late}
              </a>
            ))}
        </p>
      )}
    </section>
  )
}

const WAITING: Readonly<Record<WaitingList, string>> = {
  conversations: '咨询待回复',
  orders: '申报待受理',
  requests: '入驻与贷款待审核',
  reservations: '预约待确认',
  corrections: '纠错待答复',
}

/** A number that leads to the rows that it counts; none leads nowhere. */
function Count({ of, href, label }: { of: number | undefined; href: string; label: string }) {
  if (of === undefined) return <span className="desk-soft">…</span>
  if (of === 0) return <span className="desk-soft">0</span>
  return (
    <a className="today-link" href={href} aria-label={`${label} ${of}`}>
      {of}
    </a>
  )
}

/** What waits, by kind and by age. The totals are there at once, the rest when the figures have come. */
function Waiting({ counts, now }: { counts: Today['counts']; now: number }) {
  const state = useStore($figures)
  const figures = state.status === 'ready' ? state.figures.waiting : []
  return (
    <section aria-labelledby="today-waiting">
      <h2 id="today-waiting">待处理</h2>
      <div className="desk-table today-table">
        <table>
          <thead>
            <tr>
              <th scope="col">类别</th>
              <th scope="col">全部</th>
              <th scope="col">今天的</th>
              <th scope="col">1–3 天</th>
              <th scope="col">3 天以上</th>
              <th scope="col">我负责</th>
              <th scope="col">无人负责</th>
              <th scope="col">等得最久</th>
            </tr>
          </thead>
          <tbody>
            {(Object.keys(WAITING_LISTS) as WaitingList[]).map((list) => {
              const row = figures.find((figure) => figure.list === list)
              const cell = (
                of: number | undefined,
                words: string,
                part: Readonly<Record<string, string>>,
              ) => (
                <td>
                  <Count
                    of={of}
                    href={deskAddress(list, { ...WAITING_LISTS[list], ...part })}
                    label={`${WAITING[list]}，${words}`}
                  />
                </td>
              )
              const owned = row?.owned === null ? <td /> : undefined
              return (
                <tr key={list}>
                  <th scope="row">{WAITING[list]}</th>
                  {cell(counts[list], '全部', {})}
                  {cell(row?.today, '今天的', { waited: 'today' })}
                  {cell(row?.days, '1 至 3 天', { waited: 'days' })}
                  {cell(row?.long, '3 天以上', { waited: 'long' })}
                  {owned ?? cell(row?.owned?.mine, '我负责', { assigned: 'mine' })}
                  {owned ?? cell(row?.owned?.none, '无人负责', { assigned: 'none' })}
                  <td>{row?.oldest && waitedFor(row.oldest, now)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** How the desk does; what could not be read can be tried again, without the rest of the day. */
function FigureParts() {
  useEffect(watchFigures, [])
  const state = useStore($figures)
  if (state.status !== 'ready') return <PartState state={state} onRetry={loadFigures} />
  return (
    <>
      <Speeds speeds={state.figures.speeds} />
      <Storage storage={state.figures.storage} />
      <Troubles {...state.figures} />
    </>
  )
}

const SPEEDS: readonly {
  of: keyof Figures['speeds']
  words: string
  list: WaitingList
  filter: Readonly<Record<string, string>>
}[] = [
  {
    of: 'answered',
    words: '咨询首次回复',
    list: 'conversations',
    filter: { state: 'all', answered: 'recently' },
  },
  { of: 'taken', words: '申报受理', list: 'orders', filter: { done: 'taken' } },
  { of: 'settled', words: '申报办结', list: 'orders', filter: { done: 'settled' } },
  { of: 'requests', words: '入驻与贷款办结', list: 'requests', filter: { done: 'settled' } },
]

function Speeds({ speeds }: { speeds: Figures['speeds'] }) {
  return (
    <section aria-labelledby="today-speeds">
      <h2 id="today-speeds">近 30 天用时</h2>
      <div className="desk-table today-table">
        <table>
          <thead>
            <tr>
              <th scope="col">事项</th>
              <th scope="col">一半在</th>
              <th scope="col">九成在</th>
              <th scope="col">件数</th>
            </tr>
          </thead>
          <tbody>
            {SPEEDS.map(({ of, words, list, filter }) => {
              const { rows, median, ninth } = speeds[of]
              return (
                <tr key={of}>
                  <th scope="row">{words}</th>
                  <td>{median === null ? '—' : `${durationWords(median)}内`}</td>
                  <td>{ninth === null ? '—' : `${durationWords(ninth)}内`}</td>
                  <td>
                    <Count of={rows} href={deskAddress(list, filter)} label={`近 30 天${words}`} />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <p className="desk-soft today-more">咨询按服务时间计，申请按工作日计。</p>
    </section>
  )
}

function Storage({ storage: { used, quota, low, free } }: { storage: Figures['storage'] }) {
  return (
    <section aria-labelledby="today-storage">
      <h2 id="today-storage">文件空间</h2>
      <dl className="facts">
        <div>
          <dt>企业已用</dt>
          <dd>
            {formatBytes(used)}，额度共 {formatBytes(quota)}
          </dd>
        </div>
        <div>
          <dt>快用完的企业</dt>
          <dd>
            <Count of={low} href={deskAddress('companies', { room: 'low' })} label="空间快用完的企业" />
          </dd>
        </div>
        <div>
          <dt>服务器磁盘</dt>
          <dd>{free === null ? '不在本机' : `还剩 ${formatBytes(free)}`}</dd>
        </div>
      </dl>
    </section>
  )
}

function Troubles({ sms, faults }: Pick<Figures, 'sms' | 'faults'>) {
  const row = (
    words: string,
    event: SecurityEventName,
    { rows, times, kinds }: Figures['sms'],
    wordsOf = (said: string) => said,
  ) => (
    <div>
      <dt>{words}</dt>
      <dd>
        <Count of={rows} href={deskAddress('security', { event, days: 1 })} label={words} />
        {rows > 0 && ` 条记录，共 ${times} 次`}
        {kinds.slice(0, KINDS_NAMED).map((kind) => (
          <small key={kind.words} className="desk-soft">
            {wordsOf(kind.words)} {kind.times} 次
          </small>
        ))}
      </dd>
    </div>
  )
  return (
    <section aria-labelledby="today-troubles">
      <h2 id="today-troubles">近 24 小时的问题</h2>
      <dl className="facts today-troubles">
        {row(SECURITY_EVENTS['sms-refused'], 'sms-refused', sms)}
        {row(SECURITY_EVENTS.fault, 'fault', faults, faultWords)}
      </dl>
    </section>
  )
}

/** So many kinds of a trouble are named. */
const KINDS_NAMED = 5

/** So many of the day are named; their count leads to all of them. */
const MEETINGS_NAMED = 8

function meetingsHref(now: number): string {
  return deskAddress('reservations', { state: 'confirmed', day: chinaDay(new Date(now)) })
}

function Meetings({ today: { counts, overdue, reservations, next_at }, now }: { today: Today; now: number }) {
  const isDone = overdue.total === 0 && counts.conversations === 0
  return (
    <section aria-labelledby="today-meetings">
      <h2 id="today-meetings">
        今天的预约{' '}
        {reservations.length > 0 && (
          <a className="today-link" href={meetingsHref(now)} aria-label={`今天的预约 ${reservations.length}`}>
            {reservations.length}
          </a>
        )}
      </h2>
      {reservations.length === 0 && (
        <p className="desk-soft">
          {isDone ? '都回复完了。' : '今天没有预约。'}
          {next_at && `下一个预约 ${formatChatTime(next_at, now)}。`}
        </p>
      )}
      <ul className="today-rows">
        {reservations.slice(0, MEETINGS_NAMED).map(({ id, kind, starts_at, company_name, target_name }) => (
          <li key={id}>
            <a href={meetingsHref(now)}>
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
