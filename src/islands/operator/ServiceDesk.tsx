import { useStore } from '@nanostores/react'
import { Alert, Button, Checkbox } from 'antd'
import { useEffect, useState } from 'react'
import {
  type GivenRating,
  GRADE_WORDS,
  GRADES,
  RATINGS_PER_PAGE,
  type RatingMonth,
} from '../../lib/contract/chat/rating.ts'
import { type RevisedHours, SERVICE_DAYS_MAX } from '../../lib/contract/services/service-hours.ts'
import { addDays, chinaDay } from '../../lib/rules/time/china-day.ts'
import { formatMoment } from '../../lib/rules/time/dates.ts'
import { awayWords, type ServiceSpan, serviceHoursWords } from '../../lib/rules/time/service-hours.ts'
import {
  $deskHours,
  $ratingMonths,
  loadDeskHours,
  loadRatingMonths,
  ratings,
  saveDeskHours,
} from '../../lib/stores/operator/service.ts'
import { Select } from '../kit/antd.tsx'
import { showToast } from '../kit/toast.ts'
import { Desk } from './Desk.tsx'
import { type Column, DeskTable } from './DeskTable.tsx'
import { PartState } from './PagedPart.tsx'
import { turnTo, usePage } from './use-address.ts'

/** 服务: when the operators answer, and how content the customers are. */
export function ServiceDesk() {
  return (
    <Desk title="服务">
      <Contentment />
      <Hours />
    </Desk>
  )
}

function Contentment() {
  const state = useStore($ratingMonths)
  const page = usePage(ratings.$state)
  useEffect(() => {
    loadRatingMonths()
  }, [])
  useEffect(() => {
    ratings.open(null, page)
  }, [page])
  return (
    <section className="service-part" aria-labelledby="service-ratings">
      <h2 id="service-ratings">满意度</h2>
      <p className="desk-soft">咨询结束后由企业评价，每次一份；运营人员不能评价。</p>
      <div className="rating-place">
        {state.status === 'ready' ? (
          <MonthsPicture months={state.value} />
        ) : (
          <PartState state={state} onRetry={loadRatingMonths} />
        )}
      </div>
      <DeskTable
        label="评价"
        list={ratings}
        columns={RATING_COLUMNS}
        perPage={RATINGS_PER_PAGE}
        onPage={turnTo}
        empty="还没有评价"
      />
    </section>
  )
}

const RATING_COLUMNS: Column<GivenRating>[] = [
  { title: '时间', cell: ({ gmt_create }) => formatMoment(gmt_create) },
  { title: '企业', cell: ({ company_name }) => company_name },
  {
    title: '评价',
    cell: ({ grade }) => (grade === 1 ? <b>{GRADE_WORDS[grade]}</b> : GRADE_WORDS[grade]),
  },
  { title: '留言', cell: ({ note }) => <div className="desk-text">{note}</div> },
  { title: '负责人', cell: ({ operator }) => operator ?? '' },
  {
    title: '咨询',
    cell: ({ conversation_id, company_name }) => (
      <a
        href={`/operator/conversations?state=all&id=${conversation_id}`}
        aria-label={`查看与${company_name}的咨询`}
      >
        查看
      </a>
    ),
  },
]

const BAR = { step: 48, width: 32, height: 120 } as const

