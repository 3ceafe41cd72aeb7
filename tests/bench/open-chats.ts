/** A thousand chats open at once, each of which asks every 5 seconds for what is new, each at a moment of its own. */
import { Agent, get } from 'node:http'
import { startPortal } from './portal.ts'

const CHATS = 1000
const POLL_MS = 5000
/** The first round warms the server up, and the others are measured. */
const ROUNDS = 4
const POLL = '/customer/api/v1/chat/detail/phone?after=0'

export interface OpenChats {
  polls: number
  p50Ms: number
  p99Ms: number
  failed: number
}

/** One connection for each chat, as browsers have; all of one company, because a login takes an SMS. */
export async function measureOpenChats(): Promise<OpenChats> {
  const portal = startPortal()
  const agent = new Agent({ keepAlive: true, maxSockets: CHATS })
  try {
    const { origin, cookie } = await portal.loggedIn()
    const tookMs: number[] = []
    let failed = 0
    const chats = Array.from({ length: CHATS }, async (_, index) => {
      await pause((index / CHATS) * POLL_MS)
      for (let round = 0; round < ROUNDS; round++) {
        const startMs = performance.now()
        const status = await ask(origin + POLL, { agent, cookie })
        const ms = performance.now() - startMs
        if (round > 0) tookMs.push(ms)
        if (status !== 200) failed += 1
        await pause(POLL_MS - ms)
      }
    })
    await Promise.all(chats)
    tookMs.sort((a, b) => a - b)
    const at = (share: number) => Math.round(tookMs[Math.floor(tookMs.length * share)] ?? Number.NaN)
    return { polls: tookMs.length, p50Ms: at(0.5), p99Ms: at(0.99), failed }
  } finally {
    agent.destroy()
    portal.stop()
  }
}

function ask(url: string, { agent, cookie }: { agent: Agent; cookie: string }): Promise<number> {
  return new Promise((resolve) => {
    get(url, { agent, headers: { cookie } }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    }).on('error', () => resolve(0))
  })
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
