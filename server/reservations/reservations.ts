/** Reservations as rows and as the wire says them. */
import type { Selectable } from 'kysely'
import type { AnswerOf } from '../../src/lib/contract/call.ts'
import {
  type listReservations,
  RESERVATIONS_PER_PAGE,
  type Reservation,
} from '../../src/lib/contract/services/reservation.ts'
import { pageOfRows, toTimestamp } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'

type Columns = Selectable<Tables['reservations']>

/** Neither done nor given up; an expert's time is taken as long. */
export const OPEN_STATES: readonly Columns['state'][] = ['requested', 'confirmed']

export const RESERVATION_COLUMNS = [
  'reservations.id',
  'reservations.company_id',
  'kind',
  'target_id',
  'target_name',
  'starts_at',
  'ends_at',
  'contact',
  'phone',
  'note',
  'state',
  'answer',
  'reservations.created_at',
  'changed_at',
] as const

export type ReservationRow = Omit<Columns, 'customer_id' | 'client_id'>

/** Those of the whole company, newest first. */
export function pageOfReservations(
  db: Database,
  companyId: number,
  page: number,
): Promise<AnswerOf<typeof listReservations>['result']> {
  const mine = db
    .selectFrom('reservations')
    .select(RESERVATION_COLUMNS)
    .where('company_id', '=', companyId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  return pageOfRows(mine, { page, perPage: RESERVATIONS_PER_PAGE }, toReservation)
}

export function toReservation({
  company_id: _,
  starts_at,
  ends_at,
  created_at,
  changed_at,
  ...row
}: ReservationRow): Reservation {
  return {
    ...row,
    starts_at: starts_at === null ? null : toTimestamp(starts_at),
    ends_at: ends_at === null ? null : toTimestamp(ends_at),
    gmt_create: toTimestamp(created_at),
    gmt_modified: toTimestamp(changed_at),
  }
}
