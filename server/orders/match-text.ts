/** The operators' search over orders. */
import { type ExpressionBuilder, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'

/** For `where`: the text occurs in title, receipt number or name of the company; Latin letters of either case. */
export function matchesText(text: string) {
  const pattern = `%${text.toLowerCase().replace(/[!%_]/g, '!$&')}%`
  const contains = (column: string) => sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '!'`
  return (order: ExpressionBuilder<Tables, 'submitted_orders'>) =>
    order.or([
      contains('submitted_orders.title'),
      contains('submitted_orders.receipt_no'),
      order(
        'submitted_orders.company_id',
        'in',
        order.selectFrom('companies').select('companies.id').where(contains('companies.name')),
      ),
    ])
}
