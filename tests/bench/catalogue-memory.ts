/** What the server keeps in memory with a large catalogue, once everything that reads it has been asked for. */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { COMPILE_SERVER } from '../../scripts/tasks.mjs'
import { ended, runNode } from '../../server/testing/node.ts'
import { catalogueLines } from '../../src/lib/contract/policies/catalogue.ts'
import { atMost } from './goals.ts'
import { largeCatalogue } from './large-catalogue.ts'
import { startPortal } from './portal.ts'

const POLICIES = 10_000
const REST_MS = 10_000
const READERS = [
  '/customer/api/v1/index/data',
  '/customer/api/v1/fixed/platformpolicy?type=matched&page=1',
  '/customer/api/v1/question/bill',
]

/** Of the server's process as `npm start` starts it the first time; npm and scripts/run.mjs beside it are not in it. */
export async function measureCatalogueMemory(): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), 'large-site-'))
  const file = join(folder, 'frontend/data/catalogue.jsonl')
  mkdirSync(join(folder, 'frontend/data'), { recursive: true })
  writeFileSync(file, catalogueLines(largeCatalogue(POLICIES)))
  const env = { NODE_COMPILE_CACHE: join(folder, 'compiled') }
  await ended(runNode(COMPILE_SERVER.slice(1), env))
  const portal = startPortal({ distDir: folder, env })
  try {
    const { origin, cookie } = await portal.loggedIn()
    for (const path of READERS) await ask(origin + path, cookie)
    await wait(REST_MS)
    const fileMb = Math.round(statSync(file).size / 1024 ** 2)
    const value = portal.residentMb() ?? Number.NaN
    return {
      [`服务进程的常驻内存（RSS），${POLICIES} 项政策，静置`]: atMost({
        value,
        goal: 150,
        unit: ' MB',
        reference: `目录文件 ${fileMb} MB`,
      }),
    }
  } finally {
    portal.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function ask(url: string, cookie: string): Promise<void> {
  const answer = await (await fetch(url, { headers: { cookie } })).json()
  if (answer.code !== 200) throw new Error(`${url}: ${JSON.stringify(answer)}`)
}
