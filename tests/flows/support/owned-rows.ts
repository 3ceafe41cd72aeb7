/** Takes a snapshot of the whole database, and of one company's part of it, to prove that nothing has changed. */
import type { Database, Tables } from '../../../server/db/schema.ts'

type Row = Record<string, unknown>
/** Views repeat rows that are counted already. */
type Table = Exclude<
  keyof Tables,
  'submitted_orders' | 'operator_conversations' | 'operator_holds' | 'operator_people'
>
interface Kept {
  row: Row
  text: string
}
export type Snapshot = Map<Table, Kept[]>

type Owner = 'company_id' | [column: string, table: Table] | 'nobody'

const OWNERS: Readonly<Record<Table, Owner>> = {
  settings: 'nobody',
  missed_searches: 'nobody',
  companies: 'nobody',
  customers: 'company_id',
  consents: ['customer_id', 'customers'],
  sessions: ['customer_id', 'customers'],
  known_browsers: ['customer_id', 'customers'],
  sms_codes: 'nobody',
  sms_sends: 'nobody',
  messages: 'company_id',
  jobs: 'nobody',
  packages: 'nobody',
  stored_objects: 'company_id',
  object_holds: 'company_id',
  uploads: 'company_id',
  upstream_tokens: 'nobody',
  document_gates: 'company_id',
  document_folders: 'company_id',
  document_files: 'company_id',
  orders: 'company_id',
  order_events: ['order_id', 'orders'],
  service_files: ['order_id', 'orders'],
  conversations: 'company_id',
  chat_messages: ['conversation_id', 'conversations'],
  chat_files: 'company_id',
  chat_sends: 'company_id',
  desk_events: 'company_id',
  provider_categories: 'nobody',
  experts: 'nobody',
  expert_slots: ['reservation_id', 'reservations'],
  reservations: 'company_id',
  broadcasts: 'nobody',
  answers: 'company_id',
  follows: 'company_id',
  item_arrivals: 'nobody',
  corrections: 'company_id',
  match_visits: 'company_id',
  reminder_settings: 'company_id',
  told_ways: ['customer_id', 'customers'],
  contacts: ['customer_id', 'customers'],
  notices: ['customer_id', 'customers'],
  ratings: 'company_id',
  told: 'company_id',
  known_documents: 'nobody',
  document_news: 'nobody',
  saved_searches: ['customer_id', 'customers'],
  company_profiles: 'company_id',
  invitations: 'company_id',
  join_tries: ['customer_id', 'customers'],
  company_deletions: 'company_id',
  company_exports: 'company_id',
  form_drafts: 'company_id',
  operators: 'nobody',
  recovery_codes: 'nobody',
  // It outlives people and companies.
  security_events: 'nobody',
  public_providers: 'company_id',
}

/** Every call of a session records its time; a refusal is logged. */
const NOTED: readonly Table[] = ['sessions', 'security_events']
const TABLES = (Object.keys(OWNERS) as Table[]).filter((table) => !NOTED.includes(table))

export async function readTables(db: Database): Promise<Snapshot> {
  const snapshot: Snapshot = new Map()
  for (const table of TABLES) {
    const rows: Row[] = await db.selectFrom(table).selectAll().execute()
    const kept = rows.map((row) => ({ row, text: JSON.stringify(row) }))
    snapshot.set(
      table,
      kept.sort((one, other) => (one.text < other.text ? -1 : 1)),
    )
  }
  return snapshot
}

/** Returns each table as one text, a line per row: thousands of rows are compared again and again. */
export function textsOf(snapshot: Snapshot): Record<string, string> {
  return Object.fromEntries(
    [...snapshot].map(([table, kept]) => [table, kept.map(({ text }) => text).join('\n')]),
  )
}

export function rowsOf(snapshot: Snapshot, companyId: number): Snapshot {
  const own: Snapshot = new Map([
    ['companies', (snapshot.get('companies') ?? []).filter(({ row }) => row['id'] === companyId)],
  ])
  for (const [table, kept] of snapshot) {
    const owner = OWNERS[table]
    if (owner === 'company_id')
      own.set(
        table,
        kept.filter(({ row }) => row['company_id'] === companyId),
      )
  }
  for (const [table, kept] of snapshot) {
    const owner = OWNERS[table]
    if (!Array.isArray(owner)) continue
    const [column, parent] = owner
    const ids = new Set((own.get(parent) ?? []).map(({ row }) => row['id']))
    own.set(
      table,
      kept.filter(({ row }) => ids.has(row[column])),
    )
  }
  return own
}
