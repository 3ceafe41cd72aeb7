/** At least one row in each table, with ids and references as a portal in use has them. */
import type { Database } from '../../../server/db/schema.ts'
import type { LockedObjectId } from '../../../server/db/tables/storage.ts'

const AT = { created_at: 1_700_000_000_000 }
const OF_COMPANY = { company_id: 8 }
const OF_OBJECT = { object_id: 1 as LockedObjectId }

/** @param messages how many of them: more than a copy takes at once */
export async function fillEveryTable(db: Database, messages: number): Promise<void> {
  await addPeople(db)
  await addObjects(db)
  await addOrder(db)
  await addForms(db)
  await addConversation(db)
  await addReservation(db)
  await addMatching(db)
  await addNews(db)
  await addCompanyRows(db)
  await db.insertInto('missed_searches').values({ word: '海外仓', day: '2026-11-21', mark: 7 }).execute()
  const message = { ...OF_COMPANY, ...AT, customer_id: null, category: 'policy', status: 0 } as const
  const rows = Array.from({ length: messages }, (_, index) => ({
    ...message,
    message: `第 ${index} 条，带引号"'和换行\n`,
    platform_policy_id: 11,
    application_id: null,
  }))
  await db.insertInto('messages').values(rows).execute()
}

async function addPeople(db: Database): Promise<void> {
  await db
    .insertInto('companies')
    .values([
      { ...AT, id: 8, name: '示例企业', used_bytes: 3_000_000_000 },
      { ...AT, id: 9, name: '已注销', used_bytes: 0 },
    ])
    .execute()
  await db.deleteFrom('companies').where('id', '=', 9).execute()
  const customer = { ...AT, ...OF_COMPANY, id: 5, phone: '13800000001', name: '😀𠮷' }
  await db.insertInto('customers').values(customer).execute()
  await db.insertInto('consents').values({ customer_id: 5, version: '1', agreed_at: 1 }).execute()
  const operator = { phone: '13900000001', from_setting: 0, added_at: 1, added_by: 5 } as const
  await db
    .insertInto('operators')
    .values({ ...operator, id: 1 })
    .execute()
  await db.insertInto('recovery_codes').values({ operator_id: 1, number: 0, hash: 'ab' }).execute()
  await db
    .insertInto('sessions')
    .values({ ...AT, token_hash: 'ab', customer_id: 5, expires_at: 2, seen_at: 1 })
    .execute()
  await db
    .insertInto('sms_codes')
    .values({
      browser_hash: 'cd',
      phone: '13800000001',
      address: 'local',
      code_hash: 'ab',
      expires_at: 2,
      tries: 0,
    })
    .execute()
  await db
    .insertInto('known_browsers')
    .values({ browser_hash: 'cd', customer_id: 5, address: 'local', seen_at: 1 })
    .execute()
  await db.insertInto('sms_sends').values({ phone: '13800000001', address: 'local', sent_at: 1 }).execute()
  const job = { kind: 'sweep', key: '1', due_at: 1, payload: '{}', attempts: 0 }
  await db
    .insertInto('jobs')
    .values({ ...job, claimed_until: null, done_at: null })
    .execute()
  const token = { name: 'wechat-ticket:wx1', value: 'ticket', expires_at: 1, refreshing_until: 1 }
  await db.insertInto('upstream_tokens').values(token).execute()
}

async function addObjects(db: Database): Promise<void> {
  const object = {
    ...AT,
    ...OF_COMPANY,
    id: 1,
    bucket: 'documents',
    key: 'companies/8/a/b',
    size: 3,
  } as const
  await db.insertInto('stored_objects').values(object).execute()
  const hold = { ...OF_COMPANY, object_id: 1, kind: 'document_file', holder_id: 1, operators: 0 } as const
  await db.insertInto('object_holds').values(hold).execute()
  const upload = { ...OF_COMPANY, prefix: 'companies/8/c/', bucket: 'static' } as const
  await db
    .insertInto('uploads')
    .values({ ...upload, reserved_bytes: 1, expires_at: 1 })
    .execute()
  await db
    .insertInto('document_gates')
    .values({ ...OF_COMPANY, passes: 1 })
    .execute()
  // The parent is younger than what is in it, as after a move.
  const folder = (id: number) => ({ ...AT, ...OF_COMPANY, id, name: `${id}`, search_name: `${id}` })
  await db
    .insertInto('document_folders')
    .values([
      { ...folder(1), parent_id: null },
      { ...folder(2), parent_id: null },
    ])
    .execute()
  await db.updateTable('document_folders').set({ parent_id: 2 }).where('id', '=', 1).execute()
  await db
    .insertInto('document_files')
    .values({ ...OF_COMPANY, ...OF_OBJECT, folder_id: 1, name: 'a', search_name: 'a', modified_at: 1 })
    .execute()
}

