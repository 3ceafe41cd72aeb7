/** What a company is told about policies by itself: reminders before a window closes, changes, new matches. */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { idParam } from '../list.ts'

/** Days before the closing day, for whoever has chosen nothing else. */
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
  /** The company's reminders: days before the closing day, the earliest first; empty: none. */
  lead_days: leadDays,
  /** Whether the company is told when a policy that it follows changes. */
  changes: v.boolean(),
  /** Whether the company is told of new policies that match its answers. */
  matches: v.boolean(),
})

export type ReminderSettings = v.InferOutput<typeof settings>

export const readReminders = defineCall({
  summary: '提醒设置',
  method: 'GET',
  path: '/customer/api/v1/reminders',
  access: 'company',
  answer: v.object({ settings }),
})

/** Changes only the settings that are given. */
export const changeReminders = defineCall({
  summary: '修改提醒设置',
  method: 'PUT',
  path: '/customer/api/v1/reminders',
  access: 'company',
  body: v.partial(settings),
  answer: v.object({ settings }),
})

/** No more messages about a followed policy, or messages again. Not followed: 404. */
export const mutePolicy = defineCall({
  summary: '关闭或恢复一项关注的提醒',
  method: 'PUT',
  path: '/customer/api/v1/fixed/platformpolicy/{id}/mute',
  access: 'company',
  params: idParam,
  body: v.object({ muted: v.boolean('请选择是否提醒') }),
  answer: v.object({ muted: v.boolean() }),
})

/**
 * No more messages like this one: of a reminder or a change its policy is muted, of a new match all such messages
 * are turned off, of a saved condition that one. A message of another topic: 409.
 */
export const muteMessage = defineCall({
  summary: '不再提醒此类消息',
  method: 'POST',
  path: '/customer/api/v1/message/{id}/mute',
  access: 'company',
  params: idParam,
  answer: v.object({
    muted: v.picklist(['policy', 'matches', 'saved']),
    /** Page id of the original that is muted now. */
    platform_policy_id: v.nullable(v.number()),
  }),
})
