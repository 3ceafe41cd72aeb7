import {
  addSlots,
  listOperatorExperts,
  listSlots,
  removeSlot,
  saveExpert,
} from '../../src/lib/contract/operator/expert.ts'
import { listExperts } from '../../src/lib/contract/services/expert.ts'
import { type Mount, route } from '../http/route.ts'
import { checkOperator, pageOfAllExperts, pageOfExperts, writeExpert } from './experts.ts'
import { checkTimes, deleteSlot, insertSlots, pageOfSlots } from './slots.ts'

export const expertRoutes: Mount[] = [
  route(listExperts, async ({ query, services: { db, now } }) => ({
    result: await pageOfExperts(db, query.page, now()),
  })),

  route(listOperatorExperts, async ({ query, services }) => ({
    result: await pageOfAllExperts(services.db, query.page),
  })),

  route(saveExpert, async ({ body, services: { db, now } }) => {
    await checkOperator(db, body.operator_id)
    return { data: await writeExpert(db, body, now()) }
  }),

  route(listSlots, async ({ params, query, services: { db, now } }) => ({
    result: await pageOfSlots(db, params.id, query, now()),
  })),

  route(addSlots, async ({ params, body, services: { db, now } }) => {
    checkTimes(body.slots, now())
    await insertSlots(db, params.id, body.slots)
    return {}
  }),

  route(removeSlot, async ({ params, services }) => {
    await deleteSlot(services.db, params.id, params.slot_id)
    return {}
  }),
]
