import { CODES } from '../../src/lib/contract/envelope.ts'
import { isFinal, nextStates, type OrderState, stateName } from '../../src/lib/rules/orders/order-states.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import {
  findReceiver,
  type HandOver,
  noteDeskEvent,
  type Operator,
  operatorIds,
} from '../operators/handovers.ts'
import { publishProvider } from '../providers/public-providers.ts'
import { moveOn, writeChange } from './move-order.ts'
import type { OrderRow } from './order-rows.ts'

type Needed = Pick<Services, 'db' | 'now'>

interface Step {
  state: OrderState
  note?: string | undefined
}

/** Assigns an order to the operator, also from another one. @throws Refusal 409 when it is closed, or another was first */
export async function take(services: Needed, operator: Operator, order: OrderRow): Promise<void> {
  if (order.operator_id === null || order.state === 'submitted') {
    await lead(services, operator, order, { state: 'reviewing' })
  } else if (order.operator_id !== operator.id) {
    await takeOver(services, operator, order)
  }
}

/** One without an operator becomes this operator's. @throws Refusal 409 when another has it, no step leads there, or was first */
export async function decide(
  services: Needed,
  operator: Operator,
  order: OrderRow,
  step: Step,
): Promise<void> {
  const name = order.operator_id === operator.id ? undefined : await operatorName(services.db, order)
  if (name !== undefined) {
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

/** Without a message for the company: only the name has changed. */
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

async function operatorName(db: Database, { operator_id }: OrderRow): Promise<string | undefined> {
  const person = await operatorIds(db).select('name').where('id', '=', operator_id).executeTakeFirst()
  return person?.name
}

/** Hands an order over; the company never reads the note. @throws Refusal 400 unless to an operator, 409 when `from` lost it */
export async function assignOrder(
  { db, now }: Needed,
  operator: Operator,
  order: OrderRow,
  { operator_id, from, note }: HandOver,
): Promise<void> {
  const { id, kind, state, company_id } = order
  if (isFinal(kind, state)) {
    throw new Refusal(CODES.conflict, `这份申请${stateName(state)}，不再变更受理人员`)
  }
  const receiver = await findReceiver(db, operator_id)
  await db.transaction().execute(async (tx) => {
    const isTold = receiver !== null && state !== 'submitted'
    const set = { operator_id }
    const isHandedOver =
      order.operator_id === from &&
      (isTold
        ? await moveOn(
            tx,
            order,
            { state, actor: receiver.name, note: `由${receiver.name}继续受理`, set },
            now(),
          )
        : await writeChange(tx, order, set, now()))
    if (!isHandedOver) throw new Refusal(CODES.conflict, '这份申请的顾问刚刚有变化，请刷新后再试')
    const told = { kind: 'assigned', to_id: operator_id, to_name: receiver?.name ?? null, note } as const
    await noteDeskEvent(tx, { company_id, conversation_id: null, order_id: id }, operator, told, now())
  })
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
