/** Automatic news about policies for a company: reminders before a window closes, changes, new matches. */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { idParam } from '../list.ts'
import { toldWay, toldWays } from './ways.ts'

export const DEFAULT_LEAD_DAYS: readonly number[] = [30, 14, 7, 3]
export const LEAD_DAYS_MAX = 90
export const LEADS_MAX = 6

const leadDays = v.pipe(
  v.array(
    v.pipe(
      v.number('请选择提前的天数'),
      v.integer('提前的天数应为整数'),
      v.minValue(0, '提前的天数不能小于 0'),
      v.maxValue(LEAD_DAYS_MAX, `最多提前 ${LEAD_DAYS_MAX} 天提醒`),
    ),
  ),
  v.maxLength(LEADS_MAX, `最多设置 ${LEADS_MAX} 个提醒时间`),
  v.check((days) => new Set(days).size === days.length, '提醒时间不能重复'),
)

const settings = v.object({
  lead_days: leadDays,
  changes: v.boolean(),
  matches: v.boolean(),
})

export type ReminderSettings = v.InferOutput<typeof settings>

/** `settings` of the company, `data` of the person. */
const answer = v.object({ settings, data: toldWays })

export const readReminders = defineCall({
  summary: '提醒设置和我的通知方式',
  method: 'GET',
  path: '/customer/api/v1/reminders',
  access: 'company',
  answer,
})

/** `told` sets one switch of the person: 409 for a way that the portal lacks, or that the person has not set up. */
export const changeReminders = defineCall({
  summary: '修改提醒设置或我的通知方式',
  method: 'PUT',
  path: '/customer/api/v1/reminders',
  access: 'company',
  body: v.object({
    ...v.partial(settings).entries,
    told: v.optional(v.object({ ...toldWay.entries, on: v.boolean() })),
  }),
  answer,
})

/** A reminder or a change mutes its policy, a match or a saved search its kind. Another topic: 409. */
export const muteMessage = defineCall({
  summary: '不再提醒此类消息',
  method: 'POST',
  path: '/customer/api/v1/message/{id}/mute',
  access: 'company',
  params: idParam,
  answer: v.object({
    muted: v.picklist(['policy', 'matches', 'saved']),
    platform_policy_id: v.nullable(v.number()),
  }),
})
