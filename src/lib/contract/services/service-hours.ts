/** The operators' hours of service: set at the desk, read by all who open the chat (behaviour B12.7). */
import * as v from 'valibot'
import { addDays } from '../../rules/time/china-day.ts'
import { defineCall } from '../call.ts'

export const SERVICE_DAYS_MAX = 100

const time = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间应形如 09:00'))

const span = v.pipe(
  v.object({ from: time, to: time }),
  v.check(({ from, to }) => from < to, '结束时间应晚于开始时间'),
)

const day = v.pipe(
  v.string(),
  v.isoDate('请选择日期'),
  v.check((text) => addDays(text, 0) === text, '日历上没有这一天'),
)

/** In the shape of `rules/time/service-hours.ts`. */
const serviceHours = v.object({
  week: v.pipe(v.array(v.nullable(span)), v.length(7, '请设置周一到周日')),
  days: v.pipe(
    v.array(v.object({ day, span: v.nullable(span) })),
    v.maxLength(SERVICE_DAYS_MAX, `最多设置 ${SERVICE_DAYS_MAX} 个特殊日期，可以删除已经过去的`),
    v.check((days) => new Set(days.map((each) => each.day)).size === days.length, '同一天只能设置一次'),
  ),
})

/** `hours` null when not set; then no page mentions them. */
export const revisedHours = v.object({
  hours: v.nullable(serviceHours),
  revision: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
})

export type RevisedHours = v.InferOutput<typeof revisedHours>

export const getServiceHours = defineCall({
  summary: '服务时间',
  method: 'GET',
  path: '/startup/api/v1/service/hours',
  access: 'visitor',
  answer: v.object({ data: revisedHours }),
})

/** A colleague has changed them meanwhile: 409. */
export const changeServiceHours = defineCall({
  summary: '修改服务时间',
  method: 'PUT',
  path: '/operator/api/v1/service/hours',
  access: 'operator',
  body: revisedHours,
  answer: v.object({ data: revisedHours }),
})
