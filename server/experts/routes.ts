import { CODES } from '../../src/lib/contract/envelope.ts'
import {
  addSlots,
  changeExpert,
  createExpert,
  listOperatorExperts,
  listSlots,
  removeSlot,
} from '../../src/lib/contract/operator/expert.ts'
import { listExperts } from '../../src/lib/contract/services/expert.ts'
import { Refusal } from '../http/refusal.ts'
import { type Mount, route } from '../http/route.ts'
import {
  checkOperator,
  expertExists,
  insertExpert,
  pageOfAllExperts,
  pageOfExperts,
  updateExpert,
} from './experts.ts'
import { checkTimes, deleteSlot, insertSlots, pageOfSlots } from './slots.ts'

const NO_EXPERT = '没有找到这位专家'

export const expertRoutes: Mount[] = [
  route(listExperts, async ({ query, services: { db, now } }) => ({
    result: await pageOfExperts(db, query.page, now()),
  })),

  route(listOperatorExperts, async ({ query, services }) => ({
    result: await pageOfAllExperts(services.db, query.page),
  })),

  route(createExpert, async ({ body, services: { db, now } }) => {
    await checkOperator(db, body.operator_id)
    return { data: await insertExpert(db, body, now()) }
  }),

  route(changeExpert, async ({ params, body, services: { db } }) => {
    await checkOperator(db, body.operator_id)
    const data = await updateExpert(db, params.id, body)
    if (!data) throw new Refusal(CODES.none, NO_EXPERT)
    return { data }
  }),

  route(listSlots, async ({ params, query, services: { db, now } }) => {
    requireFound(await expertExists(db, params.id), NO_EXPERT)
    return { result: await pageOfSlots(db, params.id, query, now()) }
  }),

  route(addSlots, async ({ params, body, services: { db, now } }) => {
    checkTimes(body.slots, now())
    requireFound(await insertSlots(db, params.id, body.slots), NO_EXPERT)
    return {}
  }),

  route(removeSlot, async ({ params, services }) => {
    requireFound(await deleteSlot(services.db, params.id, params.slot_id), '没有找到这个时间')
    return {}
  }),
]

function requireFound(found: boolean, words: string): void {
  if (!found) throw new Refusal(CODES.none, words)
}
