/**
 * Ten thousand chats open at once, each of another company with a session and an address of its own, while operators
 * answer in one after the other: each holds an event stream, or asks every 5 seconds, and asks for what came after the last
 * message that it knows.
 */
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { createSchema, TEST_DATABASE_URL } from '../../server/testing/postgres.ts'
import { type Calls, openCalls, pause, spread } from './calls.ts'
import { atMost, type Goal } from './goals.ts'
import { type ManyChats, makeChats } from './many-chats.ts'
import { cpuMs, startPortal } from './portal.ts'

const CHATS = 10_000
const MESSAGES = 10
const POLL_MS = 5000
const IDLE_SECONDS = 20
const SENDING_SECONDS = 30
const SENT_PER_SECOND = 10
/** One alone may not send so much (behaviour B4.9). */
const OPERATORS = 4
/** While they are made. */
const AT_ONCE = 100
const DETAIL = '/customer/api/v1/chat/detail/phone'
const RESOURCE = '/customer/api/v1/chat/resource'
const EVENTS = '/customer/api/v1/chat/events'
const CONVERSATIONS = '/operator/api/v1/conversations'

/** On SQLite; beside `scripts/postgres.sh` on PostgreSQL, too. */
export async function measureOpenChats(): Promise<Record<string, Goal | object>> {
  const rows: Record<string, Goal | object> = {}
  for (const database of TEST_DATABASE_URL ? ['SQLite', 'PostgreSQL'] : ['SQLite']) {
    const told = await measureOn(database, holdStream)
    const asking = await measureOn(database, keepAsking)
    rows[`${database}：即时通知，收到一条的 99 分位`] = atMost({
      value: told.p99Ms,
      goal: 300,
      unit: ' 毫秒',
      reference: `每 5 秒查一次：${asking.p99Ms} 毫秒`,
    })
    rows[`${database}：即时通知`] = told
    rows[`${database}：每 5 秒查一次`] = asking
  }
  return rows
}

async function measureOn(database: string, keep: Keep): Promise<OpenChats> {
  const schema = database === 'PostgreSQL' ? await createSchema() : undefined
  const size = { companies: CHATS, messages: MESSAGES, operators: OPERATORS, loggedIn: CHATS }
  return measure(await makeChats({ ...size, databaseUrl: schema?.url }), keep).finally(schema?.drop)
}

interface OpenChats {
  /** From the moment in which the operator sends it. */
  p50Ms: number
  p99Ms: number
  /** Of one processor, by the server's process, while nobody and while somebody sends. */
  idle: string
  sending: string
  residentMb: number | undefined
  sent: number
  /** Not seen, or not in order. */
  missed: number
  failed: number
}

/** How a chat hears that it should ask. @returns what ends it */
type Keep = (chat: Chat, origin: string, index: number) => Promise<() => void>

async function measure(chats: ManyChats, keep: Keep): Promise<OpenChats> {
  const portal = startPortal({ ...chats, env: { TRUSTED_PROXY_HOPS: '1' } })
  const origin = await portal.listening()
  const calls = openCalls(origin, 500)
  const share = async (seconds: number, work: Promise<unknown>) => {
    const beforeMs = cpuMs(portal.pid)
    await work
    return `${((cpuMs(portal.pid) - beforeMs) / seconds / 10).toFixed(1)} %`
  }
  const open = chats.companies.map((cookie, index) => openChat(calls, cookie, addressOf(index)))
  const leave: (() => void)[] = []
  try {
    for (let from = 0; from < CHATS; from += AT_ONCE) {
      const some = open.slice(from, from + AT_ONCE)
      leave.push(...(await Promise.all(some.map((chat, index) => keep(chat, origin, from + index)))))
    }
    // What each asks at the beginning.
    await pause(POLL_MS)
    const idle = await share(IDLE_SECONDS, pause(IDLE_SECONDS * 1000))
    const sentAtMs = new Map<number, number[]>()
    const sending = await share(SENDING_SECONDS, send(calls, chats, sentAtMs))
    await pause(2 * POLL_MS)
    const tookMs: number[] = []
    let sent = 0
    for (const [index, times] of sentAtMs) {
      sent += times.length
      for (const [at, sentMs] of times.entries()) {
        const heardMs = open[index]?.heardAtMs[at]
        if (heardMs !== undefined) tookMs.push(heardMs - sentMs)
      }
    }
    const { p50, p99 } = spread(tookMs)
    const gaps = open.reduce((sum, chat) => sum + chat.gaps, 0)
    return {
      p50Ms: p50,
      p99Ms: p99,
      idle,
      sending,
      residentMb: portal.residentMb(),
      sent,
      missed: sent - tookMs.length + gaps,
      failed: calls.failed(),
    }
  } finally {
    for (const end of leave) end()
    calls.close()
    portal.stop()
  }
}

