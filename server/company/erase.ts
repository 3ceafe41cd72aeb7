import { sql } from 'kysely'
import { BUCKETS } from '../../src/lib/contract/documents/storage.ts'
import type { Database, Tables } from '../db/schema.ts'
import { passDocumentGate } from '../documents/tree.ts'
import { releaseObjects } from '../storage/release-objects.ts'
import type { Storage } from '../storage/storage.ts'
import { lockCompany } from './lock-company.ts'

/** Tables with a company column; those that refer to others come first. */
const OWN_TABLES = [
  'desk_events',
  'chat_files',
  'conversations',
  'chat_sends',
  'ratings',
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
  'reminder_settings',
  'told',
  'company_profiles',
  'invitations',
  'company_exports',
  'object_holds',
  'stored_objects',
  'uploads',
] as const satisfies (keyof Tables)[]

/** Locks out all other writers of the company's rows until the transaction ends. Call it before `eraseRows`. */
export async function lockAll(transaction: Database, companyId: number): Promise<void> {
  const company = await transaction
    .selectFrom('companies')
    .select('id')
    .where('id', '=', companyId)
    .executeTakeFirst()
  if (company) await passDocumentGate(transaction, companyId)
  await lockCompany(transaction, companyId)
}

/** Deletes all rows except the company and its people. Call it in a transaction that has locked the company. */
export async function eraseRows(transaction: Database, companyId: number, nowMs: number): Promise<void> {
  // Operators decide orders without a lock of the company.
  await transaction
    .updateTable('orders')
    .set((row) => ({ revision: row.ref('revision') }))
    .where('company_id', '=', companyId)
    .execute()
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
      // Not missed by tests: each holder of an object also names its kind.
      .where('kind', '=', kind)
      // Not missed by tests: the company's own objects leave the store in any case.
      .where('side', '=', 'operator')
    await releaseObjects(transaction, kind, files, nowMs)
  }
}

const GONE = '已注销用户'

const PERSONAL_TABLES = [
  'sessions',
  'known_browsers',
  'consents',
  'told_ways',
  'contacts',
  'notices',
  'saved_searches',
  'join_tries',
] as const satisfies (keyof Tables)[]

/** Call it after `eraseRows`. A person with traces in an earlier company stays, nameless; then this company's row stays, too. */
export async function erasePeople(transaction: Database, companyId: number): Promise<void> {
  const people = transaction.selectFrom('customers').select('id').where('company_id', '=', companyId)
  for (const table of PERSONAL_TABLES) {
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

/** Deletes everything below a company's prefix from the store, also objects that the database does not know. */
export async function removeObjectsOf(storage: Storage, companyId: number): Promise<void> {
  const prefix = `companies/${companyId}/`
  for (const bucket of BUCKETS) {
    await storage.abortUploads(bucket, prefix)
    const objects = await storage.list(bucket, prefix)
    await storage.remove(
      bucket,
      objects.map(({ key }) => key),
    )
  }
}
