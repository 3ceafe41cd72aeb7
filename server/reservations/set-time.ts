/** The time that the operators have found for a reservation whose company left it to them. */
import { CODES } from '../../src/lib/contract/envelope.ts'
import { SLOT_AHEAD_DAYS } from '../../src/lib/contract/operator/expert.ts'
import { TIME_INVALID } from '../../src/lib/contract/operator/reservation.ts'
import { DAY_MS } from '../../src/lib/rules/time/durations.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { scheduleReminder } from './reminder.ts'
import type { ReservationRow } from './reservations.ts'
import { takeSlot } from './slot.ts'

/** One of both. */
export interface FoundTime {
  /** One of an expert's free times. */
  slot_id?: number | undefined
  /** Milliseconds since 1970: with everybody else one agrees on a moment. */
  starts_at?: number | undefined
}

/**
 * Call it in the transaction that has just changed the reservation, so that nobody else gives it a time.
 * @throws Refusal 409 when it has a time, or the slot is taken; 400 when the time does not go with what is reserved
 */
export async function setTime(
  transaction: Database,
  reservation: ReservationRow,
  { slot_id, starts_at }: FoundTime,
  nowMs: number,
): Promise<ReservationRow> {
  const { id, kind } = reservation
  if (reservation.starts_at !== null) throw new Refusal(CODES.conflict, '这个预约已经有时间，请刷新后查看')
  if (kind === 'upgrade') throw new Refusal(CODES.invalid, '等级升级不需要约定时间')
  if (kind === 'expert') {
    if (slot_id === undefined) throw new Refusal(CODES.invalid, '专家的时间请从可约时段中选择')
    return takeSlot(transaction, reservation, slot_id, nowMs)
  }
  if (starts_at === undefined) throw new Refusal(CODES.invalid, '只有预约专家时可以选择专家的时段')
  if (starts_at <= nowMs || starts_at > nowMs + SLOT_AHEAD_DAYS * DAY_MS) {
    throw new Refusal(CODES.invalid, TIME_INVALID)
  }
  await transaction.updateTable('reservations').set({ starts_at }).where('id', '=', id).execute()
  await scheduleReminder(transaction, { id, startsAt: starts_at }, nowMs)
  return { ...reservation, starts_at }
}