interface Chat {
  cookie: string
  headers: Record<string, string>
  /** As the page does: what is new and, where it was told, who takes care of it now. */
  ask: (isTold: boolean) => Promise<void>
  /** When each message came that was sent to it. */
  heardAtMs: number[]
  gaps: number
}

function openChat({ call }: Calls, cookie: string, address: string): Chat {
  const headers = { 'x-forwarded-for': address }
  let last = MESSAGES
  let asking: Promise<void> | undefined
  let isWanted = false
  async function askOn(isTold: boolean): Promise<void> {
    do {
      isWanted = false
      const path = `${DETAIL}?after=${last}`
      const { body } = await call({ cookie, path, headers: { ...headers, 'if-none-match': '"0-0"' } })
      for (const { seq } of body.result?.items ?? []) {
        if (seq !== last + 1) chat.gaps += 1
        last = seq
        chat.heardAtMs.push(performance.now())
      }
      if (isTold) await call({ cookie, path: RESOURCE, headers })
    } while (isWanted)
    asking = undefined
  }
  const chat: Chat = {
    cookie,
    headers,
    ask: (isTold) => {
      isWanted = asking !== undefined
      asking ??= askOn(isTold)
      return asking
    },
    heardAtMs: [],
    gaps: 0,
  }
  return chat
}

const holdStream: Keep = ({ cookie, headers, ask }, origin) =>
  new Promise((resolve, reject) => {
    const options = { agent: false, headers: { ...headers, cookie, accept: 'text/event-stream' } } as const
    const stream = request(origin + EVENTS, options, (answer) => {
      if (!answer.headers['content-type']?.startsWith('text/event-stream'))
        reject(new Error(`${EVENTS}: ${answer.statusCode}, no stream`))
      answer.on('data', (said: Buffer) => said.includes('news') && ask(true))
      answer.on('error', () => {})
      resolve(() => stream.destroy())
    })
    stream.on('error', reject)
    stream.end()
  })

/** Each at a moment of its own. */
const keepAsking: Keep = async ({ ask }, _, index) => {
  let timer: ReturnType<typeof setTimeout>
  const next = async () => {
    await ask(false)
    timer = setTimeout(next, POLL_MS)
  }
  timer = setTimeout(next, (index * POLL_MS) / CHATS)
  return () => clearTimeout(timer)
}

/** An operator answers in one chat after the other. @param sentAtMs of each chat, when a message was sent to it */
async function send(
  { call }: Calls,
  { ids, operators }: ManyChats,
  sentAtMs: Map<number, number[]>,
): Promise<void> {
  const answers: Promise<unknown>[] = []
  for (let turn = 0; turn < SENDING_SECONDS * SENT_PER_SECOND; turn++) {
    const index = (turn * 37) % CHATS
    const body = { type: 0, detail: '收到，我们看一下材料再回复您。', client_id: randomUUID() }
    sentAtMs.set(index, [...(sentAtMs.get(index) ?? []), performance.now()])
    answers.push(
      call({
        cookie: operators[turn % OPERATORS] ?? '',
        path: `${CONVERSATIONS}/${ids[index]}/messages`,
        method: 'POST',
        body,
        headers: { 'x-forwarded-for': '10.99.0.1' },
      }),
    )
    await pause(1000 / SENT_PER_SECOND)
  }
  await Promise.all(answers)
}

function addressOf(index: number): string {
  return `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`
}
