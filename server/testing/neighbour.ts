/**
 * Another company, with people and rows of every kind: a query without a filter by company shows them. Its ids are below
 * zero, so that the ids of a test's own rows begin with 1.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Insertable } from 'kysely'
import type { Database, Tables } from '../db/schema.ts'
import type { LockedObjectId } from '../db/tables/storage.ts'

export const NEIGHBOUR = { companyId: -8, customerId: -5, chatId: -4, orderId: -3, phone: '13700000000' }

const AT = Date.parse('2026-11-20T10:00:00+08:00')
const LATER = AT + 36_500 * 86_400_000
const { companyId: company_id, customerId: customer_id, orderId: order_id, chatId, phone } = NEIGHBOUR
const MINE = { company_id, created_at: AT }
const OURS = { ...MINE, customer_id }
const OF_CUSTOMER = { customer_id, created_at: AT }
const OBJECT = { object_id: -1 as LockedObjectId }
const MESSAGE = {
  message: '隔壁的消息',
  category: 'policy',
  platform_policy_id: 11,
  status: 0,
  ways_at: 0,
} as const
const SAID = { side: 'operator', sender_id: customer_id, admin: '专家' } as const
const SAYING = { ...SAID, type: 0, created_at: AT } as const
const FILE = { ...MINE, ...OBJECT, ...SAID, local_name: '隔壁的附件.pdf', remark: '', updated_at: AT }
const CONTACT = { customer_id, address: 'neighbour@example.cn', verified_at: AT }

type Inserted = { [Table in keyof Tables]?: Insertable<Tables[Table]>[] }

/** In the order of their references. */
const ROWS: Inserted = {
  companies: [{ created_at: AT, id: company_id, name: '隔壁企业', used_bytes: 3, reserved_bytes: 1 }],
  customers: [{ ...MINE, id: customer_id, phone, name: '隔壁的人' }],
  consents: [{ customer_id, version: '1', agreed_at: AT }],
  sessions: [{ ...OF_CUSTOMER, token_hash: 'neighbour', expires_at: LATER, seen_at: AT }],
  company_profiles: [
    {
      company_id,
      credit_code: '',
      legal_person: '隔壁的人',
      address: '',
      contact: '',
      phone,
      updated_at: AT,
    },
  ],
  invitations: [{ ...OURS, id: -3, code_hash: 'neighbour', expires_at: LATER, used_at: null }],
  messages: [
    { ...MINE, ...MESSAGE, id: -1 },
    { ...OURS, ...MESSAGE, id: -2 },
  ],
  stored_objects: [
    { ...MINE, id: -1, bucket: 'documents', key: `companies/${company_id}/neighbour/a`, size: 3 },
  ],
  object_holds: [{ company_id, object_id: -1, operators: 0, kind: 'document_file', holder_id: -1 }],
  uploads: [
    {
      company_id,
      prefix: `companies/${company_id}/neighbour-upload/`,
      bucket: 'documents',
      reserved_bytes: 1,
      expires_at: LATER,
    },
  ],
  document_gates: [{ company_id, passes: 1 }],
  document_folders: [{ ...MINE, id: -1, parent_id: null, name: '材料', search_name: '材料' }],
  document_files: [
    {
      ...{ company_id, id: -1, folder_id: -1, modified_at: AT },
      ...OBJECT,
      name: '营业执照.pdf',
      search_name: '营业执照.pdf',
    },
  ],
  orders: [
    {
      ...OURS,
      id: order_id,
      kind: 'application',
      item_id: 21,
      platform_policy_id: 11,
      title: '高企认定',
      state: 'draft',
      fields: '{}',
      updated_at: AT,
      revision: 0,
    },
  ],
  order_events: [{ id: -1, order_id, at: AT, state: 'draft', actor: '隔壁的人', note: '' }],
  service_files: [
    { ...OF_CUSTOMER, ...OBJECT, id: -1, order_id, local_name: '隔壁的材料.pdf', again: 0, updated_at: AT },
  ],
  form_drafts: [
    { company_id, kind: 'loan', client_id: 'neighbour', revision: 1, content: '{}', updated_at: 1 },
  ],
  conversations: [
    { ...MINE, id: chatId, kind: 'chat', title: '', last_seq: 1, last_at: AT },
    {
      ...MINE,
      id: -6,
      kind: 'advisory',
      order_id,
      topic_no: 50,
      title: '隔壁的话题',
      last_seq: 1,
      last_at: AT,
    },
  ],
  chat_messages: [
    { ...SAYING, id: -1, conversation_id: chatId, seq: 1, detail: '隔壁的话', client_id: 'neighbour' },
    { ...SAYING, id: -2, conversation_id: -6, seq: 1, detail: '隔壁的话题', client_id: 'topic' },
  ],
  chat_files: [
    { ...FILE, id: -1, kind: 'chat_file', order_id: null, conversation_id: null },
    { ...FILE, id: -2, kind: 'advisory_attachment', order_id, conversation_id: -6 },
  ],
  reservations: [
    {
      ...OURS,
      id: -7,
      kind: 'fund',
      target_id: 3,
      target_name: '示例产业基金',
      contact: '隔壁的人',
      phone,
      state: 'requested',
      changed_at: AT,
    },
  ],
  corrections: [
    {
      ...OURS,
      id: -9,
      kind: 'original',
      page_id: 11,
      policy_id: 11,
      title: '办法',
      text: '有误',
      state: 'fixed',
      changed_at: AT,
    },
  ],
  told_ways: [{ customer_id, kind: 'deadline', way: 'sms' }],
  contacts: [
    { ...CONTACT, way: 'mail' },
    { ...CONTACT, way: 'wechat' },
  ],
  ratings: [{ ...OURS, id: -1, conversation_id: chatId, seq: 1, grade: 3, note: '谢谢', operator_id: null }],
  saved_searches: [
    { ...OF_CUSTOMER, id: -1, condition: 'list=search&q=高企', rhythm: 'weekly', muted: 1, seen_news: 0 },
  ],
  answers: [{ company_id, fact: 'employees', value: '30', updated_at: AT }],
  follows: [{ ...OURS, policy_id: 11 }],
  match_visits: [{ company_id, seen_at: AT, since: null }],
  reminder_settings: [{ company_id, changes: 1, matches: 0, leads: '[{"days":7,"since":1}]' }],
}

