import { CODES } from '../../src/lib/contract/envelope.ts'
import { answerReservation, listAllReservations } from '../../src/lib/contract/operator/reservation.ts'
import { Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'
import { decideReservation } from '../reservations/change-state.ts'
import { pageOfAllReservations, readReservation } from '../reservations/operator-list.ts'

export function addOperatorReservationRoutes(app: App): void {
  route(app, listAllReservations, async ({ query, services }) => ({
    result: await pageOfAllReservations(services.db, query),
  }))

  route(app, answerReservation, async ({ params, body, services: { db, now } }) => {
    const found = await decideReservation(db, params.id, body, now())
    if (!found) throw new Refusal(CODES.none, '没有找到这个预约')
    return { data: await readReservation(db, params.id) }
  })
}
