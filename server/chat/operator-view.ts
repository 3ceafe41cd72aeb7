/** Conversations as operators see them. */
import type { ExpressionBuilder } from 'kysely'
import type { OperatorConversation } from '../../src/lib/contract/operator/conversation.ts'
import type { Config } from '../config/config.ts'
import { toTimestamp } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'
import { countUnread } from './unread.ts'

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
    assignedPerson(row, 'name').as('assigned_name'),
    assignedPerson(row, 'phone').as('assigned_phone'),
  ] as const
}

function assignedPerson(row: ExpressionBuilder<Tables, 'conversations'>, column: 'name' | 'phone') {
  return row
    .selectFrom('customers')
    .select(`customers.${column} as value`)
    .whereRef('customers.id', '=', 'conversations.assigned_to')
}

function selectView(db: Database) {
  return db.selectFrom('operator_conversations as conversations').select(viewColumns)
}

type Row = Awaited<ReturnType<ReturnType<typeof selectView>['execute']>>[number]

export function toOperatorView(row: Row, { operatorPhones }: Config): OperatorConversation {
  const name = row.assigned_name ?? ''
  const hasLeft = !operatorPhones.has(row.assigned_phone ?? '')

  return {
    id: row.id,
    kind: row.kind,
    company: { id: row.company_id, name: row.company_name ?? '' },
    advisory_id: row.order_id ?? 0,
    title: row.title,
    policy_id: row.policy_id,
    assigned:
      row.assigned_to === null
        ? null
        : { id: row.assigned_to, name: hasLeft ? `${name}（已不是运营人员）` : name },
    closed: row.closed === 1,
    unread: row.unread ?? 0,
    last_seq: row.last_seq,
    read_seq: row.operator_read_seq,
    waiting_since: row.waiting_since === null ? null : toTimestamp(row.waiting_since),
  }
}

/** Undefined: there is none. */
export async function findOperatorView(
  { db, config }: { db: Database; config: Config },
  id: number,
): Promise<OperatorConversation | undefined> {
  const row = await selectView(db).where('id', '=', id).executeTakeFirst()
  return row && toOperatorView(row, config)
}
