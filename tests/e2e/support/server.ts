/** Where the browser tests find their server and the codes that it sends. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'

/** Several engineers' runs on one machine choose a port each. */
export const E2E_PORT = Number(process.env['E2E_PORT'] ?? 4399)
export const E2E_DATA_DIR = 'node_modules/.cache/e2e-data'

/** Operators of the tests of the desk, each for one of them. */
export const DESK_PHONES = Array.from(
  { length: 32 },
  (_, index) => `139000000${String(index + 1).padStart(2, '0')}`,
)
/** Of operators who only make calls. */
export const CALL_PHONES = Array.from(
  { length: 10 },
  (_, index) => `139000001${String(index).padStart(2, '0')}`,
)

/** The newest code sent to a phone. */
export function codeFor(phone: string): string {
  const lines = readFileSync(join(E2E_DATA_DIR, 'sms-outbox.jsonl'), 'utf8').trim().split('\n')
  const sent = lines.map((line) => JSON.parse(line) as { phone: string; code: string })
  const last = sent.findLast((entry) => entry.phone === phone)
  if (!last) throw new Error(`no code was sent to ${phone}`)
  return last.code
}

/** Unread messages for a customer, as later features will send them. */
export function addMessages(phone: string, count: number): void {
  const database = new Sqlite(join(E2E_DATA_DIR, 'portal.sqlite'))
  const insert = database.prepare(
    `insert into messages (company_id, customer_id, message, category, platform_policy_id, status, created_at)
     select company_id, id, ?, 'policy', 1, 0, ? from customers where phone = ?`,
  )
  for (let number = 1; number <= count; number++)
    insert.run(`第 ${number} 条消息`, Date.now() + number, phone)
  database.close()
}

/** Ends every session of a customer on the server, as time would. */
export function endSessions(phone: string): void {
  const database = new Sqlite(join(E2E_DATA_DIR, 'portal.sqlite'))
  database
    .prepare('delete from sessions where customer_id = (select id from customers where phone = ?)')
    .run(phone)
  database.close()
}

/** Submitted applications of a customer, as years of work would leave them. */
export function addOrders(phone: string, count: number): void {
  const database = new Sqlite(join(E2E_DATA_DIR, 'portal.sqlite'))
  const insert = database.prepare(
    `insert into orders (company_id, customer_id, kind, item_id, platform_policy_id, title, state, fields,
       created_at, updated_at, submitted_at, receipt_no, revision)
     select company_id, id, 'application', 9, 9, ?, 'submitted', '{}', @now, @now, @now, ?, 1
     from customers where phone = ?`.replaceAll('@now', String(Date.now())),
  )
  const insertAll = database.transaction(() => {
    for (let number = 1; number <= count; number++) {
      insert.run(`第 ${number} 次申报`, `SB20261121-${phone}-${number}`, phone)
    }
  })
  insertAll()
  database.close()
}

/** All tests come from one address, which gets a hundred codes an hour: as if each phone had one of its own. */
export function spreadAddresses(): void {
  const database = new Sqlite(join(E2E_DATA_DIR, 'portal.sqlite'), { timeout: 30_000 })
  database.prepare('update sms_sends set address = phone where address <> phone').run()
  database.close()
}

/** Lets a phone ask for a code again, as a minute would. */
export function allowNextCode(phone: string): void {
  const database = new Sqlite(join(E2E_DATA_DIR, 'portal.sqlite'), { timeout: 30_000 })
  database.prepare('delete from sms_sends where phone = ?').run(phone)
  database.close()
}
