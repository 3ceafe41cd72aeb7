/** Reservations, for the operators. */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { calendarDay, idParam, moment, pageOf, pageQuery } from '../list.ts'
import { RESERVATION_KINDS, RESERVATION_STATES, reservation } from '../services/reservation.ts'
import { paragraph } from '../text.ts'

/** requested → confirmed → done; before that an operator may decline, and the company may cancel. */
export const OPERATOR_STATES = ['confirmed', 'declined', 'done'] as const

export const TIME_INVALID = '时间应在今后一年内'

const operatorReservation = v.object({
  ...reservation.entries,
  company_id: v.number(),
  company_name: v.string(),
})

export type OperatorReservation = v.InferOutput<typeof operatorReservation>

/** Waiting ones first, longest wait first; then the newest. */
export const listAllReservations = defineCall({
  summary: '全部预约',
  method: 'GET',
  path: '/operator/api/v1/reservations',
  access: 'operator',
  query: v.object({
    id: v.optional(idParam.entries.id),
    state: v.optional(v.picklist(RESERVATION_STATES, '没有这种预约状态')),
    kind: v.optional(v.picklist(RESERVATION_KINDS, '没有这种预约类型')),
    /** Day of the meeting in China. */
    day: v.optional(calendarDay),
    page: pageQuery,
  }),
  answer: v.object({ result: pageOf(operatorReservation) }),
})

/**
 * Sends the company a message. A confirmation, or a second one, may contain the time that the company left open: a free slot
 * of an expert, a moment for a provider or a fund. A wrong step, a taken slot, a second time: 409.
 */
export const answerReservation = defineCall({
  summary: '处理预约',
  method: 'PUT',
  path: '/operator/api/v1/reservations/{id}',
  access: 'operator',
  params: idParam,
  body: v.object({
    state: v.picklist(OPERATOR_STATES, '请选择预约状态'),
    note: v.optional(paragraph('说明', 500)),
    slot_id: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
    starts_at: v.optional(moment(TIME_INVALID)),
  }),
  answer: v.object({ data: operatorReservation }),
})
