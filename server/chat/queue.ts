/** The operators' list of conversations. */
import { sql } from 'kysely'
import type { QueryOf } from '../../src/lib/contract/call.ts'
import {
  CONVERSATIONS_PER_PAGE,
  type listConversations,
  type QueuedConversation,
} from '../../src/lib/contract/operator/conversation.ts'
import { type Page, pageOfRows } from '../db/page.ts'
import type { Services } from '../http/types.ts'
import { toLast, withLastMessage } from './last-message.ts'
import { toOperatorView, viewColumns } from './operator-view.ts'
import { operatorIds } from './operators.ts'
import { selectUnread } from './unread.ts'

type Filters = QueryOf<typeof listConversations>

/** @param operatorId whose are `mine` */
export function pageOfQueue(
  services: Pick<Services, 'db' | 'config'>,
  operatorId: number,
  filters: Filters,
): Promise<Page<QueuedConversation>> {
  return pageOfRows(
    selectQueue(services, operatorId, filters),
    { page: filters.page, perPage: CONVERSATIONS_PER_PAGE },
    (row) => ({ ...toOperatorView(row, services.config), last: toLast(row, 'operator') }),
  )
}

function selectQueue(
  { db, config }: Pick<Services, 'db' | 'config'>,
  operatorId: number,
  { state, assigned, kind, q }: Filters,
) {
  const all = db.selectFrom('operator_conversations as conversations')
  let rows = withLastMessage(all).select(viewColumns)
  if (kind) rows = rows.where('conversations.kind', '=', kind)
  if (assigned === 'mine') rows = rows.where('conversations.assigned_to', '=', operatorId)
  if (assigned === 'none') {
    rows = rows.where((row) =>
      row.or([
        row('conversations.assigned_to', 'is', null),
        row('conversations.assigned_to', 'not in', operatorIds(db, config)),
      ]),
    )
  }
  if (q) {
    const pattern = `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
    rows = rows.where((row) =>
      row.or([
        sql<boolean>`lower(conversations.title) like ${pattern} escape '\\'`,
        row(
          'conversations.company_id',
          'in',
          row
            .selectFrom('companies')
            .select('companies.id')
            .where(sql<boolean>`lower(companies.name) like ${pattern} escape '\\'`),
        ),
      ]),
    )
  }
  if (state === 'waiting') {
    return rows
      .where('conversations.waiting_since', 'is not', null)
      .orderBy('conversations.waiting_since')
      .orderBy('conversations.id')
  }
  if (state === 'unread')
    rows = rows.where((row) => row.exists(selectUnread(row, 'operator').select('unread.id')))
  if (state === 'answered') rows = rows.where('conversations.waiting_since', 'is', null)
  return rows.orderBy('conversations.last_at', 'desc').orderBy('conversations.id', 'desc')
}
