import { useStore } from '@nanostores/react'
import { Button, DatePicker, Form, type TableColumnsType, TimePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useEffect, useState } from 'react'
import { type GivenRating, GRADE_WORDS } from '../../lib/contract/chat/rating.ts'
import { type RevisedHours, SERVICE_DAYS_MAX } from '../../lib/contract/services/service-hours.ts'
import { formatMoment } from '../../lib/rules/time/dates.ts'
import { awayWords, type ServiceSpan, serviceHoursWords } from '../../lib/rules/time/service-hours.ts'
import { ratings } from '../../lib/stores/operator/lists.ts'
import { deskHours, saveDeskHours } from '../../lib/stores/operator/value.ts'
import { showToast } from '../kit/toast.ts'
import { ListScreen, PartState } from './ListTable.tsx'

/** 服务: the ratings by companies, and the hours of service. */
export function Service() {
  return (
    <>
      <Ratings />
      <Hours />
    </>
  )
}

function Ratings() {
  return (
    <section aria-labelledby="service-ratings">
      <h2 id="service-ratings">满意度</h2>
      <p className="desk-soft">咨询结束后由企业评价，每次一份；运营人员不能评价。</p>
      <ListScreen label="评价" list={ratings} columns={RATING_COLUMNS} empty="还没有评价" />
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
  const state = useStore(deskHours.$state)
  useEffect(() => {
    deskHours.load(null)
  }, [])
  return (
    <section aria-labelledby="service-hours">
      <h2 id="service-hours">服务时间</h2>
      <p className="desk-soft">
        在此时间以外，专家咨询和申报咨询会写明何时起回复；“超时”只计服务时间。未设置时不向企业显示，全天计时。
      </p>
      {state.status === 'ready' ? (
        <HoursForm key={state.value.revision} opened={state.value} />
      ) : (
        <PartState state={state} onRetry={() => deskHours.load(null)} />
      )}
    </section>
  )
}

type Hours = NonNullable<RevisedHours['hours']>

const SPAN: ServiceSpan = { from: '09:00', to: '18:00' }
const USUAL: Hours = { week: [SPAN, SPAN, SPAN, SPAN, SPAN, null, null], days: [] }
const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日']

function HoursForm({ opened }: { opened: RevisedHours }) {
  const [form] = Form.useForm<Hours>()
  const [hours, setHours] = useState(opened.hours ?? USUAL)
  const [isBusy, setBusy] = useState(false)
  const isChanged = JSON.stringify(hours) !== JSON.stringify(opened.hours)

  async function save(next: Hours | null) {
    setBusy(true)
    const done = await saveDeskHours({ hours: next, revision: opened.revision })
    setBusy(false)
    if (!done.ok)
      showToast(done.isConflict ? '同事刚刚修改过，已换成最新的，请核对后再改' : done.text, 'error')
    else showToast(next ? '服务时间已保存' : '不再显示服务时间')
  }

  const words = serviceHoursWords(hours)
  const away = awayWords(hours, Date.now())
  return (
    <Form<Hours>
      colon={false}
      form={form}
      initialValues={hours}
      onValuesChange={(_, values) => setHours(values)}
      onFinish={save}
    >
      <div className="service-columns">
        <fieldset>
          <legend>每周</legend>
          {WEEKDAYS.map((name, weekday) => (
            <Form.Item key={name} label={name} name={['week', weekday]} {...AS_SPAN}>
              <Span />
            </Form.Item>
          ))}
        </fieldset>
        <div>
          <fieldset>
            <legend>节假日和调休</legend>
            <Form.List name="days">
              {(rows, { add, remove }) => (
                <>
                  {rows.length === 0 && <p className="desk-soft">暂无。按国务院办公厅的放假通知添加。</p>}
                  {rows.map(({ key, name }) => (
                    <div key={key} className="desk-actions">
                      <Form.Item name={[name, 'day']} noStyle {...AS_DAY}>
                        <DatePicker aria-label="日期" allowClear={false} />
                      </Form.Item>
                      <Form.Item name={[name, 'span']} noStyle {...AS_SPAN}>
                        <Span />
                      </Form.Item>
                      <Button size="small" aria-label={`删除第 ${name + 1} 行`} onClick={() => remove(name)}>
                        删除
                      </Button>
                    </div>
                  ))}
                  {rows.length < SERVICE_DAYS_MAX && (
                    <Button
                      onClick={() => {
                        // The days of a holiday follow each other.
                        const last = dayjs(hours.days.at(-1)?.day)
                        add({ day: last.add(1, 'day').format(DAY), span: null })
                      }}
                    >
                      添加日期
                    </Button>
                  )}
                </>
              )}
            </Form.List>
          </fieldset>
          <p role="status" className="desk-quote">
            企业看到：{words ? `服务时间：${words}。` : '不写每周的时间。'}
            {away ? `现在写：“${away}”。` : '现在是服务时间。'}
          </p>
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
        </div>
      </div>
    </Form>
  )
}

const DAY = 'YYYY-MM-DD'
const AS_DAY = {
  normalize: (day: Dayjs) => day.format(DAY),
  getValueProps: (day: string) => ({ value: dayjs(day) }),
}

const TIME = 'HH:mm'
/** The form contains a `ServiceSpan`, the picker two times. */
const AS_SPAN = {
  normalize: (times: [Dayjs, Dayjs] | null) =>
    times && { from: times[0].format(TIME), to: times[1].format(TIME) },
  getValueProps: (span: ServiceSpan | null) => ({
    value: span && [dayjs(`2000-01-01T${span.from}`), dayjs(`2000-01-01T${span.to}`)],
  }),
}

function Span(field: object) {
  return <TimePicker.RangePicker {...field} format={TIME} minuteStep={5} placeholder={['休息', '休息']} />
}