async function addOrder(db: Database): Promise<void> {
  const order = { ...AT, ...OF_COMPANY, id: 3, customer_id: 5, kind: 'application', item_id: 21 } as const
  const empty = { client_id: null, operator_id: null, submitted_at: null, receipt_no: null }
  const rest = { title: '高企认定', state: 'draft', fields: '{}', updated_at: 1, revision: 0 } as const
  await db
    .insertInto('orders')
    .values({ ...order, ...empty, ...rest, platform_policy_id: 11 })
    .execute()
  await db
    .insertInto('order_events')
    .values({ order_id: 3, at: 1, state: 'draft', actor: '甲', note: '' })
    .execute()
  await db
    .insertInto('service_files')
    .values({ ...AT, ...OF_OBJECT, order_id: 3, customer_id: 5, local_name: 'a', again: 0, updated_at: 1 })
    .execute()
}

async function addForms(db: Database): Promise<void> {
  const texts = { company_name: '示例企业', services: '代理', regions: '[]', cases: '', contact: '甲' }
  const provider = { ...OF_COMPANY, ...texts, category_id: 1, order_id: 3, phone: '13800000001' }
  await db
    .insertInto('form_drafts')
    .values({ ...OF_COMPANY, kind: 'loan', client_id: 'a', revision: 1, content: '{}', updated_at: 1 })
    .execute()
  await db
    .insertInto('public_providers')
    .values({ ...provider, updated_at: 1 })
    .execute()
}

async function addConversation(db: Database): Promise<void> {
  const nothing = { order_id: null, topic_no: null, policy_id: null, assigned_to: null, waiting_since: null }
  await db
    .insertInto('conversations')
    .values({ ...AT, ...OF_COMPANY, ...nothing, id: 4, kind: 'chat', title: '', last_seq: 1, last_at: 1 })
    .execute()
  const rated = { conversation_id: 4, seq: 1, grade: 3, note: '谢谢', operator_id: null } as const
  await db
    .insertInto('ratings')
    .values({ ...AT, ...OF_COMPANY, ...rated, customer_id: 5 })
    .execute()
  const sent = { ...AT, side: 'company', sender_id: 5, admin: null } as const
  const message = {
    conversation_id: 4,
    seq: 1,
    type: 0,
    detail: '您好',
    object_id: null,
    size: null,
  } as const
  await db
    .insertInto('chat_messages')
    .values({ ...sent, ...message, client_id: 'a' })
    .execute()
  const subject = { ...OF_COMPANY, conversation_id: 4, order_id: null }
  const event = { at: 1, kind: 'assigned', actor_id: 5, actor: '甲', to_id: 5, to_name: '甲' } as const
  await db
    .insertInto('desk_events')
    .values({ ...subject, ...event, note: '请跟进', until: null, seen_at: null })
    .execute()
  const file = { kind: 'chat_file', order_id: null, conversation_id: 4 } as const
  await db
    .insertInto('chat_files')
    .values({ ...sent, ...OF_COMPANY, ...OF_OBJECT, ...file, local_name: 'a', remark: '', updated_at: 1 })
    .execute()
  await db
    .insertInto('chat_sends')
    .values({ ...OF_COMPANY, minute: 1, sends: 1 })
    .execute()
}

async function addReservation(db: Database): Promise<void> {
  const asked = { kind: 'expert', target_id: 6, target_name: null, contact: '甲', phone: '1' } as const
  const rest = { customer_id: 5, client_id: null, starts_at: 1, ends_at: 2, note: null, answer: null }
  await db
    .insertInto('reservations')
    .values({ ...AT, ...OF_COMPANY, ...asked, ...rest, id: 7, state: 'requested', changed_at: 1 })
    .execute()
  const expert = { operator_id: null, name: '专家', title: '', fields: '[]', intro: '', hidden: 0 } as const
  await db
    .insertInto('experts')
    .values({ ...AT, ...expert, id: 6 })
    .execute()
  await db
    .insertInto('expert_slots')
    .values({ expert_id: 6, starts_at: 1, ends_at: 2, reservation_id: 7 })
    .execute()
  const sent = { message: '通知', category: 'policy', platform_policy_id: null, companies: 1 } as const
  await db
    .insertInto('broadcasts')
    .values({ ...AT, ...sent, client_id: 'a', operator_id: null, audience: '{}' })
    .execute()
}

