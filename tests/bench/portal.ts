/** The portal in a process of its own, started as in production, and a logged-in company. */
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SERVER } from '../../scripts/tasks.mjs'
import { outboxPath } from '../../server/sms/gateway.ts'
import { outputOf, runNode } from '../../server/testing/node.ts'

const PHONE = '13800000001'
const COMPILE_CACHE = 'node_modules/.cache/node'
const TICK_MS = 10
const SAME_ORIGIN = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }

interface Settings {
  distDir?: string
  dataDir?: string
  databaseUrl?: string | undefined
  env?: Record<string, string>
}

export function startPortal({
  distDir = 'dist',
  dataDir = mkdtempSync(join(tmpdir(), 'bench-portal-')),
  databaseUrl,
  env = {},
}: Settings = {}) {
  const child = runNode(SERVER.slice(1), {
    PORT: '0',
    OBJECTS_PORT: '0',
    DATA_DIR: dataDir,
    DIST_DIR: distDir,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    ...env,
  })
  const listening = async () => {
    const [origin] = await outputOf(child, /http:\/\/localhost:\d+/)
    child.stdout.resume()
    return origin
  }
  const loggedIn = async () => {
    const origin = await listening()
    return { origin, cookie: await logIn(origin, dataDir) }
  }
  return {
    pid: child.pid,
    listening,
    loggedIn,
    stop: () => child.kill(),
  }
}

async function logIn(origin: string, dataDir: string): Promise<string> {
  const post = (path: string, body: object, cookie = '') =>
    fetch(origin + path, {
      method: 'POST',
      headers: { ...SAME_ORIGIN, cookie },
      body: JSON.stringify(body),
    })
  const browser = cookiesOf(await post('/main/api/v1/sms', { phone: PHONE }))
  const [line = ''] = readFileSync(outboxPath(dataDir), 'utf8').trimEnd().split('\n').slice(-1)
  const login = { phone: PHONE, captcha: JSON.parse(line).code }
  return cookiesOf(await post('/customer/api/v1/customer', login, browser))
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Returns the process's CPU time since its start, user and system. @throws on other systems */
export function cpuMs(pid: number | undefined): number {
  const [, times = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = times.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * TICK_MS
}
