/** How operators share their work: hand-overs with a note. The company sees nothing of it. */
import * as v from 'valibot'
import { timestamp } from '../list.ts'
import { paragraph } from '../text.ts'

/** Events of the history of a conversation or an application. */
export const DESK_EVENTS_SHOWN = 50

const operatorId = v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1)))

/** `from` is the operator that the page showed; the note is for the receiver and later operators. */
export const handOver = v.object({
  operator_id: operatorId,
  from: v.optional(operatorId, null),
  note: v.optional(v.union([v.pipe(v.string(), v.trim(), v.literal('')), paragraph('交接说明', 500)]), ''),
})

/** An act of an operator that the company does not see. */
export const deskEvent = v.object({
  id: v.number(),
  kind: v.picklist(['assigned', 'snoozed', 'woken']),
  by: v.string(),
  to: v.nullable(v.string()),
  note: v.string(),
  until: v.nullable(timestamp),
  gmt_create: timestamp,
})

export type DeskEvent = v.InferOutput<typeof deskEvent>
