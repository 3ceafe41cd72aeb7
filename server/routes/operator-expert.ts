import { CODES } from '../../src/lib/contract/envelope.ts'
import {
  addSlots,
  changeExpert,
  createExpert,
  listOperatorExperts,
  listOperators,
  listSlots,
  removeSlot,
} from '../../src/lib/contract/operator/expert.ts'
import { listOperators as findOperators } from '../chat/operators.ts'
import { checkTimes } from '../experts/check-times.ts'
import {
  checkOperator,
  expertExists,
  insertExpert,
  pageOfAllExperts,
  updateExpert,
} from '../experts/edit-experts.ts'
import { deleteSlot, insertSlots, pageOfSlots } from '../experts/slots.ts'
import { Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'

const NO_EXPERT = '没有找到这位专家'

export function addOperatorExpertRoutes(app: App): void {
  route(app, listOperatorExperts, async ({ query, services }) => ({
    result: await pageOfAllExperts(services.db, query.page),
  }))

  route(app, listOperators, async ({ services: { db, config } }) => ({
    result: { items: await findOperators(db, config) },
  }))

  route(app, createExpert, async ({ body, services: { db, config, now } }) => {
    await checkOperator(db, body.operator_id, config)
    return { data: await insertExpert(db, body, now()) }
  })

  route(app, changeExpert, async ({ params, body, services: { db, config } }) => {
    await checkOperator(db, body.operator_id, config)
    const data = await updateExpert(db, params.id, body)
    if (!data) throw new Refusal(CODES.none, NO_EXPERT)
    return { data }
  })

  route(app, listSlots, async ({ params, query, services: { db, now } }) => {
    requireFound(await expertExists(db, params.id), NO_EXPERT)
    return { result: await pageOfSlots(db, params.id, { page: query.page, nowMs: now() }) }
  })

  route(app, addSlots, async ({ params, body, services: { db, now } }) => {
    checkTimes(body.slots, now())
    requireFound(await insertSlots(db, params.id, body.slots), NO_EXPERT)
    return {}
  })

  route(app, removeSlot, async ({ params, services }) => {
    requireFound(await deleteSlot(services.db, params.id, params.slot_id), '没有找到这个时间')
    return {}
  })
}

function requireFound(found: boolean, words: string): void {
  if (!found) throw new Refusal(CODES.none, words)
}
