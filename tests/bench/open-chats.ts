/** A thousand chats open at once, each of which asks every 5 seconds for what is new. */
import autocannon from 'autocannon'
import { startPortal } from './portal.ts'

const CHATS = 1000
const POLL_SECONDS = 5
const SECONDS = 20
const POLLS = '/customer/api/v1/chat/detail/phone?after=0'

export interface OpenChats {
  pollsPerSecond: number
  p50Ms: number
  p99Ms: number
  failed: number
}

/** One connection for each chat, as browsers have; one company, because a login takes an SMS. */
export async function measureOpenChats(): Promise<OpenChats> {
  const portal = startPortal()
  try {
    const { origin, cookie } = await portal.loggedIn()
    const poll = { url: origin + POLLS, headers: { cookie } }
    // Not what is measured: the first seconds of a process.
    await autocannon({ ...poll, connections: 10, duration: 3 })
    const { latency, requests, non2xx, errors } = await autocannon({
      ...poll,
      connections: CHATS,
      overallRate: CHATS / POLL_SECONDS,
      duration: SECONDS,
    })
    return {
      pollsPerSecond: requests.average,
      p50Ms: latency.p50,
      p99Ms: latency.p99,
      failed: non2xx + errors,
    }
  } finally {
    portal.stop()
  }
}
