/** Recent consultations of a company. */
import { CHATTING_PER_PAGE, type Consultation } from '../../src/lib/contract/chat/chatting.ts'
import { type Page, pageOfRows } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { toLast, withLastMessage } from './last-message.ts'
import { countUnread } from './unread.ts'

/** One page, newest first. */
export function pageOfConsultations(
  db: Database,
  companyId: number,
  page: number,
): Promise<Page<Consultation>> {
  const recent = withLastMessage(db.selectFrom('conversations'))
    .leftJoin('orders', 'orders.id', 'conversations.order_id')
    .select(['conversations.id', 'conversations.kind', 'conversations.title', 'conversations.order_id'])
    .select('orders.title as order_title')
    .select((row) => countUnread(row, 'company').as('unread'))
    .where('conversations.company_id', '=', companyId)
    .orderBy('conversations.last_at', 'desc')
    .orderBy('conversations.id', 'desc')
  return pageOfRows(recent, { page, perPage: CHATTING_PER_PAGE }, (row) => ({
    id: row.id,
    kind: row.kind,
    title: row.title,
    advisory_id: row.order_id ?? 0,
    advisory_title: row.order_title,
    unread: row.unread ?? 0,
    last: toLast(row, 'company'),
  }))
}
