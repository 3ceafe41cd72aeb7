/** How many session checks and idle chat polls a second the server answers, beside a route that does nothing. */
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { outboxPath } from '../../server/sms/outbox.ts'
import { outputOf, runNode } from '../../server/testing/node.ts'

const SECONDS = 5
const CONNECTIONS = 40
const POLLS_PER_SECOND = 2000
const PHONE = '13800000001'
const SAME_ORIGIN = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }

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
  const dataDir = mkdtempSync(join(tmpdir(), 'throughput-'))
  const bareServer = runNode(['tests/bench/bare-route.ts'])
  const portal = runNode(['server/index.ts'], {
    PORT: '0',
    OBJECTS_PORT: '0',
    DATA_DIR: dataDir,
  })
  try {
    const [bareUrl] = await outputOf(bareServer, /http:\/\/\S+/)
    const [origin] = await outputOf(portal, /http:\/\/localhost:\d+/)
    portal.stdout.resume()
    const cookie = await logIn(origin, dataDir)
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
      residentMb: residentMb(portal.pid),
    }
  } finally {
    bareServer.kill()
    portal.kill()
  }
}

async function fire(options: autocannon.Options): Promise<autocannon.Result> {
  const result = await autocannon({ connections: CONNECTIONS, duration: SECONDS, ...options })
  if (result.non2xx + result.errors > 0)
    throw new Error(`${options.url}: ${result.non2xx} refused, ${result.errors} failed`)
  return result
}

async function logIn(origin: string, dataDir: string): Promise<string> {
  const post = (path: string, body: object) =>
    fetch(origin + path, { method: 'POST', headers: SAME_ORIGIN, body: JSON.stringify(body) })
  await post('/main/api/v1/sms', { phone: PHONE })
  const [line = ''] = readFileSync(outboxPath(dataDir), 'utf8').trimEnd().split('\n').slice(-1)
  const answer = await post('/customer/api/v1/customer', { phone: PHONE, captcha: JSON.parse(line).code })
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

function residentMb(pid: number | undefined): number | undefined {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024)
  } catch {
    return undefined
  }
}
