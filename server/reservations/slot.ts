import { CODES } from '../../src/lib/contract/envelope.ts'
import { SLOT_TAKEN } from '../../src/lib/contract/services/reservation.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { scheduleReminder } from './reminder.ts'
import type { ReservationRow } from './reservations.ts'

/** @throws Refusal 409 when the time is taken, over, or another expert's */
export async function takeSlot(
  transaction: Database,
  reservation: ReservationRow,
  slotId: number,
  nowMs: number,
): Promise<ReservationRow> {
  const slot = await transaction
    .updateTable('expert_slots')
    .set({ reservation_id: reservation.id })
    .where('id', '=', slotId)
    .where('expert_id', '=', reservation.target_id)
    .where('reservation_id', 'is', null)
    .where('starts_at', '>', nowMs)
    .returning(['starts_at', 'ends_at'])
    .executeTakeFirstOrThrow(() => new Refusal(CODES.conflict, SLOT_TAKEN))
  await transaction.updateTable('reservations').set(slot).where('id', '=', reservation.id).execute()
  await scheduleReminder(transaction, { id: reservation.id, startsAt: slot.starts_at }, nowMs)
  return { ...reservation, ...slot }
}

export async function freeSlot(transaction: Database, reservationId: number): Promise<void> {
  await transaction
    .updateTable('expert_slots')
    .set({ reservation_id: null })
    .where('reservation_id', '=', reservationId)
    .execute()
}
