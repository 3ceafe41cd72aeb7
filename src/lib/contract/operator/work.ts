/** The operators' shared work: hand-overs with internal notes. The company sees none of it. */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { idParam, pageOf, timestamp } from '../list.ts'
import { paragraph } from '../text.ts'

export const HAND_OVER_NOTE_LIMIT = 500
/** Length of the shown history of a conversation or application. */
export const DESK_EVENTS_SHOWN = 50

/** An operator; null for none. */
export const operatorId = v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1)))

/** From `from`, the operator shown on the page, to another; the note is for them and their successors. */
export const handOver = v.object({
  operator_id: operatorId,
  from: v.optional(operatorId, null),
  note: v.optional(
    v.union([v.pipe(v.string(), v.trim(), v.literal('')), paragraph('交接说明', HAND_OVER_NOTE_LIMIT)]),
    '',
  ),
})

/** An internal event of a conversation or application. */
export const deskEvent = v.object({
  id: v.number(),
  kind: v.picklist(['assigned', 'snoozed', 'woken']),
  by: v.string(),
  /** The new operator; null for none. */
  to: v.nullable(v.string()),
  note: v.string(),
  /** End of the deferral. */
  until: v.nullable(timestamp),
  gmt_create: timestamp,
})

export type DeskEvent = v.InferOutput<typeof deskEvent>

const handedOver = v.object({
  id: v.number(),
  kind: v.picklist(['conversations', 'orders', 'requests']),
  /** Of the conversation or application. */
  subject_id: v.number(),
  company_name: v.string(),
  title: v.string(),
  by: v.string(),
  note: v.string(),
  gmt_create: timestamp,
})

export type HandedOver = v.InferOutput<typeof handedOver>

/** Unopened hand-overs to the caller, newest first. An open desk polls it. */
export const listHandedOver = defineCall({
  summary: '同事转交给我的事',
  method: 'GET',
  path: '/operator/api/v1/handed-over',
  access: 'operator',
  answer: v.object({ result: pageOf(handedOver) }),
})

/** Marks one as opened. Another operator's, or an unknown one, changes nothing. */
export const seeHandedOver = defineCall({
  summary: '已看到转交给我的事',
  method: 'PUT',
  path: '/operator/api/v1/handed-over/{id}/seen',
  access: 'operator',
  params: idParam,
  answer: v.object({}),
})
