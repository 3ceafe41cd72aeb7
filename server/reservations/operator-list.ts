/** Reservations of all companies, for operators. */
import type { AnswerOf, QueryOf } from '../../src/lib/contract/call.ts'
import type { listAllReservations, OperatorReservation } from '../../src/lib/contract/operator/reservation.ts'
import { RESERVATIONS_PER_PAGE } from '../../src/lib/contract/services/reservation.ts'
import { pageOfRows } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { RESERVATION_COLUMNS, type ReservationRow, toReservation } from './reservations.ts'

/** Newest first. */
export function pageOfAllReservations(
  db: Database,
  { state, kind, page }: QueryOf<typeof listAllReservations>,
): Promise<AnswerOf<typeof listAllReservations>['result']> {
  let all = withCompany(db).orderBy('reservations.created_at', 'desc').orderBy('reservations.id', 'desc')
  if (state !== undefined) all = all.where('state', '=', state)
  if (kind !== undefined) all = all.where('kind', '=', kind)
  return pageOfRows(all, { page, perPage: RESERVATIONS_PER_PAGE }, toOperatorReservation)
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

function toOperatorReservation({
  company_name,
  ...row
}: ReservationRow & { company_name: string }): OperatorReservation {
  return { ...toReservation(row), company_id: row.company_id, company_name }
}
