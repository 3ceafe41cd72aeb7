/** Reservations of all companies: experts' times, providers, funds, higher levels. */
import { decideReservation, fetchAllReservations } from '../../api/operator-reservation.ts'
import type { OPERATOR_STATES, OperatorReservation } from '../../contract/operator-reservation.ts'
import { RESERVATION_KINDS, RESERVATION_STATES } from '../../contract/reservation.ts'
import { attempt } from './desk.ts'
import { createDeskList } from './list.ts'

export interface ReservationsFilter {
  kind?: OperatorReservation['kind'] | undefined
  state?: OperatorReservation['state'] | undefined
}

export function readReservationsFilter(params: URLSearchParams): ReservationsFilter {
  return {
    kind: RESERVATION_KINDS.find((known) => known === params.get('kind')),
    state: RESERVATION_STATES.find((known) => known === params.get('state')),
  }
}

export const reservations = createDeskList<OperatorReservation, ReservationsFilter>(({ kind, state }, page) =>
  fetchAllReservations({ page: String(page), ...(kind && { kind }), ...(state && { state }) }),
)

/** What an operator may do next. */
export const RESERVATION_STEPS: Readonly<
  Record<OperatorReservation['state'], readonly (typeof OPERATOR_STATES)[number][]>
> = {
  requested: ['confirmed', 'declined'],
  confirmed: ['done', 'declined'],
  declined: [],
  cancelled: [],
  done: [],
}

/** The company is told. @returns what went wrong */
export async function settleReservation(
  id: number,
  state: (typeof OPERATOR_STATES)[number],
  note: string,
): Promise<string | undefined> {
  const words = note.trim() === '' ? {} : { note: note.trim() }
  const done = await attempt(() => decideReservation(id, { state, ...words }))
  if (!done.ok) {
    await reservations.refresh()
    return done.text
  }
  reservations.replace(id, done.value)
  return undefined
}
