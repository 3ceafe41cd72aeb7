/** Makes a data folder as after years of work: companies, each with a chat of some length, and operators. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../../server/db/connect.ts'
import type { Database } from '../../server/db/schema.ts'
import { startSession } from '../../server/sessions/sessions.ts'

const ROWS_AT_ONCE = 1000
const MINUTE_MS = 60_000
const FIRST_ID = 1000
const WORDS = '您好，请问研发费用加计扣除和高新技术企业认定可以一起申请吗？我们去年的研发投入大约三百万元。'

interface ManyChats {
  dataDir: string
  databaseUrl?: string | undefined
  ids: readonly number[]
  /** For `OPERATOR_PHONES`. */
  operatorPhones: string[]
  /** Cookies of operators, and of one person of each logged-in company. */
  operators: string[]
  companies: string[]
}

interface Size {
  companies: number
  messages: number
  operators: number
  loggedIn: number
  /** A PostgreSQL without tables, instead of SQLite in the folder. */
  databaseUrl?: string | undefined
}

/** Every third company waits for an answer, every seventh chat has no operator. */
export async function makeChats(size: Size): Promise<ManyChats> {
  const { companies, messages, operators, loggedIn, databaseUrl } = size
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-chats-'))
  const { db, close } = await connect(databaseUrl ?? dataDir)
  const operatorPhones = Array.from({ length: operators }, (_, index) => phoneOf('139', index))
  const ids = Array.from({ length: companies }, (_, index) => FIRST_ID + index)
  const operatorIds = operatorPhones.map((_, index) => 1 + index)
  const cookies = await db.transaction().execute(async (transaction) => {
    await addPeople(transaction, {
      ids: operatorIds,
      prefix: '139',
      name: '运营人员（示例）',
      companyId: () => 1,
    })
    await inSlices(ids, (slice) =>
      transaction
        .insertInto('companies')
        .values(slice.map((id) => ({ id, name: `示例科技${id}有限公司`, created_at: 0 })))
        .execute(),
    )
    await inSlices(ids, (slice) =>
      addPeople(transaction, { ids: slice, prefix: '138', name: '王示例', companyId: (id) => id }),
    )
    await inSlices(ids, (slice) => addChats(transaction, { ids: slice, messages, operatorIds }))
    return {
      operators: await logIn(transaction, operatorIds),
      companies: await logIn(transaction, ids.slice(0, loggedIn)),
    }
  })
  await close()
  return { dataDir, databaseUrl, ids, operatorPhones, ...cookies }
}

function phoneOf(prefix: string, number: number): string {
  return prefix + String(number).padStart(8, '0')
}

async function inSlices(ids: readonly number[], work: (slice: number[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) await work(ids.slice(from, from + ROWS_AT_ONCE))
}

async function addPeople(
  db: Database,
  {
    ids,
    prefix,
    name,
    companyId,
  }: { ids: number[]; prefix: string; name: string; companyId: (id: number) => number },
): Promise<void> {
  const row = (id: number, index: number) => ({
    id,
    phone: phoneOf(prefix, prefix === '139' ? index : id),
    name,
    company_id: companyId(id),
    created_at: 0,
  })
  await db.insertInto('customers').values(ids.map(row)).execute()
}

const NOWHERE = { device: null, address: 'local', browser_hash: '' }

async function logIn(db: Database, ids: readonly number[]): Promise<string[]> {
  const cookies: string[] = []
  for (const customer_id of ids) {
    const token = await startSession(db, { customer_id, ...NOWHERE }, Date.now())
    cookies.push(`session=${token}`)
  }
  return cookies
}

/** The sides take turns, a minute apart; a waiting company has written last. */
async function addChats(
  db: Database,
  { ids, messages, operatorIds }: { ids: number[]; messages: number; operatorIds: number[] },
): Promise<void> {
  const endMs = Date.now() - MINUTE_MS
  const lastAt = (id: number) => endMs - ((id * 7919) % 500_000) * MINUTE_MS
  const waits = (id: number) => id % 3 === 0
  const operatorOf = (id: number) => operatorIds[id % operatorIds.length] ?? 1
  await db
    .insertInto('conversations')
    .values(
      ids.map((id) => ({
        id,
        company_id: id,
        kind: 'chat' as const,
        title: id % 4 === 0 ? `高企认定${id}` : '',
        assigned_to: id % 7 === 0 ? null : operatorOf(id),
        last_seq: messages,
        last_at: lastAt(id),
        company_read_seq: messages,
        operator_read_seq: messages - (waits(id) ? id % 4 : 0),
        waiting_since: waits(id) ? lastAt(id) : null,
        created_at: 0,
      })),
    )
    .execute()
  for (let seq = 1; seq <= messages; seq++) {
    const row = (id: number) => {
      const byCompany = (messages - seq) % 2 === (waits(id) ? 0 : 1)
      return {
        conversation_id: id,
        seq,
        side: byCompany ? ('company' as const) : ('operator' as const),
        sender_id: byCompany ? id : operatorOf(id),
        admin: byCompany ? null : '运营人员（示例）',
        type: 0 as const,
        detail: WORDS,
        client_id: `seed-${seq}`,
        created_at: lastAt(id) - (messages - seq) * MINUTE_MS,
      }
    }
    await db.insertInto('chat_messages').values(ids.map(row)).execute()
  }
}