async function addMatching(db: Database): Promise<void> {
  const page = {
    kind: 'original',
    page_id: 11,
    policy_id: 11,
    title: '办法',
    text: '有误',
    source: null,
  } as const
  await db
    .insertInto('corrections')
    .values({
      ...AT,
      ...OF_COMPANY,
      ...page,
      customer_id: 5,
      client_id: 'c',
      state: 'open',
      answer: null,
      changed_at: 1,
    })
    .execute()
  await db
    .insertInto('answers')
    .values({ ...OF_COMPANY, fact: 'employees', value: '30', updated_at: 1 })
    .execute()
  await db
    .insertInto('follows')
    .values({ ...AT, ...OF_COMPANY, policy_id: 11, customer_id: 5 })
    .execute()
  await db.insertInto('item_arrivals').values({ item_id: 21, arrived_at: 1 }).execute()
  await db
    .insertInto('match_visits')
    .values({ ...OF_COMPANY, seen_at: 1, since: null })
    .execute()
}

async function addNews(db: Database): Promise<void> {
  await db
    .insertInto('reminder_settings')
    .values({ ...OF_COMPANY, changes: 1, matches: 0 })
    .execute()
  await db
    .insertInto('reminder_leads')
    .values({ ...OF_COMPANY, days: 7, since: 1 })
    .execute()
  await db.insertInto('told_ways').values({ customer_id: 5, kind: 'match', way: 'sms' }).execute()
  const mail = { address: 'a@example.cn', code_hash: null, code_until: 0, tries: 0, asked_at: 1, asks: 1 }
  await db
    .insertInto('mail_addresses')
    .values({ ...mail, customer_id: 5, verified_at: 1, refused: null })
    .execute()
  await db
    .insertInto('wechat_people')
    .values({ customer_id: 5, openid: 'o', bound_at: 1, refused: null })
    .execute()
  const notice = { kind: 'match', way: 'mail', message_id: null, conversation_id: null } as const
  await db
    .insertInto('notices')
    .values({ ...notice, customer_id: 5, created_at: 1 })
    .execute()
  const saved = { ...AT, customer_id: 5, rhythm: 'daily', seen_news: 1 } as const
  await db
    .insertInto('saved_searches')
    .values({ ...saved, id: 1, condition: 'list=search&q=高企' })
    .execute()
  const told = { subject: 'policy-11', built_at: 1 }
  await db
    .insertInto('saved_search_notices')
    .values({ ...told, customer_id: 5, sent_at: 1 })
    .execute()
  await db
    .insertInto('document_news')
    .values({ ...told, ...AT, kind: 'item', page_id: 21, words: null })
    .execute()
  await db.insertInto('known_articles').values({ page_id: 31, known_at: 1 }).execute()
  await db
    .insertInto('policy_reminders')
    .values({ ...OF_COMPANY, policy_id: 11, closes: '2026-12-31', lead_days: 7, sent_at: 1 })
    .execute()
  const version = { kind: 'item', page_id: 21, policy_id: 11, title: '高企认定' } as const
  await db
    .insertInto('policy_versions')
    .values({ ...version, window: '{"kind":"rolling"}', amount: '{}', text: '1-ab' })
    .execute()
  await db
    .insertInto('policy_changes')
    .values({ ...AT, id: 2, policy_id: 11, built_at: 1, message: '有变化' })
    .execute()
  await db
    .insertInto('policy_change_notices')
    .values({ ...OF_COMPANY, change_id: 2 })
    .execute()
  await db
    .insertInto('match_notices')
    .values({ ...OF_COMPANY, item_id: 21, sent_at: 1 })
    .execute()
}

async function addCompanyRows(db: Database): Promise<void> {
  const profile = { credit_code: '', legal_person: '甲', address: '', contact: '', phone: '' }
  await db
    .insertInto('company_profiles')
    .values({ ...OF_COMPANY, ...profile, updated_at: 1 })
    .execute()
  await db
    .insertInto('company_exports')
    .values({ ...OF_COMPANY, exported_at: 1 })
    .execute()
  await db
    .insertInto('invitations')
    .values({ ...AT, ...OF_COMPANY, id: 3, customer_id: 5, code_hash: 'ab', expires_at: 2, used_at: null })
    .execute()
  await db.insertInto('join_tries').values({ customer_id: 5, address: 'local', tried_at: 1 }).execute()
  await db
    .insertInto('company_deletions')
    .values({ ...OF_COMPANY, requested_by: '甲', requested_at: 1, due_at: 2, started_at: null })
    .execute()
  const event = { at: 1, event: 'login' as const, role: 'company' as const, actor_id: 5, times: 1 }
  await db.insertInto('security_events').values(event).execute()
}
