import { answerReservation, listAllReservations } from '../../src/lib/contract/operator/reservation.ts'
import {
  cancelReservation,
  createReservation,
  listReservations,
  RESERVATIONS_PER_PAGE,
} from '../../src/lib/contract/services/reservation.ts'
import { pageOf } from '../db/page.ts'
import { type Mount, route } from '../http/route.ts'
import { noteEvent } from '../security-log/note-event.ts'
import { decideReservation, giveUpReservation } from './change-state.ts'
import { listEveryReservation, pageOfReservations, readReservation } from './reservations.ts'
import { reserve } from './reserve.ts'

export const reservationRoutes: Mount[] = [
  route(listReservations, async ({ query, session, services }) => ({
    result: await pageOfReservations(services.db, session.customer.company_id, query.page),
  })),

  route(createReservation, ({ body, session, services }) => reserve(services, session.customer, body)),

  route(cancelReservation, async ({ params, session, services: { db, now } }) => {
    await giveUpReservation(db, session.customer.company_id, params.id, now())
    return {}
  }),

  route(listAllReservations, async ({ query: { page, ...filter }, services: { db } }) => ({
    result: await pageOf(listEveryReservation(db, filter), { page, perPage: RESERVATIONS_PER_PAGE }),
  })),

  route(answerReservation, async ({ params, body, services: { db, now }, context }) => {
    const { raised } = await decideReservation(db, params.id, body, now())
    if (raised) {
      const { companyId, level } = raised
      noteEvent(context, 'level-changed', { companyId, note: `等级 ${level}` })
    }
    return { data: await readReservation(db, params.id) }
  }),
]
