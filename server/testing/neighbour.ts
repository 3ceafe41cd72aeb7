/**
 * Another company, with people and rows of every kind that a company has: what a query forgets to leave out shows. Its
 * ids are below zero, so that those of a test's own rows begin with 1 as ever.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Database, Tables } from '../db/schema.ts'
import type { LockedObjectId } from '../db/tables/storage.ts'

export const NEIGHBOUR = { companyId: -8, customerId: -5, chatId: -4, orderId: -3, phone: '13700000000' }

const AT = { created_at: Date.parse('2026-11-20T10:00:00+08:00') }
const LATER = AT.created_at + 36_500 * 86_400_000
const OF_COMPANY = { company_id: NEIGHBOUR.companyId }
const OF_CUSTOMER = { customer_id: NEIGHBOUR.customerId }
const OF_OBJECT = { object_id: -1 as LockedObjectId }

export async function addNeighbour(db: Database): Promise<void> {
  await addPeople(db)
  await addDocuments(db)
  await addOrders(db)
  await addConversation(db)
  await addTopic(db)
  await addServices(db)
  await addMatching(db)
}

/** Tables in which the neighbour has rows, and a column that is below zero there. */
const COLUMNS = {
  companies: 'id',
  customers: 'id',
  consents: 'customer_id',
  sessions: 'customer_id',
  company_profiles: 'company_id',
  invitations: 'id',
  messages: 'id',
  stored_objects: 'id',
  object_holds: 'object_id',
  uploads: 'company_id',
  document_gates: 'company_id',
  document_folders: 'id',
  document_files: 'id',
  orders: 'id',
  order_events: 'id',
  conversations: 'id',
  chat_messages: 'id',
  chat_files: 'id',
  service_files: 'id',
  form_drafts: 'company_id',
  reservations: 'id',
  corrections: 'id',
  told_ways: 'customer_id',
  contacts: 'customer_id',
  ratings: 'id',
  saved_searches: 'id',
  answers: 'company_id',
  follows: 'company_id',
  match_visits: 'company_id',
  reminder_settings: 'company_id',
} as const satisfies Partial<Record<keyof Tables, string>>

type Rows = Record<string, unknown>[]

