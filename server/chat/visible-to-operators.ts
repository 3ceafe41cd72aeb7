import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '../db/schema.ts'

/** Leaves out the topics of orders that were never submitted: a draft is the company's alone. */
export function visibleToOperators(row: ExpressionBuilder<Tables, 'conversations'>) {
  return row.or([
    row('conversations.order_id', 'is', null),
    row.exists(
      row
        .selectFrom('orders')
        .select('orders.id')
        .whereRef('orders.id', '=', 'conversations.order_id')
        .where('orders.submitted_at', 'is not', null),
    ),
  ])
}
