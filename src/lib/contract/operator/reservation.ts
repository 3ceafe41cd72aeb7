/** Reservations for the operators, with their answers. */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { calendarDay, idParam, moment, pageOf, pageQuery } from '../list.ts'
import { RESERVATION_KINDS, RESERVATION_STATES, reservation } from '../services/reservation.ts'
import { paragraph } from '../text.ts'

export const RESERVATION_ANSWER_LIMIT = 500
/** requested → confirmed → done; before done, an operator may decline and the company may cancel. */
export const OPERATOR_STATES = ['confirmed', 'declined', 'done'] as const

export const TIME_INVALID = '时间应在今后一年内'

const operatorReservation = v.object({
  ...reservation.entries,
  company_id: v.number(),
  company_name: v.string(),
})

export type OperatorReservation = v.InferOutput<typeof operatorReservation>

/** Newest first. */
export const listAllReservations = defineCall({
  summary: '全部预约',
  method: 'GET',
  path: '/operator/api/v1/reservations',
  access: 'operator',
  query: v.object({
    id: v.optional(idParam.entries.id),
    state: v.optional(v.picklist(RESERVATION_STATES, '没有这种预约状态')),
    kind: v.optional(v.picklist(RESERVATION_KINDS, '没有这种预约类型')),
    /** By the day of the appointment in China. */
    day: v.optional(calendarDay),
    page: pageQuery,
  }),
  answer: v.object({ result: pageOf(operatorReservation) }),
})

/**
 * Informs the company. 409 for a step that the state does not allow. A confirmation may set the time that the
 * company left open, also later: a free slot of an expert, a moment of a provider or fund. 409 for a taken slot,
 * and for a reservation with a time.
 */
export const answerReservation = defineCall({
  summary: '处理预约',
  method: 'PUT',
  path: '/operator/api/v1/reservations/{id}',
  access: 'operator',
  params: idParam,
  body: v.object({
    state: v.picklist(OPERATOR_STATES, '请选择预约状态'),
    note: v.optional(paragraph('说明', RESERVATION_ANSWER_LIMIT)),
    slot_id: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
    starts_at: v.optional(moment(TIME_INVALID)),
  }),
  answer: v.object({ data: operatorReservation }),
})
