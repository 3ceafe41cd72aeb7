/**
 * The state that browser tests begin with: set by the server's own process, in its own database. Each scene has a name and,
 * after the database, arguments of the test.
 */
import type { Database } from '../../../server/db/schema.ts'
import { type Fill, fillDesk } from '../../../server/testing/fill-desk.ts'

export const EXPERT = '王老师（示例）'

let operators = 0

export const SCENES = {
  /** Gives each phone an address of its own: all tests come from one, which gets a hundred codes an hour. */
  async spreadAddresses(db: Database) {
    await db
      .updateTable('sms_sends')
      .set(({ ref }) => ({ address: ref('phone') }))
      .execute()
  },

  async addOperator(db: Database) {
    operators += 1
    const phone = `139${String(operators).padStart(8, '0')}`
    await db
      .insertInto('operators')
      .values({ phone, from_setting: 0, added_at: Date.now(), added_by: null })
      .execute()
    return phone
  },

  async forgetProofs(db: Database, phone: string) {
    const { id } = await findCustomer(db, phone)
    const proved_at = Date.now() - 3_600_000
    await db.updateTable('sessions').set({ proved_at, factor_at: 0 }).where('customer_id', '=', id).execute()
  },

  async endSessions(db: Database, phone: string) {
    const { id } = await findCustomer(db, phone)
    await db.deleteFrom('sessions').where('customer_id', '=', id).execute()
  },

  async addMessages(db: Database, phone: string, count: number) {
    const { id, company_id } = await findCustomer(db, phone)
    await insertMany(db, 'messages', count, (number) => ({
      company_id,
      customer_id: id,
      message: `第 ${number} 条消息`,
      category: 'policy' as const,
      platform_policy_id: 1,
      application_id: null,
      status: 0 as const,
      created_at: Date.now() + number,
    }))
  },

  /** Adds submitted applications of a customer, as after years of work. */
  async addOrders(db: Database, phone: string, count: number) {
    const { id, company_id } = await findCustomer(db, phone)
    const now = Date.now()
    await insertMany(db, 'orders', count, (number) => ({
      company_id,
      customer_id: id,
      kind: 'application' as const,
      item_id: 9,
      platform_policy_id: 9,
      title: `第 ${number} 次申报`,
      state: 'submitted' as const,
      receipt_no: `SB20261121-${phone}-${number}`,
      client_id: null,
      fields: '{}',
      operator_id: null,
      submitted_at: now,
      created_at: now,
      updated_at: now,
      revision: 1,
    }))
  },

  async roomOf(db: Database, phone: string) {
    const { company_id } = await findCustomer(db, phone)
    return db
      .selectFrom('companies')
      .select(['reserved_bytes', 'used_bytes'])
      .where('id', '=', company_id)
      .executeTakeFirstOrThrow()
  },

  async fillRoom(db: Database, phone: string, usedBytes: number) {
    const { company_id } = await findCustomer(db, phone)
    await db.updateTable('companies').set({ used_bytes: usedBytes }).where('id', '=', company_id).execute()
  },

  async addFolders(db: Database, phone: string, parentName: string, names: readonly string[]) {
    const { company_id } = await findCustomer(db, phone)
    const parent = await db
      .selectFrom('document_folders')
      .select('id')
      .where('name', '=', parentName)
      .where('company_id', '=', company_id)
      .executeTakeFirstOrThrow()
    await insertMany(db, 'document_folders', names.length, (number) => {
      const name = names[number - 1] ?? ''
      return { company_id, parent_id: parent.id, name, search_name: name, created_at: 0 }
    })
  },

  async reply(db: Database, phone: string, ...texts: string[]) {
    await say(
      db,
      await openChat(db, phone),
      texts.map((text) => ({ side: 'operator' as const, text })),
    )
  },

  async replyInOrder(db: Database, phone: string, text: string) {
    const { id, company_id } = await findCustomer(db, phone)
    const topic = await db
      .selectFrom('conversations')
      .select(['id', 'last_seq'])
      .where('company_id', '=', company_id)
      .where('topic_no', '=', 1)
      .orderBy('order_id', 'desc')
      .executeTakeFirstOrThrow()
    await say(db, { ...topic, customerId: id }, [{ side: 'operator', text }])
  },

  async addHistory(db: Database, phone: string, count: number) {
    const lines = Array.from({ length: count }, (_, index) => ({
      side: index % 2 === 0 ? ('company' as const) : ('operator' as const),
      text: `第 ${index + 1} 条`,
    }))
    await say(db, await openChat(db, phone), lines)
  },

  async dialogueOf(db: Database, phone: string) {
    const { id } = await openChat(db, phone)
    const rows = await db
      .selectFrom('chat_messages')
      .select('detail')
      .where('conversation_id', '=', id)
      .orderBy('seq')
      .execute()
    return rows.map(({ detail }) => detail)
  },

  async unreadOf(db: Database, phone: string) {
    const { company_id } = await findCustomer(db, phone)
    const { count } = await db
      .selectFrom('chat_messages as message')
      .innerJoin('conversations as conversation', 'conversation.id', 'message.conversation_id')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('conversation.company_id', '=', company_id)
      .where('message.side', '=', 'operator')
      .whereRef('message.seq', '>', 'conversation.company_read_seq')
      .executeTakeFirstOrThrow()
    return count
  },

  async topicOf(db: Database, phone: string) {
    const { company_id } = await findCustomer(db, phone)
    return db
      .selectFrom('conversations')
      .select(['title', 'policy_id'])
      .where('company_id', '=', company_id)
      .where('kind', '=', 'chat')
      .executeTakeFirst()
  },

  /** Fills the desk as on a busy Monday; a third of the assignable items belong to the operator with this phone. */
  async fillDesk(db: Database, phone: string, sizes: Omit<Fill, 'operatorId' | 'nowMs'>) {
    const { id: operatorId } = await findCustomer(db, phone)
    await fillDesk(db, { ...sizes, operatorId, nowMs: Date.now() })
  },

  async addQueue(db: Database, title: string, count: number) {
    const now = Date.now()
    for (let number = 1; number <= count; number++) {
      const at = now - (count - number) * 60_000
      const { id: company_id } = await db
        .insertInto('companies')
        .values({ name: `示例企业 ${number}`, created_at: 0 })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { id: customerId } = await db
        .insertInto('customers')
        .values({ phone: `${title}-${number}`, name: '王示例', company_id, created_at: 0 })
        .returning('id')
        .executeTakeFirstOrThrow()
      const chat = await addChat(db, company_id, { title, waiting_since: at })
      await say(db, { ...chat, customerId }, [{ side: 'company', text: `第 ${number} 家的问题`, at }])
    }
  },
}

