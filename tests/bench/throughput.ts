/** How many session checks and idle chat polls a second the server answers, beside a route that does nothing. */
import autocannon from 'autocannon'
import { outputOf, runNode } from '../../server/testing/node.ts'
import { startPortal } from './portal.ts'

const SECONDS = 5
const CONNECTIONS = 40
const POLLS_PER_SECOND = 2000

export interface Throughput {
  /** Requests a second. */
  bare: number
  sessionCheck: number
  idlePoll: number
  /** Of 2,000 idle polls a second, milliseconds. */
  pollP99Ms: number
  /** Resident memory after it all, MB; undefined where the system does not say. */
  residentMb: number | undefined
}

export async function measureThroughput(): Promise<Throughput> {
  const bareServer = runNode(['tests/bench/bare-route.ts'])
  const portal = startPortal()
  try {
    const [bareUrl] = await outputOf(bareServer, /http:\/\/\S+/)
    const { origin, cookie } = await portal.loggedIn()
    const check = { url: `${origin}/customer/api/v1/login`, headers: { cookie } }
    const poll = { url: `${origin}/customer/api/v1/chat/detail/phone?after=0`, headers: { cookie } }
    await fire({ url: bareUrl })
    const bare = await fire({ url: bareUrl })
    await fire(check)
    const sessionCheck = await fire(check)
    const idlePoll = await fire(poll)
    const paced = await fire({ ...poll, overallRate: POLLS_PER_SECOND })
    return {
      bare: bare.requests.average,
      sessionCheck: sessionCheck.requests.average,
      idlePoll: idlePoll.requests.average,
      pollP99Ms: paced.latency.p99,
      residentMb: portal.residentMb(),
    }
  } finally {
    bareServer.kill()
    portal.stop()
  }
}

async function fire(options: autocannon.Options): Promise<autocannon.Result> {
  const result = await autocannon({ connections: CONNECTIONS, duration: SECONDS, ...options })
  if (result.non2xx + result.errors > 0)
    throw new Error(`${options.url}: ${result.non2xx} refused, ${result.errors} failed`)
  return result
}
