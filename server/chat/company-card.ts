/** What an operator wants to know of the company that he talks to. */
import type { AnswerOf } from '../../src/lib/contract/call.ts'
import type { getOperatorConversation } from '../../src/lib/contract/operator-conversation.ts'
import { toTimestamp } from '../db/page.ts'
import type { Database } from '../db/schema.ts'

type CompanyCard = AnswerOf<typeof getOperatorConversation>['data']['company']

export async function companyCard(db: Database, id: number): Promise<CompanyCard> {
  const { created_at, orders, ...company } = await db
    .selectFrom('companies')
    .select(['id', 'name', 'level', 'created_at'])
    .select((row) =>
      row
        .selectFrom('orders')
        .select((order) => order.fn.countAll<number>().as('count'))
        .whereRef('orders.company_id', '=', 'companies.id')
        .where('orders.state', '<>', 'draft')
        .as('orders'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...company, gmt_create: toTimestamp(created_at), orders: orders ?? 0 }
}
