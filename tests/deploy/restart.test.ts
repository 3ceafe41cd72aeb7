/** An upgrade as in docs/run-several.md, under load: a build, then a restart of one process after the other. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endingWithUs } from '../../server/testing/end-with-us.ts'
import { createSchema } from '../../server/testing/postgres.ts'
import { startLoad } from './load.ts'
import { FILES_HOST, SITE_HOST, startNginx } from './nginx.ts'
import { startService } from './units.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })
const DIST = join(process.cwd(), 'dist')
let folder: string
let clearAway: (() => Promise<unknown>)[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'restart-'))
  chmodSync(folder, 0o755)
  clearAway = []
  if (!existsSync(join(DIST, 'index.html'))) await build()
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
})
afterEach(async () => {
  for (const clear of clearAway.reverse()) await clear()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

async function build(): Promise<void> {
  // As on a terminal: with NODE_ENV of the tests the pages would get React's development build.
  const { PATH, HOME } = process.env
  const npm = spawn(...endingWithUs('npm', ['run', 'build'], 'TERM'), {
    stdio: 'ignore',
    env: { PATH, HOME },
  })
  const code = await new Promise((resolve) => npm.once('exit', resolve))
  expect(code).toBe(0)
}

async function startPortal(names: string[], settings: Record<string, string>) {
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const env = {
    ...settings,
    DATA_DIR: dataDir,
    PUBLIC_ORIGINS: `https://${SITE_HOST}`,
    OPERATOR_PHONES: '13800000000',
    INSTALL_SECRET: randomBytes(32).toString('hex'),
    SMS_OUTBOX: 'yes',
    OBJECTS_PUBLIC_URL: `https://${FILES_HOST}`,
    TRUSTED_PROXY_HOPS: '1',
  }
  const processes = []
  for (const name of names) {
    const process = await startService(name, folder, env)
    clearAway.push(process.stop)
    processes.push(process)
  }
  const sockets = processes.map(({ socket }) => socket)
  const nginx = await startNginx({ folder: join(folder, 'nginx'), dist: DIST, processes: sockets })
  clearAway.push(nginx.stop)
  return { processes, load: startLoad(nginx, DIST, dataDir) }
}

test('one process on the embedded database: whoever comes during a restart waits a moment', async () => {
  const { processes, load } = await startPortal(['1'], {})
  for (let turn = 0; turn < 3; turn++) {
    await load.answered(50)
    await processes[0]?.restart()
  }
  const { requests, writes, failures, lost } = await load.stop()
  console.log(
    `3 restarts: ${requests} requests, ${writes} writes, ${failures.length} failures, ${lost.length} lost`,
  )
  expect({ failures, lost }).toEqual({ failures: [], lost: [] })
  expect(writes).toBeGreaterThan(5)
})

test('two processes on PostgreSQL: an upgrade, its build included', async () => {
  const { url, drop } = await createSchema()
  clearAway.push(drop)
  const { processes, load } = await startPortal(['1', '2'], { DATABASE_URL: url })
  await load.answered(50)
  await build()
  for (const process of processes) await process.restart()
  await load.answered(50)
  const { requests, writes, failures, lost } = await load.stop()
  console.log(
    `upgrade: ${requests} requests, ${writes} writes, ${failures.length} failures, ${lost.length} lost`,
  )
  expect({ failures, lost }).toEqual({ failures: [], lost: [] })
  expect(writes).toBeGreaterThan(20)
})
