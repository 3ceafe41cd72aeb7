/** What operators do with orders. */
import type { Customer } from '../../src/lib/contract/account/customer.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { isFinal, nextStates, type OrderState, stateName } from '../../src/lib/rules/orders/order-states.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import { publishProvider } from '../providers/public-providers.ts'
import { moveOn } from './move-order.ts'
import type { OrderRow } from './order-rows.ts'

type Operator = Pick<Customer, 'id' | 'name'>
type Needed = Pick<Services, 'db' | 'now'>

interface Step {
  state: OrderState
  note?: string | undefined
}

/**
 * Makes an order the operator's own, also where another one has it; a submitted one is then 审核中. Twice is no error.
 * @throws Refusal 409 when the order is over, or somebody else was quicker
 */
export async function take(services: Needed, operator: Operator, order: OrderRow): Promise<void> {
  if (order.operator_id === null || order.state === 'submitted') {
    await lead(services, operator, order, { state: 'reviewing' })
  } else if (order.operator_id !== operator.id) {
    await takeOver(services, operator, order)
  }
}

/**
 * Leads an order on. One that nobody has taken yet becomes the operator's.
 * @throws Refusal 409 when another operator has it, no step leads there, or somebody else was quicker
 */
export async function decide(
  services: Needed,
  operator: Operator,
  order: OrderRow,
  step: Step,
): Promise<void> {
  if (order.operator_id !== null && order.operator_id !== operator.id) {
    const name = await operatorName(services.db, order.operator_id)
    throw new Refusal(CODES.conflict, `这份申请由${name}受理，请先转为由您受理`)
  }
  await lead(services, operator, order, step)
}

async function lead(
  { db, now }: Needed,
  operator: Operator,
  order: OrderRow,
  { state, note }: Step,
): Promise<void> {
  if (!nextStates(order.kind, order.state, 'operator').includes(state)) throw cannot(order.state, state)
  await db.transaction().execute(async (tx) => {
    const set = { operator_id: operator.id }
    if (!(await moveOn(tx, order, { state, actor: operator.name, note, set }, now()))) {
      throw await beaten(tx, order.id)
    }
    if (order.kind === 'provider' && state === 'approved') await publishProvider(tx, order, now())
  })
}

/** The company hears nothing by the bell: for it nothing has changed but the name. */
async function takeOver({ db, now }: Needed, { id, name }: Operator, order: OrderRow): Promise<void> {
  const { state } = order
  if (isFinal(order.kind, state)) {
    throw new Refusal(CODES.conflict, `这份申请${stateName(state)}，不再变更受理人员`)
  }
  await db.transaction().execute(async (tx) => {
    const move = { state, actor: name, note: `由${name}继续受理`, set: { operator_id: id } }
    if (!(await moveOn(tx, order, move, now()))) throw await beaten(tx, order.id)
  })
}

async function operatorName(db: Database, id: number): Promise<string> {
  const { name } = await db
    .selectFrom('customers')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return name
}

function cannot(from: OrderState, to: OrderState): Refusal {
  return new Refusal(CODES.conflict, `申请的状态为“${stateName(from)}”，不能改为“${stateName(to)}”`)
}

async function beaten(tx: Database, id: number): Promise<Refusal> {
  const { state } = await tx
    .selectFrom('submitted_orders')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return new Refusal(CODES.conflict, `这份申请刚被他人处理，现在为“${stateName(state)}”`)
}
