/** Who may take part in an order's consultation: its company's people, and the operators. */
import type { Customer } from '../../src/lib/contract/customer.ts'
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

/** @throws Refusal 404 for another company's order as for none */
export async function enterOrder(db: Database, customer: Customer, orderId: number): Promise<Consultation> {
  const order = await db
    .selectFrom('orders')
    .select('company_id')
    .where('id', '=', orderId)
    .executeTakeFirst()
  const party = order && partyOf(customer, order.company_id)
  if (!party) throw new Refusal(CODES.none, '没有找到这份申请')
  return { party, orderId, companyId: order.company_id }
}

/** @throws Refusal 404 for a topic of another company's order as for none */
export async function enterTopic(db: Database, customer: Customer, topicId: number) {
  const topic = await db
    .selectFrom('conversations')
    .select(['id', 'company_id', 'order_id', 'last_seq'])
    .where('id', '=', topicId)
    .where('kind', '=', 'advisory')
    .executeTakeFirst()
  const party = topic && partyOf(customer, topic.company_id)
  if (!party) noTopic()
  return { party, topic }
}

/** Operators take part in every consultation; undefined: neither they nor the company. */
export function partyOf(customer: Customer, companyId: number): Party | undefined {
  if (customer.company_id === companyId) return { side: 'company', person: customer }
  if (customer.role === 'operator') return { side: 'operator', person: customer }
  return undefined
}

export function noTopic(): never {
  throw new Refusal(CODES.none, '没有找到这个话题')
}
