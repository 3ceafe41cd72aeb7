import { type Selectable, sql } from 'kysely'
import type { AnswerOf, QueryOf } from '../../src/lib/contract/call.ts'
import type { listAllReservations, OperatorReservation } from '../../src/lib/contract/operator/reservation.ts'
import {
  type listReservations,
  RESERVATIONS_PER_PAGE,
  type Reservation,
} from '../../src/lib/contract/services/reservation.ts'
import { DAY_MS } from '../../src/lib/rules/time/durations.ts'
import { startOfChinaDay } from '../../src/lib/rules/time/waiting.ts'
import { pageOfRows, toTimestamp } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'

type Columns = Selectable<Tables['reservations']>

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

export function listEveryReservation(
  db: Database,
  { id, state, kind, day }: Omit<QueryOf<typeof listAllReservations>, 'page'>,
) {
  let all = withCompany(db)
    .orderBy(sql`case when state = 'requested' then 0 else 1 end`)
    .orderBy(sql`case when state = 'requested' then reservations.created_at end`)
    .orderBy('reservations.created_at', 'desc')
    .orderBy('reservations.id', 'desc')
  if (id !== undefined) all = all.where('reservations.id', '=', id)
  if (state !== undefined) all = all.where('state', '=', state)
  if (kind !== undefined) all = all.where('kind', '=', kind)
  if (day) {
    const start = startOfChinaDay(day)
    all = all.where('starts_at', '>=', start).where('starts_at', '<', start + DAY_MS)
  }
  return { rows: all, id: 'reservations.id', toItems: toOperatorReservations }
}

export async function readReservation(db: Database, id: number): Promise<OperatorReservation> {
  const row = await withCompany(db).where('reservations.id', '=', id).executeTakeFirstOrThrow()
  return toOperatorReservation(row)
}

function withCompany(db: Database) {
  return db
    .selectFrom('reservations')
    .innerJoin('companies', 'companies.id', 'reservations.company_id')
    .select(RESERVATION_COLUMNS)
    .select('companies.name as company_name')
}

const toOperatorReservations = (rows: (ReservationRow & { company_name: string })[]) =>
  rows.map(toOperatorReservation)

function toOperatorReservation({
  company_name,
  ...row
}: ReservationRow & { company_name: string }): OperatorReservation {
  return { ...toReservation(row), company_id: row.company_id, company_name }
}
