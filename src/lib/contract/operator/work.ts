/** How operators share their work: hand-overs with a note for each other. The company sees nothing of it. */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { idParam, pageOf, timestamp } from '../list.ts'
import { paragraph } from '../text.ts'

export const HAND_OVER_NOTE_LIMIT = 500
/** So much of the history of a conversation or an application is told. */
export const DESK_EVENTS_SHOWN = 50

/** An operator; null: nobody. */
export const operatorId = v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1)))

/** From `from`, whom the page showed, to somebody else; the note is for him and whoever comes after him. */
export const handOver = v.object({
  operator_id: operatorId,
  from: v.optional(operatorId, null),
  note: v.optional(
    v.union([v.pipe(v.string(), v.trim(), v.literal('')), paragraph('交接说明', HAND_OVER_NOTE_LIMIT)]),
    '',
  ),
})

/** What operators did among themselves with a conversation or an application. */
export const deskEvent = v.object({
  id: v.number(),
  kind: v.picklist(['assigned', 'snoozed', 'woken']),
  by: v.string(),
  /** To whom it was handed; null: to nobody. */
  to: v.nullable(v.string()),
  note: v.string(),
  /** Until when it was put off. */
  until: v.nullable(timestamp),
  gmt_create: timestamp,
})

export type DeskEvent = v.InferOutput<typeof deskEvent>

const handedOver = v.object({
  id: v.number(),
  kind: v.picklist(['conversations', 'orders', 'requests']),
  /** Of the conversation or the application. */
  subject_id: v.number(),
  company_name: v.string(),
  title: v.string(),
  by: v.string(),
  note: v.string(),
  gmt_create: timestamp,
})

export type HandedOver = v.InferOutput<typeof handedOver>

/** What colleagues have handed to me and I have not opened yet, newest first. An open desk asks for it again and again. */
export const listHandedOver = defineCall({
  summary: '同事转交给我的事',
  method: 'GET',
  path: '/operator/api/v1/handed-over',
  access: 'operator',
  answer: v.object({ result: pageOf(handedOver) }),
})

/** I have opened it. Another operator's, or none: nothing changes. */
export const seeHandedOver = defineCall({
  summary: '已看到转交给我的事',
  method: 'PUT',
  path: '/operator/api/v1/handed-over/{id}/seen',
  access: 'operator',
  params: idParam,
  answer: v.object({}),
})
