/** Where a person is logged in, and 退出所有设备. */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { timestamp } from '../list.ts'

const ownSession = v.object({
  /** Browser and system, as far as they are known. */
  device: v.nullable(v.string()),
  current: v.boolean(),
  gmt_create: timestamp,
  /** To the hour. */
  seen_at: timestamp,
})

export type OwnSession = v.InferOutput<typeof ownSession>

/** The present one first, then the one seen last. */
export const listSessions = defineCall({
  summary: '我登录的设备',
  method: 'GET',
  path: '/customer/api/v1/sessions',
  access: 'company',
  answer: v.object({ result: v.object({ items: v.array(ownSession) }) }),
})

/** Ends all my sessions but the present one; `ended` counts them. */
export const endOtherSessions = defineCall({
  summary: '退出其他所有设备',
  method: 'DELETE',
  path: '/customer/api/v1/sessions',
  access: 'company',
  answer: v.object({ ended: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
})
