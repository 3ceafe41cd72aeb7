import type { AnswerOf } from '../contract/call.ts'
import {
  cancelReservation,
  createReservation,
  listReservations,
  type Reservation,
  type ReservationForm,
} from '../contract/services/reservation.ts'
import { ask } from './ask.ts'

/** One page of the company's reservations, newest first. */
export async function fetchReservations(page: number): Promise<AnswerOf<typeof listReservations>['result']> {
  const { result } = await ask(listReservations, { query: { page: String(page) } })
  return result
}

/** `replaced`: an earlier one that was given up for it. */
export async function addReservation(
  form: ReservationForm,
): Promise<{ reservation: Reservation; replaced: Reservation | null }> {
  const { data, replaced = null } = await ask(createReservation, { body: form })
  return { reservation: data, replaced }
}

/** Gives the expert's time free, too. */
export async function giveUpReservation(id: number): Promise<void> {
  await ask(cancelReservation, { params: { id: String(id) } })
}
