import type { SelectQueryBuilder } from 'kysely'
import { EXPORTS_PER_HOUR } from '../../src/lib/contract/account/company-data.ts'
import { readCondition } from '../../src/lib/contract/account/saved-search.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { maskPhone } from '../../src/lib/rules/text/phone.ts'
import { HOUR_MS } from '../../src/lib/rules/time/durations.ts'
import { countRows, ROWS_AT_ONCE, toTimestamp } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import type { Part } from '../http/stream-json.ts'
import { lockCompany } from './lock-company.ts'

type Row = Record<string, unknown>

/** Columns for the server's own use, or about other people. */
const LEFT_OUT = new Set([
  'answers_since',
  'company_id',
  'client_id',
  'operator_id',
  'assigned_to',
  'snoozed_until',
  'code_hash',
  'search_name',
  'seen_news',
])
const JSON_COLUMNS = new Set([
  'answers.value',
  'orders.fields',
  'orders.amendment',
  'form_drafts.content',
  'public_providers.regions',
  'reminder_settings.leads',
])

export function exportParts(db: Database, companyId: number): Part[] {
  const own = <Table extends keyof Tables>(table: Table) =>
    db.selectFrom(table).selectAll() as unknown as Query
  const ofCompany = (table: keyof Tables) => own(table).where(`${table}.company_id`, '=', companyId)
  const people = db.selectFrom('customers').select('id').where('company_id', '=', companyId)
  const orders = db.selectFrom('orders').select('id').where('company_id', '=', companyId)
  const conversations = db.selectFrom('conversations').select('id').where('company_id', '=', companyId)
  const byId = (name: string, table: keyof Tables, rows = ofCompany(table)): Part => [
    name,
    pagesById(table, rows),
  ]
  const whole = (name: string, table: keyof Tables, rows = ofCompany(table)): Part => [
    name,
    allRows(table, rows),
  ]
  return [
    whole('company', 'companies', own('companies').where('id', '=', companyId)),
    whole('profile', 'company_profiles'),
    byId('people', 'customers'),
    whole('consents', 'consents', own('consents').where('customer_id', 'in', people)),
    byId('invitations', 'invitations'),
    whole('answers', 'answers'),
    whole('follows', 'follows'),
    whole('reminder_settings', 'reminder_settings'),
    whole('reminders', 'told'),
    whole('told_ways', 'told_ways', own('told_ways').where('customer_id', 'in', people)),
    byId('saved_searches', 'saved_searches', own('saved_searches').where('customer_id', 'in', people)),
    byId('messages', 'messages'),
    byId('orders', 'orders'),
    byId('order_events', 'order_events', own('order_events').where('order_id', 'in', orders)),
    byId('order_files', 'service_files', own('service_files').where('order_id', 'in', orders)),
    whole('form_drafts', 'form_drafts'),
    whole('public_provider', 'public_providers'),
    byId('folders', 'document_folders'),
    byId('files', 'document_files'),
    byId('conversations', 'conversations'),
    byId(
      'chat_messages',
      'chat_messages',
      own('chat_messages').where('conversation_id', 'in', conversations),
    ),
    byId('chat_files', 'chat_files'),
    byId('ratings', 'ratings'),
    byId('reservations', 'reservations'),
    byId('corrections', 'corrections'),
    byId('objects', 'stored_objects', ofCompany('stored_objects').where('released_at', 'is', null)),
  ]
}

// biome-ignore lint/suspicious/noExplicitAny: one function for tables of every shape
type Query = SelectQueryBuilder<any, any, Row>

async function* pagesById(table: keyof Tables, rows: Query): AsyncGenerator<Row[]> {
  for (let after = 0; ; ) {
    const page = await rows.where('id', '>', after).orderBy('id').limit(ROWS_AT_ONCE).execute()
    const last = page.at(-1)
    if (!last) return
    yield page.map((row) => toExported(table, row))
    after = last['id'] as number
  }
}

async function* allRows(table: keyof Tables, rows: Query): AsyncGenerator<Row[]> {
  yield (await rows.execute()).map((row) => toExported(table, row))
}

function toExported(table: keyof Tables, row: Row): Row {
  const kept = Object.entries(row).filter(([column]) => !LEFT_OUT.has(column))
  return Object.fromEntries(kept.map(([column, value]) => [column, toValue(`${table}.${column}`, value)]))
}

function toValue(column: string, value: unknown): unknown {
  if (column.endsWith('_at') && typeof value === 'number') return toTimestamp(value)
  // A colleague's phone is the colleague's own.
  if (column === 'customers.phone') return maskPhone(String(value))
  if (column === 'saved_searches.condition') return readCondition(String(value))
  return JSON_COLUMNS.has(column) ? JSON.parse(String(value)) : value
}

/** Counts an export before it begins, because it reads all data; one after the other. @throws Refusal 429 */
export function countExport(db: Database, company_id: number, nowMs: number): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, company_id)
    const recent = transaction
      .selectFrom('company_exports')
      .where('company_id', '=', company_id)
      .where('exported_at', '>', nowMs - HOUR_MS)
    if ((await countRows(recent)) >= EXPORTS_PER_HOUR) {
      throw new Refusal(CODES.tooOften, `一小时内最多导出 ${EXPORTS_PER_HOUR} 次，请稍后再试`)
    }
    await transaction.insertInto('company_exports').values({ company_id, exported_at: nowMs }).execute()
  })
}