/** All that the neighbour has. */
export async function readNeighbour(db: Database): Promise<Map<string, Rows>> {
  const found = new Map<string, Rows>()
  for (const [table, column] of Object.entries(COLUMNS)) {
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

/** @returns tables in which the neighbour has lost or changed something; what it got is no matter */
export function changedTables(before: Map<string, Rows>, after: Map<string, Rows>): string[] {
  return [...before.keys()].filter((table) => {
    const rows = after.get(table) ?? []
    return !before.get(table)?.every((row) => rows.some((other) => isDeepStrictEqual(row, other)))
  })
}

async function addPeople(db: Database): Promise<void> {
  const { companyId, customerId, phone } = NEIGHBOUR
  await db
    .insertInto('companies')
    .values({ ...AT, id: companyId, name: '隔壁企业', used_bytes: 3, reserved_bytes: 1 })
    .execute()
  await db
    .insertInto('customers')
    .values({ ...AT, ...OF_COMPANY, id: customerId, phone, name: '隔壁的人' })
    .execute()
  await db
    .insertInto('consents')
    .values({ ...OF_CUSTOMER, version: '1', agreed_at: AT.created_at })
    .execute()
  await db
    .insertInto('sessions')
    .values({ ...AT, ...OF_CUSTOMER, token_hash: 'neighbour', expires_at: LATER, seen_at: AT.created_at })
    .execute()
  const profile = { credit_code: '', legal_person: '隔壁的人', address: '', contact: '', phone }
  await db
    .insertInto('company_profiles')
    .values({ ...OF_COMPANY, ...profile, updated_at: AT.created_at })
    .execute()
  const invitation = { code_hash: 'neighbour', expires_at: LATER, used_at: null }
  await db
    .insertInto('invitations')
    .values({ ...AT, ...OF_COMPANY, ...OF_CUSTOMER, ...invitation, id: -3 })
    .execute()
  const message = {
    message: '隔壁的消息',
    category: 'policy',
    platform_policy_id: 11,
    application_id: null,
  } as const
  await db
    .insertInto('messages')
    .values([
      { ...AT, ...OF_COMPANY, ...message, ways_at: 0, id: -1, customer_id: null, status: 0 },
      { ...AT, ...OF_COMPANY, ...message, ways_at: 0, ...OF_CUSTOMER, id: -2, status: 0 },
    ])
    .execute()
}

async function addDocuments(db: Database): Promise<void> {
  const key = `companies/${NEIGHBOUR.companyId}/neighbour/a`
  await db
    .insertInto('stored_objects')
    .values({ ...AT, ...OF_COMPANY, id: -1, bucket: 'documents', key, size: 3 })
    .execute()
  const hold = { object_id: -1, operators: 0 } as const
  await db
    .insertInto('object_holds')
    .values({ ...OF_COMPANY, ...hold, kind: 'document_file', holder_id: -1 })
    .execute()
  await db
    .insertInto('uploads')
    .values({
      ...OF_COMPANY,
      prefix: `companies/${NEIGHBOUR.companyId}/neighbour-upload/`,
      bucket: 'documents',
      reserved_bytes: 1,
      expires_at: LATER,
    })
    .execute()
  await db
    .insertInto('document_gates')
    .values({ ...OF_COMPANY, passes: 1 })
    .execute()
  await db
    .insertInto('document_folders')
    .values({ ...AT, ...OF_COMPANY, id: -1, parent_id: null, name: '材料', search_name: '材料' })
    .execute()
  const file = { id: -1, folder_id: -1, name: '营业执照.pdf', search_name: '营业执照.pdf' }
  await db
    .insertInto('document_files')
    .values({ ...OF_COMPANY, ...OF_OBJECT, ...file, modified_at: AT.created_at })
    .execute()
}

async function addOrders(db: Database): Promise<void> {
  const order = { kind: 'application', item_id: 21, platform_policy_id: 11, title: '高企认定' } as const
  const rest = { client_id: null, operator_id: null, submitted_at: null, receipt_no: null, fields: '{}' }
  await db
    .insertInto('orders')
    .values({
      ...AT,
      ...OF_COMPANY,
      ...OF_CUSTOMER,
      ...order,
      ...rest,
      id: NEIGHBOUR.orderId,
      state: 'draft',
      updated_at: AT.created_at,
      revision: 0,
    })
    .execute()
  const paper = { local_name: '隔壁的材料.pdf', again: 0, updated_at: AT.created_at } as const
  await db
    .insertInto('service_files')
    .values({ ...AT, ...OF_OBJECT, ...OF_CUSTOMER, ...paper, id: -1, order_id: NEIGHBOUR.orderId })
    .execute()
  await db
    .insertInto('form_drafts')
    .values({
      ...OF_COMPANY,
      kind: 'loan',
      client_id: 'neighbour',
      revision: 1,
      content: '{}',
      updated_at: 1,
    })
    .execute()
  await db
    .insertInto('order_events')
    .values({
      id: -1,
      order_id: NEIGHBOUR.orderId,
      at: AT.created_at,
      state: 'draft',
      actor: '隔壁的人',
      note: '',
    })
    .execute()
}

async function addConversation(db: Database): Promise<void> {
  const nothing = { order_id: null, topic_no: null, policy_id: null, assigned_to: null, waiting_since: null }
  await db
    .insertInto('conversations')
    .values({
      ...AT,
      ...OF_COMPANY,
      ...nothing,
      id: NEIGHBOUR.chatId,
      kind: 'chat',
      title: '',
      last_seq: 1,
      last_at: AT.created_at,
    })
    .execute()
  const message = {
    type: 0,
    detail: '隔壁的话',
    object_id: null,
    size: null,
    client_id: 'neighbour',
  } as const
  await db
    .insertInto('chat_messages')
    .values({
      ...AT,
      ...message,
      id: -1,
      conversation_id: NEIGHBOUR.chatId,
      seq: 1,
      side: 'operator',
      sender_id: NEIGHBOUR.customerId,
      admin: '专家',
    })
    .execute()
}

async function addTopic(db: Database): Promise<void> {
  const topic = { order_id: NEIGHBOUR.orderId, topic_no: 50, title: '隔壁的话题', policy_id: null } as const
  const state = { assigned_to: null, waiting_since: null, last_seq: 1, last_at: AT.created_at }
  await db
    .insertInto('conversations')
    .values({ ...AT, ...OF_COMPANY, ...topic, ...state, id: -6, kind: 'advisory' })
    .execute()
  const said = { side: 'operator', sender_id: NEIGHBOUR.customerId, admin: '专家' } as const
  const message = { type: 0, detail: '隔壁的话题', object_id: null, size: null, client_id: 'topic' } as const
  await db
    .insertInto('chat_messages')
    .values({ ...AT, ...said, ...message, id: -2, conversation_id: -6, seq: 1 })
    .execute()
  const file = { ...said, local_name: '隔壁的附件.pdf', remark: '', updated_at: AT.created_at }
  await db
    .insertInto('chat_files')
    .values([
      {
        ...AT,
        ...OF_COMPANY,
        ...OF_OBJECT,
        ...file,
        id: -1,
        kind: 'chat_file',
        order_id: null,
        conversation_id: null,
      },
      {
        ...AT,
        ...OF_COMPANY,
        ...OF_OBJECT,
        ...file,
        id: -2,
        kind: 'advisory_attachment',
        order_id: NEIGHBOUR.orderId,
        conversation_id: -6,
      },
    ])
    .execute()
}

async function addServices(db: Database): Promise<void> {
  const reservation = {
    kind: 'fund',
    target_id: 3,
    target_name: '示例产业基金',
    contact: '隔壁的人',
    state: 'requested',
  } as const
  const nothing = { client_id: null, starts_at: null, ends_at: null, note: null, answer: null }
  const { phone } = NEIGHBOUR
  await db
    .insertInto('reservations')
    .values({
      ...AT,
      ...OF_COMPANY,
      ...OF_CUSTOMER,
      ...reservation,
      ...nothing,
      id: -7,
      phone,
      changed_at: AT.created_at,
    })
    .execute()
  const report = { kind: 'original', page_id: 11, policy_id: 11, title: '办法', text: '有误' } as const
  await db
    .insertInto('corrections')
    .values({
      ...AT,
      ...OF_COMPANY,
      ...OF_CUSTOMER,
      ...report,
      id: -9,
      client_id: null,
      source: null,
      state: 'fixed',
      answer: null,
      changed_at: AT.created_at,
    })
    .execute()
}

async function addMatching(db: Database): Promise<void> {
  await db
    .insertInto('answers')
    .values({ ...OF_COMPANY, fact: 'employees', value: '30', updated_at: AT.created_at })
    .execute()
  await db
    .insertInto('follows')
    .values({ ...AT, ...OF_COMPANY, ...OF_CUSTOMER, policy_id: 11 })
    .execute()
  await db
    .insertInto('match_visits')
    .values({ ...OF_COMPANY, seen_at: AT.created_at, since: null })
    .execute()
  await db
    .insertInto('reminder_settings')
    .values({ ...OF_COMPANY, changes: 1, matches: 0, leads: '[{"days":7,"since":1}]' })
    .execute()
  await addWays(db)
  const saved = { ...OF_CUSTOMER, ...AT, rhythm: 'weekly', muted: 1, seen_news: 0 } as const
  await db
    .insertInto('saved_searches')
    .values({ ...saved, id: -1, condition: 'list=search&q=高企' })
    .execute()
}

async function addWays(db: Database): Promise<void> {
  await db
    .insertInto('told_ways')
    .values({ ...OF_CUSTOMER, kind: 'deadline', way: 'sms' })
    .execute()
  for (const way of ['mail', 'wechat'] as const) {
    const row = { ...OF_CUSTOMER, way, address: 'neighbour@example.cn', verified_at: AT.created_at }
    await db.insertInto('contacts').values(row).execute()
  }
  const rated = {
    conversation_id: NEIGHBOUR.chatId,
    seq: 1,
    grade: 3,
    note: '谢谢',
    operator_id: null,
  } as const
  await db
    .insertInto('ratings')
    .values({ ...OF_COMPANY, ...OF_CUSTOMER, ...AT, ...rated, id: -1 })
    .execute()
}