/** For each table a column that is below zero in the neighbour's rows. */
const COLUMNS = Object.entries(ROWS).map(([table, [row = {}]]) => {
  const column = ['id', 'company_id', 'customer_id'].find((name) => name in row) ?? 'id'
  return [table, column] as [keyof Tables, string]
})

export async function addNeighbour(db: Database): Promise<void> {
  for (const [table, rows] of Object.entries(ROWS)) {
    await db
      .insertInto(table as keyof Tables)
      .values(rows as never)
      .execute()
  }
}

type Rows = Record<string, unknown>[]

/** Returns all rows of the neighbour. */
export async function readNeighbour(db: Database): Promise<Map<string, Rows>> {
  const found = new Map<string, Rows>()
  for (const [table, column] of COLUMNS) {
    const rows: Rows = await db
      .selectFrom(table as 'orders')
      .selectAll()
      .where(column as 'id', '<', 0)
      .orderBy(column as 'id')
      .execute()
    found.set(table, rows)
  }
  return found
}

/** @returns tables in which the neighbour has lost or changed a row; new rows do not matter */
export function changedTables(before: Map<string, Rows>, after: Map<string, Rows>): string[] {
  return [...before.keys()].filter((table) => {
    const rows = after.get(table) ?? []
    return !before.get(table)?.every((row) => rows.some((other) => isDeepStrictEqual(row, other)))
  })
}
