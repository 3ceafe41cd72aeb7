/** Serves the last build with the reference backend on an empty data folder and free ports, and sets scenes for tests. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getCookie } from 'hono/cookie'
import { openBackend } from '../../../server/backend.ts'
import { getConfig } from '../../../server/config/config.ts'
import { listen, stopListening } from '../../../server/listen.ts'
import { describeError, logToStdout } from '../../../server/log.ts'
import { isInDirectory } from '../../../server/providers/public-providers.ts'
import { serveSite } from '../../../server/site/serve-site.ts'
import { WORKER_PATH } from '../../../src/lib/browser/offline/pages.ts'
import { SCENES } from './scenes.ts'
import { WORKER_COOKIE } from './server.ts'

const CACHE = 'node_modules/.cache'
const JOBS_EVERY_MS = 5_000

/** Another site: its address gives its page and its policy. Only one of its names may frame ours. */
const others = createServer(({ url = '' }, response) => {
  const { searchParams } = new URL(url, 'http://other.localhost')
  const policy = searchParams.get('policy')
  if (policy) response.setHeader('content-security-policy', policy)
  response.setHeader('content-type', 'text/html; charset=utf-8').end(searchParams.get('html') ?? '')
})
await new Promise<void>((resolve) => others.listen(0, '127.0.0.1', resolve))
const othersPort = (others.address() as AddressInfo).port

mkdirSync(CACHE, { recursive: true })
const dataDir = mkdtempSync(join(CACHE, 'e2e-'))
const config = getConfig({
  DATA_DIR: dataDir,
  PORT: '0',
  EMBED_HOSTS: `http://friend.localhost:${othersPort}`,
})
const backend = await openBackend(config, logToStdout, () => {})
backend.app.post('/scenes/:name', async (context) => {
  const set = SCENES[context.req.param('name') as keyof typeof SCENES] as (
    db: typeof backend.db,
    ...given: unknown[]
  ) => Promise<unknown>
  const said = await set(backend.db, ...(await context.req.json()))
  return said === undefined ? context.body(null) : context.json(said as object)
})
/** Replaces the pages' worker, as another build would: by the cookie of the browser. */
const workers = new Map<string, string>()
backend.app.post('/worker/:browser', async (context) => {
  workers.set(context.req.param('browser'), await context.req.text())
  return context.body(null)
})
backend.app.get(WORKER_PATH, async (context, next) => {
  const headers = {
    'Content-Type': 'text/javascript',
    'Cache-Control': 'no-cache',
    'Service-Worker-Allowed': '/',
  }
  const worker = workers.get(getCookie(context, WORKER_COOKIE) ?? '')
  return worker === undefined ? next() : context.body(worker, 200, headers)
})
backend.app.all(
  '*',
  serveSite(config.distDir, (path) => isInDirectory(backend.db, path)),
)
await backend.listen()
const server = await listen(backend.app, { port: config.port, host: config.bindAddress })
const jobs = setInterval(() => {
  for (const run of backend.jobLanes) {
    run().catch((error) => logToStdout({ level: 'error', event: 'jobs-failed', ...describeError(error) }))
  }
}, JOBS_EVERY_MS)
process.stdout.write(
  `e2e port ${(server.address() as AddressInfo).port} others ${othersPort} data ${dataDir}\n`,
)

/** The test runner may be killed before it stops this process. */
const parent = process.ppid
const watch = setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 1000)

process.once('SIGTERM', async () => {
  clearInterval(watch)
  clearInterval(jobs)
  others.close()
  await Promise.all([stopListening(server), backend.stop()])
  await backend.close()
  rmSync(dataDir, { recursive: true, force: true })
})
