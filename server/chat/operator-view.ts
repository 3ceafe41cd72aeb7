/** Conversations as operators see them. */
import type { ExpressionBuilder } from 'kysely'
import type { OperatorConversation } from '../../src/lib/contract/operator-conversation.ts'
import { toTimestamp } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'
import { countUnread } from './unread.ts'
import { visibleToOperators } from './visible-to-operators.ts'

const COLUMNS = [
  'conversations.id',
  'conversations.kind',
  'conversations.company_id',
  'conversations.order_id',
  'conversations.title',
  'conversations.policy_id',
  'conversations.assigned_to',
  'conversations.closed',
  'conversations.last_seq',
  'conversations.operator_read_seq',
  'conversations.waiting_since',
] as const

/** What a query of conversations selects for `toOperatorView`. */
export function viewColumns(row: ExpressionBuilder<Tables, 'conversations'>) {
  return [
    ...COLUMNS,
    countUnread(row, 'operator').as('unread'),
    row
      .selectFrom('companies')
      .select('companies.name')
      .whereRef('companies.id', '=', 'conversations.company_id')
      .as('company_name'),
    row
      .selectFrom('customers')
      .select('customers.name')
      .whereRef('customers.id', '=', 'conversations.assigned_to')
      .as('assigned_name'),
  ] as const
}

function selectView(db: Database) {
  return db.selectFrom('conversations').select(viewColumns).where(visibleToOperators)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectView>['execute']>>[number]

export function toOperatorView(row: Row): OperatorConversation {
  return {
    id: row.id,
    kind: row.kind,
    company: { id: row.company_id, name: row.company_name ?? '' },
    advisory_id: row.order_id ?? 0,
    title: row.title,
    policy_id: row.policy_id,
    assigned: row.assigned_to === null ? null : { id: row.assigned_to, name: row.assigned_name ?? '' },
    closed: row.closed === 1,
    unread: row.unread ?? 0,
    last_seq: row.last_seq,
    read_seq: row.operator_read_seq,
    waiting_since: row.waiting_since === null ? null : toTimestamp(row.waiting_since),
  }
}

/** Undefined: there is none. */
export async function findOperatorView(db: Database, id: number): Promise<OperatorConversation | undefined> {
  const row = await selectView(db).where('id', '=', id).executeTakeFirst()
  return row && toOperatorView(row)
}
