/** The sessions of a person, and 退出所有设备. */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { timestamp } from '../list.ts'

/** An absolute limit, independent of use. */
export const SESSION_DAYS_MAX = 90

const ownSession = v.object({
  /** The first digits of the token's hash. */
  id: v.string(),
  device: v.nullable(v.string()),
  address: v.nullable(v.string()),
  current: v.boolean(),
  gmt_create: timestamp,
  /** Rounded to the hour. */
  seen_at: timestamp,
})

export type OwnSession = v.InferOutput<typeof ownSession>

/** The current session first, then by last use. */
export const listSessions = defineCall({
  summary: '我登录的设备',
  method: 'GET',
  path: '/customer/api/v1/sessions',
  access: 'company',
  answer: v.object({ result: v.object({ items: v.array(ownSession) }) }),
})

/** Ends one of the caller's sessions, or without `id` all others; `ended` is their number. Another person's: 404. */
export const endSessions = defineCall({
  summary: '退出一台或其他所有设备',
  method: 'DELETE',
  path: '/customer/api/v1/sessions',
  access: 'company',
  fresh: true,
  query: v.object({ id: v.optional(v.pipe(v.string(), v.regex(/^[\da-f]{16}$/))) }),
  answer: v.object({ ended: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
})
