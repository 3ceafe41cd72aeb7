/** Who may take part in an order's consultation: its company's people and, once it is submitted, the operators. */
import type { Customer } from '../../src/lib/contract/account/customer.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import type { Party } from '../chat/party.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'

interface Consultation {
  party: Party
  orderId: number
  /** The order's company. */
  companyId: number
}

/** @throws Refusal 404 for another company's order, and an operator's for a draft, as for none */
export async function enterOrder(db: Database, customer: Customer, orderId: number): Promise<Consultation> {
  const order = await db
    .selectFrom('orders')
    .select(['company_id', 'submitted_at'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  const party = order && partyOf(customer, order)
  if (!party) throw new Refusal(CODES.none, '没有找到这份申请')
  return { party, orderId, companyId: order.company_id }
}

/** @throws Refusal 404 as `enterOrder` */
export async function enterTopic(db: Database, customer: Customer, topicId: number) {
  const topic = await db
    .selectFrom('conversations')
    .innerJoin('orders', 'orders.id', 'conversations.order_id')
    .select([
      'conversations.id',
      'conversations.company_id',
      'order_id',
      'last_seq',
      'closed',
      'submitted_at',
    ])
    .where('conversations.id', '=', topicId)
    .where('conversations.kind', '=', 'advisory')
    .executeTakeFirst()
  const party = topic && partyOf(customer, topic)
  if (!party) noTopic()
  return { party, topic }
}

/** An order that was never submitted is the company's alone. Undefined: neither its company nor an operator. */
function partyOf(
  customer: Customer,
  order: { company_id: number; submitted_at: number | null },
): Party | undefined {
  if (customer.company_id === order.company_id) return { side: 'company', person: customer }
  if (customer.role === 'operator' && order.submitted_at !== null)
    return { side: 'operator', person: customer }
  return undefined
}

export function noTopic(): never {
  throw new Refusal(CODES.none, '没有找到这个话题')
}
