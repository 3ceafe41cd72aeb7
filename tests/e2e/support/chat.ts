/** The other side of the chat, straight into the database: what the experts say, and a long history. */
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Locator, Page } from 'playwright/test'
import { expect } from './portal.ts'
import { E2E_DATA_DIR } from './server.ts'

export const EXPERT = '王老师（示例）'

/** Opens the chat from the side panel of a wide window. */
export async function openChat(page: Page): Promise<Locator> {
  await page
    .getByRole('complementary', { name: '联系我们' })
    .getByRole('button', { name: /专家咨询/ })
    .click()
  return shownChat(page)
}

/** Opens the chat from the card of the service button, which every window has. */
export async function openChatByCard(page: Page): Promise<Locator> {
  await page.locator('#KF').click()
  await page
    .locator('#kf-card')
    .getByRole('button', { name: /专家咨询/ })
    .click()
  return shownChat(page)
}

export async function shownChat(page: Page): Promise<Locator> {
  const chat = page.getByRole('dialog', { name: '专家咨询' })
  await expect(chat).toBeVisible()
  await expect(chat.getByText('正在加载…')).toHaveCount(0)
  return chat
}

export async function say(chat: Locator, text: string): Promise<void> {
  await chat.getByLabel('消息内容').fill(text)
  await chat.getByRole('button', { name: '发送', exact: true }).click()
}

/** The bubbles that are in the page, top to bottom. */
export function bubbles(chat: Locator): Locator {
  return chat.getByRole('log').locator('.bubble')
}

/** Somebody writes into the outbox of this device, and all others wait. @returns what ends it */
export async function holdOutbox(page: Page): Promise<() => Promise<void>> {
  const end = await page.evaluateHandle(async () => {
    const [{ name = '' } = {}] = (await indexedDB.databases()).filter(({ name }) => name?.includes('chat'))
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => resolve(opening.result)
    })
    const store = database.transaction('outbox', 'readwrite').objectStore('outbox')
    let isOver = false
    const goOn = () => {
      if (isOver) database.close()
      else store.count().onsuccess = goOn
    }
    goOn()
    return () => {
      isOver = true
    }
  })
  return () => end.evaluate((run) => run())
}

/** An expert says something to a customer's company. */
export function reply(phone: string, ...texts: string[]): void {
  withDatabase((database) => {
    const conversation = openConversation(database, phone)
    for (const text of texts) addMessage(database, { ...conversation, side: 'operator', text })
  })
}

/** An expert says something about the newest application of a customer's company, in its first topic. */
export function replyInOrder(phone: string, text: string): void {
  withDatabase((database) => {
    const topic = database
      .prepare<unknown[], Conversation>(
        `select c.id, p.id as customerId from conversations c join customers p on p.company_id = c.company_id
         where c.topic_no = 1 and p.phone = ? order by c.order_id desc limit 1`,
      )
      .get(phone) as Conversation
    addMessage(database, { ...topic, side: 'operator', text })
  })
}

/** What nobody of a customer's company has read, in the chat and about its applications. */
export function unreadOf(phone: string): number | undefined {
  return withDatabase((database) =>
    database
      .prepare<unknown[], { count: number }>(
        `select count(*) as count from chat_messages m join conversations c on c.id = m.conversation_id
         where m.side = 'operator' and m.seq > c.company_read_seq
         and c.company_id = (select company_id from customers where phone = ?)`,
      )
      .get(phone),
  )?.count
}

/** A long dialogue, alternating, of messages that carry their number. */
export function addHistory(phone: string, count: number): void {
  withDatabase((database) => {
    const conversation = openConversation(database, phone)
    database.transaction(() => {
      for (let number = 1; number <= count; number++) {
        const side = number % 2 === 0 ? 'operator' : 'company'
        addMessage(database, { ...conversation, side, text: `第 ${number} 条` })
      }
    })()
  })
}