function findCustomer(db: Database, phone: string) {
  return db
    .selectFrom('customers')
    .select(['id', 'company_id'])
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow()
}

interface Conversation {
  id: number
  last_seq: number
  customerId: number
}

async function openChat(db: Database, phone: string): Promise<Conversation> {
  const { id: customerId, company_id } = await findCustomer(db, phone)
  const known = await db
    .selectFrom('conversations')
    .select(['id', 'last_seq'])
    .where('company_id', '=', company_id)
    .where('kind', '=', 'chat')
    .executeTakeFirst()
  return { ...(known ?? (await addChat(db, company_id, { title: '', waiting_since: null }))), customerId }
}

function addChat(
  db: Database,
  company_id: number,
  { title, waiting_since }: { title: string; waiting_since: number | null },
) {
  return db
    .insertInto('conversations')
    .values({
      company_id,
      kind: 'chat',
      order_id: null,
      topic_no: null,
      title,
      policy_id: null,
      assigned_to: null,
      last_at: null,
      waiting_since,
      created_at: 0,
    })
    .returning(['id', 'last_seq'])
    .executeTakeFirstOrThrow()
}

let messages = 0

async function say(
  db: Database,
  { id, last_seq, customerId }: Conversation,
  lines: readonly { side: 'company' | 'operator'; text: string; at?: number }[],
): Promise<void> {
  await insertMany(db, 'chat_messages', lines.length, (number) => {
    const { side, text, at = Date.now() } = lines[number - 1] as (typeof lines)[number]
    messages += 1
    return {
      conversation_id: id,
      seq: last_seq + number,
      side,
      sender_id: customerId,
      admin: side === 'operator' ? EXPERT : null,
      type: 0 as const,
      detail: text,
      object_id: null,
      size: null,
      client_id: `scene-${messages}`,
      created_at: at,
    }
  })
  await db
    .updateTable('conversations')
    .set({ last_seq: last_seq + lines.length, last_at: lines.at(-1)?.at ?? Date.now() })
    .where('id', '=', id)
    .execute()
}

/** `row` gets the number of each, from 1. */
async function insertMany<Table extends Parameters<Database['insertInto']>[0], Row extends object>(
  db: Database,
  table: Table,
  count: number,
  row: (number: number) => Row,
): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => row(index + 1))
  for (let done = 0; done < count; done += 500) {
    await db
      .insertInto(table)
      .values(rows.slice(done, done + 500) as never)
      .execute()
  }
}
