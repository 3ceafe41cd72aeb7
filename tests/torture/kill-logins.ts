/** Kills the server (SIGKILL) in the middle of logins, again and again, and counts what it had acknowledged and lost. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { outboxPath } from '../../server/sms/outbox.ts'
import { ended, outputOf, runNode } from '../../server/testing/node.ts'

export interface TortureReport {
  kills: number
  acknowledged: number
  /** What was acknowledged and is not there after the restart, in words. */
  lost: string[]
  slowestStartMs: number
}

interface Acknowledged {
  phone: string
  cookie: string
}

const AT_ONCE = 8
const ROUND_LOGINS = 24
/** How many earlier logins are looked at again after each restart. */
const SAMPLE = 10

/** `seed` decides after how many acknowledgements each kill comes. `folder` must be empty. */
export async function killDuringLogins(folder: string, kills: number, seed: number): Promise<TortureReport> {
  const random = seededRandom(seed)
  const all: Acknowledged[] = []
  const lost: string[] = []
  let slowestStartMs = 0
  for (let round = 0; round < kills; round++) {
    const startedMs = performance.now()
    const server = await startServer(folder)
    slowestStartMs = Math.max(slowestStartMs, performance.now() - startedMs)
    const sample = [...all.slice(-ROUND_LOGINS), ...pick(all, SAMPLE, random)]
    for (const login of sample) lost.push(...(await whatIsMissing(server.origin, login)))
    all.push(...(await logInUntilKilled(folder, server, round, Math.floor(random() * ROUND_LOGINS))))
  }
  return { kills, acknowledged: all.length, lost, slowestStartMs: Math.round(slowestStartMs) }
}

type Server = Awaited<ReturnType<typeof startServer>>

async function startServer(folder: string) {
  const env = {
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    DIST_DIR: join(folder, 'dist'),
    TRUSTED_PROXY_HOPS: '1',
  }
  const child = runNode(['server/index.ts'], env)
  const [, origin = ''] = await outputOf(child, /请打开：(\S+)/)
  return { child, origin }
}

async function logInUntilKilled(folder: string, server: Server, round: number, killAfter: number) {
  const acknowledged: Acknowledged[] = []
  let next = 0
  const worker = async () => {
    while (next < ROUND_LOGINS) {
      const phone = `139${String(round).padStart(4, '0')}${String(next++).padStart(4, '0')}`
      const cookie = await logIn(folder, server.origin, phone)
      acknowledged.push({ phone, cookie })
      if (acknowledged.length === killAfter) server.child.kill('SIGKILL')
    }
  }
  if (killAfter === 0) server.child.kill('SIGKILL')
  // A request that the kill cut off was not acknowledged: nothing is claimed about it.
  await Promise.allSettled(Array.from({ length: AT_ONCE }, worker))
  server.child.kill('SIGKILL')
  await ended(server.child)
  return acknowledged
}

async function logIn(folder: string, origin: string, phone: string): Promise<string> {
  await post(origin, '/main/api/v1/sms', { phone })
  const sent = readFileSync(outboxPath(join(folder, 'data')), 'utf8')
    .trim()
    .split('\n')
  const line = sent.findLast((text) => text.includes(phone)) ?? ''
  const { code } = JSON.parse(line) as { code: string }
  const response = await post(origin, '/customer/api/v1/customer', {
    phone,
    captcha: code,
    consent: '2026-11-21',
  })
  const answer = (await response.json()) as { code: number }
  if (answer.code !== 200) throw new Error(`login of ${phone}: ${answer.code}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

async function whatIsMissing(origin: string, { phone, cookie }: Acknowledged): Promise<string[]> {
  const get = async (path: string) => (await fetch(origin + path, { headers: { cookie } })).json()
  const session = (await get('/customer/api/v1/login')) as { code: number }
  const messages = (await get('/customer/api/v1/message')) as { result?: { total: number } }
  return [
    ...(session.code === 200 ? [] : [`session of ${phone}`]),
    ...(messages.result?.total === 1 ? [] : [`welcome message of ${phone}: ${messages.result?.total}`]),
  ]
}

function post(origin: string, path: string, body: object): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    'sec-fetch-site': 'same-origin',
    // An address of its own for each request: the caps are not what is tried here.
    'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}`,
  }
  return fetch(origin + path, { method: 'POST', body: JSON.stringify(body), headers })
}

function byte(): number {
  return Math.floor(Math.random() * 256)
}

function pick<T>(items: T[], count: number, random: () => number): T[] {
  if (items.length === 0) return []
  return Array.from({ length: count }, () => items[Math.floor(random() * items.length)] as T)
}

/** Mulberry32: small, and the same everywhere for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
