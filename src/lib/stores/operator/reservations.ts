/** Reservations of all companies: experts' times, providers, funds, higher levels. */
import * as v from 'valibot'
import { ask } from '../../api/ask.ts'
import { calendarDay } from '../../contract/list.ts'
import {
  answerReservation,
  listAllReservations,
  type OPERATOR_STATES,
  type OperatorReservation,
} from '../../contract/operator/reservation.ts'
import { RESERVATION_KINDS, RESERVATION_STATES } from '../../contract/services/reservation.ts'
import { needsTime, RESERVATION_STEPS } from '../../rules/orders/reservations.ts'
import { attempt, noted } from './desk.ts'
import { createDeskList, readId } from './list.ts'

interface ReservationsFilter {
  /** Of which 我的待办 leads here. */
  id?: number | undefined
  kind?: OperatorReservation['kind'] | undefined
  state?: OperatorReservation['state'] | undefined
  /** They meet on that day. */
  day?: string | undefined
}

export function readReservationsFilter(params: URLSearchParams): ReservationsFilter {
  return {
    id: readId(params),
    kind: RESERVATION_KINDS.find((known) => known === params.get('kind')),
    state: RESERVATION_STATES.find((known) => known === params.get('state')),
    day: v.is(calendarDay, params.get('day')) ? (params.get('day') ?? undefined) : undefined,
  }
}

export const reservations = createDeskList<OperatorReservation, ReservationsFilter>(
  async (filter, page) => (await ask(listAllReservations, { query: { ...filter, page } })).result,
)

type Step = (typeof OPERATOR_STATES)[number]

/** What an operator may do next. A confirmed one that has no time is confirmed once more, with it. */
export function stepsOf(row: OperatorReservation): readonly Step[] {
  const steps = RESERVATION_STEPS[row.state]
  return row.state === 'confirmed' && needsTime(row) ? ['confirmed', ...steps] : steps
}

export interface ReservationAnswer {
  note?: string | undefined
  slot_id?: number | undefined
  /** In China, to the minute: 2026-11-25T14:30. */
  moment?: string | undefined
}

/** The company is told. @returns what went wrong */
export async function settleReservation(
  id: number,
  state: Step,
  { note = '', slot_id, moment }: ReservationAnswer,
): Promise<string | undefined> {
  const done = await attempt(() =>
    ask(answerReservation, {
      params: { id },
      body: {
        state,
        ...noted(note),
        ...(slot_id !== undefined && { slot_id }),
        ...(moment && { starts_at: `${moment}:00+08:00` }),
      },
    }),
  )
  if (!done.ok) {
    await reservations.refresh()
    return done.text
  }
  reservations.replace(id, done.value.data)
  return undefined
}
