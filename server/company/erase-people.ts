/** Takes the people of a company out of the database, and the company itself. */
import { sql } from 'kysely'
import type { Database } from '../db/schema.ts'

const GONE = '已注销用户'

/**
 * Call it in a transaction, after `eraseRows`. A person who has done something for an earlier company is kept, without
 * name and phone; then the row of this company is kept, too, with nothing but its id.
 */
export async function erasePeople(transaction: Database, companyId: number): Promise<void> {
  const people = transaction.selectFrom('customers').select('id').where('company_id', '=', companyId)
  for (const table of ['sessions', 'known_browsers', 'consents', 'reminder_sms', 'join_tries'] as const) {
    await transaction.deleteFrom(table).where('customer_id', 'in', people).execute()
  }
  await transaction
    .deleteFrom('customers')
    .where('company_id', '=', companyId)
    .where('id', 'not in', (row) => row.selectFrom('orders').select('customer_id'))
    .where('id', 'not in', (row) => row.selectFrom('service_files').select('customer_id'))
    .where('id', 'not in', (row) => row.selectFrom('chat_messages').select('sender_id'))
    .where('id', 'not in', (row) => row.selectFrom('chat_files').select('sender_id'))
    .execute()
  await transaction
    .updateTable('customers')
    .set({ name: GONE, phone: sql<string>`'gone-' || cast(id as text)` })
    .where('company_id', '=', companyId)
    .execute()
  await transaction
    .updateTable('companies')
    .set({ name: '已注销企业', used_bytes: 0, reserved_bytes: 0 })
    .where('id', '=', companyId)
    .execute()
  await transaction
    .deleteFrom('companies')
    .where('id', '=', companyId)
    .where('id', 'not in', (row) => row.selectFrom('customers').select('company_id'))
    .execute()
}
