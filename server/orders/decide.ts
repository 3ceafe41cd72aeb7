/** What operators do with orders. */
import type { Customer } from '../../src/lib/contract/customer.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { nextStates, type OrderState, stateName } from '../../src/lib/rules/order-states.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import { moveOn } from './move-order.ts'
import type { OrderRow } from './order-rows.ts'

type Operator = Pick<Customer, 'id' | 'name'>

/** Makes an order the operator's own; a submitted one is then 审核中. Twice is no error. @throws Refusal 409 */
export async function take(services: Services, operator: Operator, order: OrderRow): Promise<void> {
  if (order.operator_id !== null && order.operator_id !== operator.id) {
    throw new Refusal(CODES.conflict, '这份申请已由其他人员受理')
  }
  if (order.operator_id === null || order.state === 'submitted') {
    await decide(services, operator, order, { state: 'reviewing' })
  }
}

/**
 * Leads an order on. One that nobody has taken yet becomes the operator's.
 * @throws Refusal 409 when no step leads there, or somebody else was quicker
 */
export function decide(
  { db, now }: Pick<Services, 'db' | 'now'>,
  operator: Operator,
  order: OrderRow,
  { state, note }: { state: OrderState; note?: string | undefined },
): Promise<void> {
  if (!nextStates(order.kind, order.state, 'operator').includes(state)) throw cannot(order.state, state)
  return db.transaction().execute(async (tx) => {
    const set = { operator_id: order.operator_id ?? operator.id }
    if (!(await moveOn(tx, order, { state, actor: operator.name, note, set }, now()))) {
      throw await beaten(tx, order.id)
    }
  })
}

function cannot(from: OrderState, to: OrderState): Refusal {
  return new Refusal(CODES.conflict, `申请的状态为“${stateName(from)}”，不能改为“${stateName(to)}”`)
}

async function beaten(tx: Database, id: number): Promise<Refusal> {
  const { state } = await tx
    .selectFrom('orders')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return new Refusal(CODES.conflict, `这份申请刚被他人处理，现在为“${stateName(state)}”`)
}