/** Of each month the share of each grade, as bars; the same as a table for who does not see them. */
function MonthsPicture({ months }: { months: readonly RatingMonth[] }) {
  const share = (counts: RatingMonth['counts'], at: number) => {
    const all = counts.reduce((sum, each) => sum + each, 0)
    return all === 0 ? 0 : (counts[at] ?? 0) / all
  }
  const [year, month] = months[0]?.month.split('-') ?? []
  return (
    <figure className="rating-months desk-picture">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className="desk-scroll" tabIndex={0} aria-label="各月满意度，可以左右滚动">
        <svg viewBox={`0 0 ${months.length * BAR.step} ${BAR.height + 40}`} aria-hidden="true">
          {months.map(({ month, counts }, index) => {
            const x = index * BAR.step + (BAR.step - BAR.width) / 2
            let top = 16
            const all = counts.reduce((sum, each) => sum + each, 0)
            return (
              <g key={month}>
                <rect className="piece-none" x={x} y={16} width={BAR.width} height={BAR.height} />
                {GRADES.map((grade, at) => {
                  const height = share(counts, at) * BAR.height
                  const y = top
                  top += height
                  return (
                    <rect
                      key={grade}
                      className={`piece-${grade}`}
                      x={x}
                      y={y}
                      width={BAR.width}
                      height={height}
                    />
                  )
                })}
                {all > 0 && (
                  <text x={x + BAR.width / 2} y={11}>
                    {all}
                  </text>
                )}
                <text x={x + BAR.width / 2} y={BAR.height + 32}>
                  {Number(month.slice(5))}月
                </text>
              </g>
            )
          })}
        </svg>
      </section>
      <figcaption className="desk-key">
        {GRADES.map((grade) => (
          <span key={grade}>
            <i className={`piece-${grade}`} aria-hidden="true" />
            {GRADE_WORDS[grade]}
          </span>
        ))}
        <span>
          自 {year} 年 {Number(month)} 月起 12 个月，柱上的数是评价的份数；份数少的月份，比例仅供参考
        </span>
      </figcaption>
      <table className="visually-hidden">
        <caption>各月满意度</caption>
        <thead>
          <tr>
            <th scope="col">月份</th>
            {GRADES.map((grade) => (
              <th key={grade} scope="col">
                {GRADE_WORDS[grade]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, counts }) => (
            <tr key={month}>
              <th scope="row">{month}</th>
              {GRADES.map((grade, at) => (
                <td key={grade}>{counts[at]} 份</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

function Hours() {
  const state = useStore($deskHours)
  useEffect(() => {
    loadDeskHours()
  }, [])
  return (
    <section className="service-part" aria-labelledby="service-hours">
      <h2 id="service-hours">服务时间</h2>
      <p className="desk-soft">
        在此时间以外，专家咨询和申报咨询会写明何时起回复；“超时”只计服务时间。未设置时不向企业显示，全天计时。
      </p>
      {state.status === 'ready' ? (
        <HoursForm key={state.value.revision} opened={state.value} />
      ) : (
        <PartState state={state} onRetry={loadDeskHours} />
      )}
    </section>
  )
}

type Hours = NonNullable<RevisedHours['hours']>

const SPAN: ServiceSpan = { from: '09:00', to: '18:00' }
const USUAL: Hours = { week: [SPAN, SPAN, SPAN, SPAN, SPAN, null, null], days: [] }
const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日']

function HoursForm({ opened }: { opened: RevisedHours }) {
  const [hours, setHours] = useState(opened.hours ?? USUAL)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isChanged = opened.hours === null || JSON.stringify(hours) !== JSON.stringify(opened.hours)
  const today = chinaDay(new Date())

  async function save(next: Hours | null) {
    setBusy(true)
    setProblem(undefined)
    const done = await saveDeskHours({ hours: next, revision: opened.revision })
    setBusy(false)
    if (!done.ok) setProblem(done.isConflict ? '同事刚刚修改过，已换成最新的，请核对后再改' : done.text)
    else showToast(next ? '服务时间已保存' : '不再显示服务时间')
  }

  const setDay = (weekday: number, span: ServiceSpan | null) =>
    setHours({ ...hours, week: hours.week.map((each, index) => (index === weekday ? span : each)) })
  const setDays = (days: Hours['days']) => setHours({ ...hours, days })
  const words = serviceHoursWords(hours)
  return (
    <form
      className="service-hours"
      onSubmit={(event) => {
        event.preventDefault()
        save(hours)
      }}
    >
      <div className="service-columns">
        <fieldset>
          <legend>每周</legend>
          {WEEKDAYS.map((name, weekday) => (
            <div key={name} className="service-day">
              <Checkbox
                checked={hours.week[weekday] != null}
                onChange={({ target }) => setDay(weekday, target.checked ? SPAN : null)}
              >
                {name}
              </Checkbox>
              <SpanFields
                label={name}
                span={hours.week[weekday] ?? null}
                onChange={(span) => setDay(weekday, span)}
              />
            </div>
          ))}
        </fieldset>
        <fieldset>
          <legend>节假日和调休</legend>
          {hours.days.length === 0 && <p className="desk-soft">暂无。按国务院办公厅的放假通知添加。</p>}
          {hours.days.map(({ day, span }, index) => {
            const change = (other: Partial<Hours['days'][number]>) =>
              setDays(hours.days.map((each, at) => (at === index ? { ...each, ...other } : each)))
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place while its day is typed
              <div key={index} className="service-day">
                <input
                  type="date"
                  required
                  className="service-time"
                  aria-label="日期"
                  value={day}
                  onChange={({ target }) => change({ day: target.value })}
                />
                <Select<'closed' | 'open'>
                  aria-label={`${day} 是否服务`}
                  value={span ? 'open' : 'closed'}
                  options={[
                    { value: 'closed', label: '休息' },
                    { value: 'open', label: '服务' },
                  ]}
                  onChange={(kind) => change({ span: kind === 'open' ? SPAN : null })}
                />
                {span && <SpanFields label={day} span={span} onChange={(next) => change({ span: next })} />}
                <Button
                  size="small"
                  aria-label={`删除 ${day}`}
                  onClick={() => setDays(hours.days.filter((_, at) => at !== index))}
                >
                  删除
                </Button>
              </div>
            )
          })}
          {hours.days.length < SERVICE_DAYS_MAX && (
            <Button onClick={() => setDays([...hours.days, { day: dayAfterLast(hours), span: null }])}>
              添加日期
            </Button>
          )}{' '}
          {hours.days.some(({ day }) => day !== '' && day < today) && (
            <Button onClick={() => setDays(hours.days.filter(({ day }) => day === '' || day >= today))}>
              删除已过去的
            </Button>
          )}
        </fieldset>
      </div>
      <p role="status">
        企业看到：{words ? `服务时间：${words}。` : '不写每周的时间。'}
        {awayWords(hours, Date.now()) ? `现在写：“${awayWords(hours, Date.now())}”。` : '现在是服务时间。'}
      </p>
      {problem && <Alert type="error" className="desk-alert" role="alert" title={problem} />}
      <div className="desk-actions">
        <Button type="primary" htmlType="submit" loading={isBusy} disabled={!isChanged}>
          保存
        </Button>
        {opened.hours && (
          <Button disabled={isBusy} onClick={() => save(null)}>
            不设服务时间
          </Button>
        )}
      </div>
    </form>
  )
}

/** Of a holiday one day after the other is added. */
function dayAfterLast({ days }: Hours): string {
  const last = days.at(-1)?.day
  return last ? addDays(last, 1) : ''
}

interface SpanFieldsProps {
  label: string
  span: ServiceSpan | null
  onChange: (span: ServiceSpan) => void
}

function SpanFields({ label, span, onChange }: SpanFieldsProps) {
  if (!span) return <span className="desk-soft">休息</span>
  const field = (end: keyof ServiceSpan, name: string) => (
    <input
      type="time"
      required
      className="service-time"
      aria-label={`${label}${name}`}
      value={span[end]}
      onChange={({ target }) => onChange({ ...span, [end]: target.value })}
    />
  )
  return (
    <span>
      {field('from', '开始时间')} 至 {field('to', '结束时间')}
    </span>
  )
}
