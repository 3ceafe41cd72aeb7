import { useStore } from '@nanostores/react'
import { Alert, Button, Checkbox, DatePicker, Form, type TableColumnsType, TimePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { type ReactNode, useEffect, useState } from 'react'
import { type GivenRating, GRADE_WORDS, RATINGS_PER_PAGE } from '../../lib/contract/chat/rating.ts'
import { type RevisedHours, SERVICE_DAYS_MAX } from '../../lib/contract/services/service-hours.ts'
import { formatMoment } from '../../lib/rules/time/dates.ts'
import { awayWords, type ServiceSpan, serviceHoursWords } from '../../lib/rules/time/service-hours.ts'
import { $deskHours, loadDeskHours, ratings, saveDeskHours } from '../../lib/stores/operator/service.ts'
import { showToast } from '../kit/toast.ts'
import { Desk } from './Desk.tsx'
import { ListTable, PartState } from './ListTable.tsx'
import { turnTo, useList } from './use-address.ts'

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
  useList(ratings, null)
  return (
    <section className="service-part" aria-labelledby="service-ratings">
      <h2 id="service-ratings">满意度</h2>
      <p className="desk-soft">咨询结束后由企业评价，每次一份；运营人员不能评价。</p>
      <ListTable
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

const RATING_COLUMNS: TableColumnsType<GivenRating> = [
  { title: '时间', render: (_, { gmt_create }) => formatMoment(gmt_create) },
  { title: '企业', dataIndex: 'company_name' },
  {
    title: '评价',
    render: (_, { grade }) => (grade === 1 ? <b>{GRADE_WORDS[grade]}</b> : GRADE_WORDS[grade]),
  },
  { title: '留言', dataIndex: 'note' },
  { title: '负责人', dataIndex: 'operator' },
  {
    title: '咨询',
    render: (_, { conversation_id, company_name }) => (
      <a
        href={`/operator/conversations?state=all&id=${conversation_id}`}
        aria-label={`查看与${company_name}的咨询`}
      >
        查看
      </a>
    ),
  },
]

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

/** As the fields have it. */
interface Values {
  week: { isOpen: boolean; span: Times }[]
  days: { day: Dayjs; isOpen: boolean; span: Times }[]
}
type Times = [Dayjs, Dayjs]

const TIME = 'HH:mm'
const toTimes = (span: ServiceSpan | null): Times => {
  const { from, to } = span ?? SPAN
  return [dayjs(`2000-01-01T${from}`), dayjs(`2000-01-01T${to}`)]
}
const toSpan = ({ isOpen, span: [from, to] }: { isOpen: boolean; span: Times }) =>
  isOpen ? { from: from.format(TIME), to: to.format(TIME) } : null

function toValues({ week, days }: Hours): Values {
  return {
    week: week.map((span) => ({ isOpen: span !== null, span: toTimes(span) })),
    days: days.map(({ day, span }) => ({ day: dayjs(day), isOpen: span !== null, span: toTimes(span) })),
  }
}

function toHours({ week, days }: Values): Hours {
  return {
    week: week.map(toSpan) as Hours['week'],
    days: days
      .filter(({ day }) => day)
      .map((row) => ({ day: row.day.format('YYYY-MM-DD'), span: toSpan(row) })),
  }
}

function HoursForm({ opened }: { opened: RevisedHours }) {
  const [form] = Form.useForm<Values>()
  const [hours, setHours] = useState(opened.hours ?? USUAL)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isChanged = JSON.stringify(hours) !== JSON.stringify(opened.hours)

  async function save(next: Hours | null) {
    setBusy(true)
    setProblem(undefined)
    const done = await saveDeskHours({ hours: next, revision: opened.revision })
    setBusy(false)
    if (!done.ok) setProblem(done.isConflict ? '同事刚刚修改过，已换成最新的，请核对后再改' : done.text)
    else showToast(next ? '服务时间已保存' : '不再显示服务时间')
  }

  const words = serviceHoursWords(hours)
  const away = awayWords(hours, Date.now())
  return (
    <Form<Values>
      form={form}
      className="service-hours"
      initialValues={toValues(hours)}
      onValuesChange={(_, values) => setHours(toHours(values))}
      onFinish={(values) => save(toHours(values))}
    >
      <div className="service-columns">
        <fieldset>
          <legend>每周</legend>
          {WEEKDAYS.map((name, weekday) => (
            <Row key={name} place={['week', weekday]} label={name} />
          ))}
        </fieldset>
        <fieldset>
          <legend>节假日和调休</legend>
          <Form.List name="days">
            {(rows, { add, remove }) => (
              <>
                {rows.length === 0 && <p className="desk-soft">暂无。按国务院办公厅的放假通知添加。</p>}
                {rows.map(({ key, name }) => (
                  <Row key={key} place={['days', name]} label="服务">
                    <Form.Item
                      name={[name, 'day']}
                      rules={[{ required: true, message: '请选择日期' }]}
                      noStyle
                    >
                      <DatePicker aria-label="日期" allowClear={false} />
                    </Form.Item>
                    <Button size="small" aria-label={`删除第 ${name + 1} 行`} onClick={() => remove(name)}>
                      删除
                    </Button>
                  </Row>
                ))}
                {rows.length < SERVICE_DAYS_MAX && (
                  <Button
                    onClick={() => {
                      const last = form.getFieldValue('days').at(-1)?.day as Dayjs | undefined
                      // Of a holiday one day after the other is added.
                      add({ day: (last ?? dayjs()).add(1, 'day'), isOpen: false, span: toTimes(null) })
                    }}
                  >
                    添加日期
                  </Button>
                )}
              </>
            )}
          </Form.List>
        </fieldset>
      </div>
      <p role="status">
        企业看到：{words ? `服务时间：${words}。` : '不写每周的时间。'}
        {away ? `现在写：“${away}”。` : '现在是服务时间。'}
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
    </Form>
  )
}

interface RowProps {
  /** Of its fields in the form. */
  place: [list: 'week' | 'days', index: number]
  label: string
  children?: ReactNode
}

/** A day, with its times where there is service on it. */
function Row({ place: [list, index], label, children }: RowProps) {
  const isOpen = Form.useWatch([list, index, 'isOpen'])
  // Inside a list its fields are named without it.
  const at = (field: string) => (list === 'days' ? [index, field] : [list, index, field])
  return (
    <div className="service-day">
      {children}
      <Form.Item name={at('isOpen')} valuePropName="checked" noStyle>
        <Checkbox>{label}</Checkbox>
      </Form.Item>
      <Form.Item name={at('span')} noStyle hidden={!isOpen}>
        <TimePicker.RangePicker
          format={TIME}
          minuteStep={5}
          allowClear={false}
          placeholder={[`${label}开始时间`, `${label}结束时间`]}
        />
      </Form.Item>
      {!isOpen && <span className="desk-soft">休息</span>}
    </div>
  )
}
