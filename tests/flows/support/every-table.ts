/** Inserts at least one row in each table of an embedded database: 8 and 'x', or what a rule of the table wants. */
import { sql } from 'kysely'
import type { Database } from '../../../server/db/schema.ts'

type Row = Record<string, string | number>

const WANTED: Readonly<Record<string, Row>> = {
  broadcasts: { category: 'policy' },
  chat_files: { kind: 'chat_file', side: 'company' },
  chat_messages: { side: 'company', type: 0 },
  companies: { used_bytes: 3_000_000_000 },
  contacts: { way: 'mail' },
  conversations: { kind: 'chat' },
  corrections: { kind: 'original', state: 'open' },
  customers: { name: '😀𠮷' },
  desk_events: { kind: 'assigned', conversation_id: 8 },
  document_news: { kind: 'item' },
  expert_slots: { ends_at: 9 },
  experts: { hidden: 0 },
  form_drafts: { kind: 'loan' },
  known_documents: { kind: 'item' },
  messages: { category: 'policy', status: 0 },
  notices: { kind: 'match', way: 'mail' },
  object_holds: { operators: 0 },
  operators: { from_setting: 0 },
  orders: { kind: 'loan', state: 'draft' },
  provider_categories: { hidden: 0 },
  ratings: { grade: 3 },
  reminder_settings: { changes: 1, matches: 0 },
  reservations: { kind: 'expert', state: 'requested' },
  saved_searches: { rhythm: 'daily' },
  security_events: { role: 'company' },
  service_files: { again: 0 },
  stored_objects: { bucket: 'documents' },
  told: { topic: 'match' },
  told_ways: { kind: 'match', way: 'sms' },
  uploads: { bucket: 'static' },
  upstream_tokens: { expires_at: 0 },
}

export async function fillEveryTable(db: Database, messages: number): Promise<void> {
  await sql`pragma foreign_keys = off`.execute(db)
  const { rows: tables } = await sql<{ name: string }>`select name from sqlite_schema
    where type = 'table' and name <> 'migrations' and name not like 'sqlite%'`.execute(db)
  for (const { name } of tables) await insert(db, name, {})
  // The parent has a higher id than its child, as after a move; the last company is gone.
  await insert(db, 'document_folders', { id: 9, name: 'y' })
  await db.updateTable('document_folders').set({ parent_id: 9 }).where('id', '=', 8).execute()
  await insert(db, 'companies', { id: 9 })
  await db.deleteFrom('companies').where('id', '=', 9).execute()
  const further = Array.from({ length: messages - 1 }, (_, index) => ({
    id: 9 + index,
    message: `第 ${index} 条，带引号"'和换行\n`,
  }))
  await insert(db, 'messages', ...further)
  await sql`pragma foreign_keys = on`.execute(db)
}

async function insert(db: Database, table: string, ...own: Row[]): Promise<void> {
  const { rows } = await sql<{
    name: string
    type: string
  }>`select name, type from pragma_table_info(${table})
    where pk > 0 or ("notnull" = 1 and dflt_value is null)`.execute(db)
  const row = Object.fromEntries(rows.map(({ name, type }) => [name, /int/i.test(type) ? 8 : 'x']))
  await db
    .insertInto(table as 'companies')
    .values(own.map((each) => ({ ...row, ...WANTED[table], ...each })) as never)
    .execute()
}