/** So many companies of whom each has asked something, a minute one after the other; `title` finds them. */
export function addQueue(title: string, count: number): void {
  withDatabase((database) => {
    const add = {
      company: database.prepare('insert into companies (name, created_at) values (?, 0)'),
      person: database.prepare(
        'insert into customers (phone, name, company_id, created_at) values (?, ?, ?, 0)',
      ),
      conversation: database.prepare(
        `insert into conversations (company_id, kind, title, last_seq, last_at, waiting_since, created_at)
         values (?, 'chat', ?, 1, ?, ?, 0)`,
      ),
      message: database.prepare(
        `insert into chat_messages (conversation_id, seq, side, sender_id, type, detail, client_id, created_at)
         values (?, 1, 'company', ?, 0, ?, 'seed', ?)`,
      ),
    }
    const nowMs = Date.now()
    database.transaction(() => {
      for (let number = 1; number <= count; number++) {
        const at = nowMs - (count - number) * 60_000
        const company = add.company.run(`示例企业 ${number}`).lastInsertRowid
        const person = add.person.run(`${title}-${number}`, '王示例', company).lastInsertRowid
        const conversation = add.conversation.run(company, title, at, at).lastInsertRowid
        add.message.run(conversation, person, `第 ${number} 家的问题`, at)
      }
    })()
  })
}

/** What the server has of a dialogue, in order. */
export function dialogueOf(phone: string): string[] {
  return withDatabase((database) =>
    database
      .prepare<unknown[], { detail: string }>(
        `select m.detail from chat_messages m join conversations c on c.id = m.conversation_id
         where c.kind = 'chat' and c.company_id = (select company_id from customers where phone = ?) order by seq`,
      )
      .all(phone)
      .map(({ detail }) => detail),
  )
}

/** What the experts see that a company's chat is about. */
export function topicOf(phone: string): { title: string; policy_id: number | null } | undefined {
  return withDatabase((database) =>
    database
      .prepare<unknown[], { title: string; policy_id: number | null }>(
        `select title, policy_id from conversations
         where kind = 'chat' and company_id = (select company_id from customers where phone = ?)`,
      )
      .get(phone),
  )
}

/** Spoils the details of a company's files, as a fault of some writer would. */
export function breakDetails(phone: string): void {
  withDatabase((database) =>
    database
      .prepare(
        `update chat_messages set detail = '{"local_name":' where type > 0 and conversation_id in
         (select id from conversations where company_id = (select company_id from customers where phone = ?))`,
      )
      .run(phone),
  )
}

interface Conversation {
  id: number
  customerId: number
}

function openConversation(database: Sqlite.Database, phone: string): Conversation {
  database
    .prepare(
      `insert into conversations (company_id, kind, title, created_at)
       select company_id, 'chat', '', 0 from customers where phone = ? on conflict do nothing`,
    )
    .run(phone)
  return database
    .prepare<unknown[], Conversation>(
      `select c.id, p.id as customerId from conversations c join customers p on p.company_id = c.company_id
       where c.kind = 'chat' and p.phone = ?`,
    )
    .get(phone) as Conversation
}

let messages = 0

function addMessage(
  database: Sqlite.Database,
  { id, customerId, side, text }: Conversation & { side: 'company' | 'operator'; text: string },
): void {
  messages += 1
  database
    .prepare('update conversations set last_seq = last_seq + 1, last_at = ? where id = ?')
    .run(Date.now(), id)
  database
    .prepare(
      `insert into chat_messages (conversation_id, seq, side, sender_id, admin, type, detail, client_id, created_at)
       select id, last_seq, ?, ?, ?, 0, ?, ?, ? from conversations where id = ?`,
    )
    .run(side, customerId, side === 'operator' ? EXPERT : null, text, `seed-${messages}`, Date.now(), id)
}

function withDatabase<Value>(work: (database: Sqlite.Database) => Value): Value {
  const database = new Sqlite(join(E2E_DATA_DIR, 'portal.sqlite'))
  try {
    return work(database)
  } finally {
    database.close()
  }
}
