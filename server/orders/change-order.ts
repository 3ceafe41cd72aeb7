import type { BodyOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import type { changeOrder, ORDER_ACTIONS } from '../../src/lib/contract/orders/order.ts'
import { applicationFields } from '../../src/lib/contract/orders/order-fields.ts'
import { nextStates, type OrderState, stateName } from '../../src/lib/rules/orders/order-states.ts'
import { bringsNothing, NOTHING_NEW } from '../../src/lib/rules/orders/same-content.ts'
import type { Database } from '../db/schema.ts'
import { parseInput } from '../http/parse.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../http/types.ts'
import { findItem, refuseOutsideWindow } from './create-application.ts'
import { refuseTooMany } from './insert-order.ts'
import { type Author, moveOn, writeChange } from './move-order.ts'
import { findOwnOrder, type OrderRow, toOrder } from './order-rows.ts'
import { dropFiles } from './service-files.ts'

type Action = (typeof ORDER_ACTIONS)[number]

const ACTIONS: Readonly<Record<Action, { name: string; to: OrderState; from?: OrderState }>> = {
  save: { name: '保存', to: 'draft', from: 'draft' },
  submit: { name: '提交', to: 'submitted', from: 'draft' },
  answer: { name: '补充', to: 'submitted', from: 'more-needed' },
  withdraw: { name: '撤回', to: 'withdrawn' },
}

/** @throws Refusal 404; 409 with the newest `order` when the change does not fit it; 400 for missing fields */
export async function changeOwnOrder(
  services: Services,
  author: Author,
  orderId: number,
  { action, fields, note, revision }: BodyOf<typeof changeOrder>,
): Promise<void> {
  const { db, now } = services
  const order = await findOwnOrder(db, author.company_id, orderId)
  if (order.revision !== revision) throw await changedMeanwhile(db, order)
  if (!isAllowed(order, action)) throw await conflict(db, order, notNow(order, action))
  const { to } = ACTIONS[action]
  if (action === 'answer' && bringsNothing(await toOrder(db, order), { fields, note })) {
    throw new Refusal(CODES.invalid, NOTHING_NEW)
  }
  const set = await readFields(services, order, action, fields)
  const done =
    action === 'save'
      ? await writeChange(db, order, set, now())
      : await db.transaction().execute(async (tx) => {
          if (action === 'submit') await refuseTooMany(tx, { ...order, state: 'submitted' })
          // A withdrawn draft is deleted, with its files.
          if (action === 'withdraw' && order.state === 'draft') await dropFiles(tx, order, now())
          return moveOn(tx, order, { state: to, actor: author.name, note, set }, now())
        })
  if (!done) throw await changedMeanwhile(db, await findOwnOrder(db, author.company_id, orderId))
}

function isAllowed({ kind, state }: OrderRow, action: Action): boolean {
  const { to, from = state } = ACTIONS[action]
  return state === from && (action === 'save' || nextStates(kind, state, 'company').includes(to))
}

async function readFields(
  { catalogue, now }: Services,
  order: OrderRow,
  action: Action,
  fields: BodyOf<typeof changeOrder>['fields'],
): Promise<{ fields?: string }> {
  if (order.item_id === null) {
    if (fields) throw new Refusal(CODES.invalid, '请在原申请页面修改申请内容')
    return {}
  }
  if (action === 'submit') refuseOutsideWindow(await findItem(catalogue, order.item_id), now())
  if (action === 'submit' || action === 'answer') {
    parseInput(applicationFields, fields ?? JSON.parse(order.fields))
  }
  return fields ? { fields: JSON.stringify(fields) } : {}
}

function notNow({ state }: OrderRow, action: Action): string {
  return `这份申请${stateName(state)}，不能${ACTIONS[action].name}`
}

function changedMeanwhile(db: Database, order: OrderRow): Promise<Refusal> {
  return conflict(db, order, '这份申请已在别处修改，请查看最新内容')
}

async function conflict(db: Database, order: OrderRow, words: string): Promise<Refusal> {
  return new Refusal(CODES.conflict, words, { order: await toOrder(db, order) })
}
