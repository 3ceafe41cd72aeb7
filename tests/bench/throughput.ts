/** Measures the CPU time of a session check and an idle chat poll, beside a route that does nothing. */

import { mkdtempSync } from 'node:fs'
import { Agent, get, type OutgoingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect } from '../../server/db/connect.ts'
import { startSession } from '../../server/sessions/sessions.ts'
import { outputOf, runNode } from '../../server/testing/node.ts'
import { createSchema, TEST_DATABASE_URL } from '../../server/testing/postgres.ts'
import { atLeast, type Goal } from './goals.ts'
import { cpuMs, startPortal } from './portal.ts'

const SECONDS = 2
/** Runs all kinds in turn. The cheapest round of each counts: others include a cold start, or a busy machine. */
const ROUNDS = 8
const CONNECTIONS = 40
/** Each with a session and an address of their own, because the rate limit would refuse nearly all (behaviour B4.9). */
const PEOPLE = 600
const FIRST_ID = 1000

type Kind = 'bare' | 'sessionCheck' | 'idlePoll'

/** On SQLite; with `scripts/postgres.sh` also on PostgreSQL, whose own work no figure includes. */
export async function measureThroughput(): Promise<object> {
  const onSqlite = rowsOf('SQLite', await measure())
  if (!TEST_DATABASE_URL) return onSqlite
  const { url, drop } = await createSchema()
  return { ...onSqlite, ...rowsOf('PostgreSQL', await measure(url).finally(drop)) }
}

function rowsOf(database: string, microseconds: Record<Kind, number>): Record<string, Goal> {
  const { bare } = microseconds
  const row = (kind: Kind, goal: number) =>
    atLeast({
      value: bare / microseconds[kind],
      goal,
      reference: `${microseconds[kind].toFixed(1)} µs，什么也不做的接口 ${bare.toFixed(1)} µs`,
    })
  return {
    [`${database}：检查登录状态`]: row('sessionCheck', 0.45),
    [`${database}：没有新消息的查询`]: row('idlePoll', 0.4),
  }
}

async function measure(databaseUrl?: string): Promise<Record<Kind, number>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-throughput-'))
  const cookies = await addPeople(databaseUrl ?? dataDir)
  const bare = runNode(['tests/bench/bare-route.ts'])
  const portal = startPortal({ dataDir, databaseUrl, env: { TRUSTED_PROXY_HOPS: '1' } })
  try {
    const [bareUrl] = await outputOf(bare, /http:\/\/\S+/)
    const origin = await portal.listening()
    const targets: Record<Kind, { url: string; pid: number | undefined }> = {
      bare: { url: bareUrl, pid: bare.pid },
      sessionCheck: { url: `${origin}/customer/api/v1/login`, pid: portal.pid },
      idlePoll: { url: `${origin}/customer/api/v1/chat/detail/phone?after=1`, pid: portal.pid },
    }
    const least: Record<Kind, number> = { bare: Infinity, sessionCheck: Infinity, idlePoll: Infinity }
    for (let round = 0; round < ROUNDS; round++) {
      for (const kind of Object.keys(targets) as Kind[]) {
        const { url, pid } = targets[kind]
        const beforeMs = cpuMs(pid)
        const requests = await fire(url, cookies, kind === 'idlePoll' ? '"0-0"' : undefined)
        least[kind] = Math.min(least[kind], ((cpuMs(pid) - beforeMs) * 1000) / requests)
      }
    }
    return least
  } finally {
    bare.kill()
    portal.stop()
  }
}

/** Adds people of a company each, with one message in its chat. @returns a cookie of each */
async function addPeople(target: string): Promise<string[]> {
  const { db, close } = await connect(target)
  const ids = Array.from({ length: PEOPLE }, (_, index) => FIRST_ID + index)
  const added = { created_at: 0 }
  const cookies = await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('companies')
      .values(ids.map((id) => ({ id, name: `企业 ${id}`, ...added })))
      .execute()
    await transaction
      .insertInto('customers')
      .values(
        ids.map((id) => ({
          id,
          name: '',
          phone: `138${String(id).padStart(8, '0')}`,
          company_id: id,
          ...added,
        })),
      )
      .execute()
    await transaction
      .insertInto('conversations')
      .values(
        ids.map((id) => ({
          id,
          company_id: id,
          kind: 'chat' as const,
          title: '',
          last_seq: 1,
          last_at: 1,
          ...added,
        })),
      )
      .execute()
    await transaction
      .insertInto('chat_messages')
      .values(
        ids.map((id) => ({
          conversation_id: id,
          seq: 1,
          side: 'company' as const,
          sender_id: id,
          type: 0 as const,
          detail: '您好',
          client_id: `seed-${id}`,
          ...added,
        })),
      )
      .execute()
    const tokens: string[] = []
    for (const customer_id of ids) {
      const session = { customer_id, device: null, address: 'local', browser_hash: '' }
      tokens.push(`session=${await startSession(transaction, session, Date.now())}`)
    }
    return tokens
  })
  await close()
  return cookies
}

/**
 * Sends the same requests for all kinds, as through a proxy.
 * @param known a poll's mark of the files, as on the page: then all answers are 304
 * @returns the number of answers
 */
async function fire(url: string, cookies: readonly string[], known?: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const end = Date.now() + SECONDS * 1000
  let asked = 0
  const keepAsking = async () => {
    while (Date.now() < end) {
      const index = asked++ % cookies.length
      const { status, body } = await ask(url, agent, {
        cookie: cookies[index],
        ...(known && { 'if-none-match': known }),
        'x-forwarded-for': `10.1.${index >> 8}.${index & 255}`,
        'x-forwarded-proto': 'http',
      })
      const isExpected = known ? status === 304 && !body : status === 200 && body.includes('"code":200')
      if (!isExpected) throw new Error(`${url}: ${status} ${body}`)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, keepAsking)).finally(() => agent.destroy())
  return asked
}

function ask(url: string, agent: Agent, headers: OutgoingHttpHeaders) {
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    get(url, { agent, headers }, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode, body }), reject)
    }).on('error', reject)
  })
}
