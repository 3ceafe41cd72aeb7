/** Takes all rows of a company out of the database, but the company and its people. */
import type { Database, Tables } from '../db/schema.ts'
import { releaseObjects } from '../storage/release-objects.ts'

/** Rows that say whose they are; those that refer to others come first. */
const OWN_TABLES = [
  'chat_files',
  'conversations',
  'chat_sends',
  'form_drafts',
  'public_providers',
  'orders',
  'document_files',
  'document_folders',
  'document_gates',
  'reservations',
  'corrections',
  'messages',
  'answers',
  'follows',
  'match_visits',
  'match_notices',
  'reminder_settings',
  'reminder_leads',
  'policy_reminders',
  'policy_change_notices',
  'company_profiles',
  'invitations',
  'company_exports',
  'object_holds',
  'stored_objects',
  'uploads',
] as const satisfies (keyof Tables)[]

/**
 * Call it in a transaction. It releases objects of others, such as an operator's file in the chat; the company's own
 * objects leave the store by `removeObjectsOf`.
 */
export async function eraseRows(transaction: Database, companyId: number, nowMs: number): Promise<void> {
  await releaseForeignObjects(transaction, companyId, nowMs)
  const conversations = transaction
    .selectFrom('conversations')
    .select('id')
    .where('company_id', '=', companyId)
  await transaction.deleteFrom('chat_messages').where('conversation_id', 'in', conversations).execute()
  const orders = transaction.selectFrom('orders').select('id').where('company_id', '=', companyId)
  await transaction.deleteFrom('service_files').where('order_id', 'in', orders).execute()
  const objects = transaction.selectFrom('stored_objects').select('id').where('company_id', '=', companyId)
  await transaction.deleteFrom('object_holds').where('object_id', 'in', objects).execute()
  for (const table of OWN_TABLES) {
    await transaction.deleteFrom(table).where('company_id', '=', companyId).execute()
  }
}

async function releaseForeignObjects(transaction: Database, companyId: number, nowMs: number): Promise<void> {
  const messages = transaction
    .selectFrom('chat_messages')
    .innerJoin('conversations', 'conversations.id', 'chat_messages.conversation_id')
    .select(['chat_messages.id', 'chat_messages.object_id'])
    .where('conversations.company_id', '=', companyId)
    // Not missed by tests: the company's own objects leave the store in any case.
    .where('chat_messages.side', '=', 'operator')
    // Not missed by tests: a message without an object holds none.
    .where('chat_messages.object_id', 'is not', null)
    .$narrowType<{ object_id: number }>()
  await releaseObjects(transaction, 'chat_message', messages, nowMs)
  for (const kind of ['chat_file', 'advisory_attachment'] as const) {
    const files = transaction
      .selectFrom('chat_files')
      .select(['id', 'object_id'])
      .where('company_id', '=', companyId)
      // Not missed by tests: what holds an object names its kind, too.
      .where('kind', '=', kind)
      // Not missed by tests: the company's own objects leave the store in any case.
      .where('side', '=', 'operator')
    await releaseObjects(transaction, kind, files, nowMs)
  }
}
