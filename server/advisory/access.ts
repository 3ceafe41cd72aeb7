/** Access to an order's consultation: for the company's people and, after submission, the operators. */
import type { Customer } from '../../src/lib/contract/account/customer.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import type { Party } from '../chat/messages.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { findVisibleOrder } from '../orders/order-rows.ts'

const TOPIC_COLUMNS = ['id', 'company_id', 'order_id', 'last_seq', 'closed'] as const

interface Consultation {
  party: Party
  orderId: number
  companyId: number
}

/** @throws Refusal 404 for another company's order, and an operator's for a draft, as for none */
export async function enterOrder(db: Database, customer: Customer, orderId: number): Promise<Consultation> {
  const { company_id } = await findVisibleOrder(db, customer, orderId)
  return { party: partyOf(customer, company_id), orderId, companyId: company_id }
}

export async function enterTopic(db: Database, customer: Customer, topicId: number) {
  const topic = await findTopic(db, customer, topicId)
  if (!topic) throw noTopic()
  return { party: partyOf(customer, topic.company_id), topic }
}

async function findTopic(db: Database, { company_id, role }: Customer, id: number) {
  const own = await db
    .selectFrom('conversations')
    .select(TOPIC_COLUMNS)
    .where('id', '=', id)
    .where('kind', '=', 'advisory')
    .where('company_id', '=', company_id)
    .executeTakeFirst()
  if (own || role !== 'operator') return own
  return db
    .selectFrom('operator_conversations')
    .select(TOPIC_COLUMNS)
    .where('id', '=', id)
    .where('kind', '=', 'advisory')
    .executeTakeFirst()
}

function partyOf(person: Customer, companyId: number): Party {
  return { side: person.company_id === companyId ? 'company' : 'operator', person }
}

export function noTopic(): Refusal {
  return new Refusal(CODES.none, '没有找到这个话题')
}
