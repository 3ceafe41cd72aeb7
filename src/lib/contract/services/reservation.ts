/** Reservations of a company: an expert's time, a provider, a fund, a higher level (behaviour B12.2). */
import * as v from 'valibot'
import { phone } from '../account/sms.ts'
import { defineCall } from '../call.ts'
import { idParam, pageOf, pageQuery, timestamp } from '../list.ts'
import { clientId } from '../orders/order.ts'
import { paragraph, properName } from '../text.ts'

export const RESERVATIONS_PER_PAGE = 10
/** A company's open reservations, so that one company cannot take every free time. */
export const OPEN_RESERVATIONS_LIMIT = 20
export const RESERVATION_KINDS = ['expert', 'provider', 'fund', 'upgrade'] as const
export const RESERVATION_STATES = ['requested', 'confirmed', 'declined', 'cancelled', 'done'] as const
export const CONTACT_LIMIT = 30
export const RESERVATION_NOTE_LIMIT = 500
export const SLOT_TAKEN = '这个时间已被预约，请选择其他时间'
const rowId = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

export const reservation = v.object({
  id: v.number(),
  kind: v.picklist(RESERVATION_KINDS),
  /** Id of the expert, the provider or the fund; for an upgrade the level. */
  target_id: v.number(),
  target_name: v.nullable(v.string()),
  starts_at: v.nullable(timestamp),
  ends_at: v.nullable(timestamp),
  contact: v.string(),
  phone: v.string(),
  note: v.nullable(v.string()),
  state: v.picklist(RESERVATION_STATES),
  answer: v.nullable(v.string()),
  gmt_create: timestamp,
  gmt_modified: timestamp,
})

export type Reservation = v.InferOutput<typeof reservation>

const reservationForm = v.object({
  kind: v.picklist(RESERVATION_KINDS, '请选择预约的类型'),
  target_id: rowId,
  /** Only for an expert; without one the operators find a time. */
  slot_id: v.optional(rowId),
  contact: properName('联系人', CONTACT_LIMIT),
  phone,
  note: v.optional(paragraph('备注', RESERVATION_NOTE_LIMIT)),
  client_id: v.optional(clientId),
})

export type ReservationForm = v.InferInput<typeof reservationForm>

export const listReservations = defineCall({
  summary: '我的预约',
  method: 'GET',
  path: '/startup/api/v1/reservations',
  access: 'company',
  query: v.object({ page: pageQuery }),
  answer: v.object({ result: pageOf(reservation) }),
})

/**
 * The same `client_id` twice is one reservation with the last words; for another target or time, or after it was closed, it
 * is a new one. A time that is taken, over or not the expert's: 409. A missing target: 404. A level that is not higher than
 * the company's: 400.
 */
export const createReservation = defineCall({
  summary: '预约专家、服务商、基金或升级',
  method: 'POST',
  path: '/startup/api/v1/reservations',
  access: 'company',
  body: reservationForm,
  answer: v.object({ data: reservation }),
})

/** Added by us: cancels, and frees the time. Twice is no error; one that is done, declined or past: 409. */
export const cancelReservation = defineCall({
  summary: '取消预约',
  method: 'DELETE',
  path: '/startup/api/v1/reservations/{id}',
  access: 'company',
  params: idParam,
  answer: v.object({}),
})
