/**
 * A thousand chats open at once, each of another company with a session of its own and a dialogue of a hundred
 * messages: each asks every 5 seconds for what came after the last one that it knows, each at a moment of its own,
 * while both sides go on writing.
 */
import { randomUUID } from 'node:crypto'
import { type Calls, openCalls, pause, spread } from './calls.ts'
import { type ManyChats, makeChats } from './many-chats.ts'
import { startPortal } from './portal.ts'

const CHATS = 1000
const MESSAGES = 100
const POLL_MS = 5000
/** The first round warms the server up, and the others are measured. */
const ROUNDS = 6
/** Of the operators and of the companies, each. */
const SENT_PER_SECOND = 10
const DETAIL = '/customer/api/v1/chat/detail/phone'
const CONVERSATIONS = '/operator/api/v1/conversations'

export interface OpenChats {
  polls: number
  p50Ms: number
  p99Ms: number
  sendP99Ms: number
  failed: number
  /** Messages that were sent meanwhile, and those of them that their chat has not seen, or not in order. */
  sent: number
  missed: number
}

export async function measureOpenChats(): Promise<OpenChats> {
  const chats = await makeChats({ companies: CHATS, messages: MESSAGES, operators: 1, loggedIn: CHATS })
  const portal = startPortal(chats)
  const calls = openCalls(await portal.listening(), CHATS)
  try {
    const sender = startSending(calls, chats)
    const readers = chats.companies.map(async (cookie, index) => {
      await pause((index / CHATS) * POLL_MS)
      return readOn(calls, cookie)
    })
    const read = await Promise.all(readers)
    const { sent, tookMs } = await sender.stop()
    let missed = 0
    for (const [index, reader] of read.entries()) {
      const last = await reader.poll()
      missed += (sent.get(index) ?? 0) - (last - MESSAGES) + reader.gaps()
    }
    const polls = spread(read.flatMap(({ tookMs }) => tookMs))
    return {
      polls: read.reduce((sum, { tookMs }) => sum + tookMs.length, 0),
      p50Ms: polls.p50,
      p99Ms: polls.p99,
      sendP99Ms: spread(tookMs).p99,
      failed: calls.failed(),
      sent: [...sent.values()].reduce((sum, count) => sum + count, 0),
      missed,
    }
  } finally {
    calls.close()
    portal.stop()
  }
}

/** One open chat, from the hundred messages that its page has. */
async function readOn({ call }: Calls, cookie: string) {
  const tookMs: number[] = []
  let last = MESSAGES
  let gaps = 0
  const poll = async () => {
    const { ms, body } = await call({ cookie, path: `${DETAIL}?after=${last}` })
    tookMs.push(ms)
    for (const { seq } of body.result?.items ?? []) {
      if (seq !== last + 1) gaps += 1
      last = seq
    }
    return last
  }
  for (let round = 0; round < ROUNDS; round++) {
    if (round === 1) tookMs.length = 0
    await poll()
    await pause(POLL_MS - (tookMs.at(-1) ?? 0))
  }
  return { tookMs: [...tookMs], poll, gaps: () => gaps }
}

/** Both sides go on writing, in one chat after the other. */
function startSending({ call }: Calls, { ids, companies, operators }: ManyChats) {
  const sent = new Map<number, number>()
  const tookMs: number[] = []
  const [operator = ''] = operators
  let running = true
  const text = () => ({ type: 0, detail: '收到，我们看一下材料再回复您。', client_id: randomUUID() })
  const write = async (index: number, target: { cookie: string; path: string }) => {
    const { ms, body } = await call({ ...target, method: 'POST', body: text() })
    tookMs.push(ms)
    if (body.code === 200) sent.set(index, (sent.get(index) ?? 0) + 1)
  }
  const work = async () => {
    for (let turn = 0; running; turn++) {
      const index = (turn * 37) % companies.length
      const other = (index + CHATS / 2) % companies.length
      await Promise.all([
        write(index, { cookie: operator, path: `${CONVERSATIONS}/${ids[index]}/messages` }),
        write(other, { cookie: companies[other] ?? '', path: DETAIL }),
        pause(1000 / SENT_PER_SECOND),
      ])
    }
  }
  const done = work()
  return {
    async stop() {
      running = false
      await done
      return { sent, tookMs }
    },
  }
}
