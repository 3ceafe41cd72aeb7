import { CODES } from '../../src/lib/contract/envelope.ts'
import {
  cancelReservation,
  createReservation,
  listReservations,
} from '../../src/lib/contract/services/reservation.ts'
import { Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'
import { giveUpReservation } from '../reservations/change-state.ts'
import { pageOfReservations } from '../reservations/reservations.ts'
import { reserve } from '../reservations/reserve.ts'

export function addReservationRoutes(app: App): void {
  route(app, listReservations, async ({ query, session, services }) => ({
    result: await pageOfReservations(services.db, session.customer.company_id, query.page),
  }))

  route(app, createReservation, ({ body, session, services }) => reserve(services, session.customer, body))

  route(app, cancelReservation, async ({ params, session, services: { db, now } }) => {
    const found = await giveUpReservation(db, session.customer.company_id, params.id, now())
    if (!found) throw new Refusal(CODES.none, '没有找到这个预约')
    return {}
  })
}
