/** What the server keeps in memory with a large catalogue, once everything that reads it has been asked for. */
import { mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { catalogueLines } from '../../src/lib/contract/policies/catalogue.ts'
import { largeCatalogue } from './large-catalogue.ts'
import { startPortal } from './portal.ts'

const POLICIES = 10_000
const REST_MS = 10_000
const READERS = [
  '/customer/api/v1/index/data',
  '/customer/api/v1/fixed/platformpolicy?type=matched&page=1',
  '/customer/api/v1/question/bill',
]

export interface CatalogueMemory {
  policies: number
  fileMb: number
  /** Resident, ten seconds after the last answer; undefined where the system does not say. */
  atRestMb: number | undefined
}

export async function measureCatalogueMemory(): Promise<CatalogueMemory> {
  const distDir = mkdtempSync(join(tmpdir(), 'large-site-'))
  const file = join(distDir, 'frontend/data/catalogue.jsonl')
  mkdirSync(join(distDir, 'frontend/data'), { recursive: true })
  writeFileSync(file, catalogueLines(largeCatalogue(POLICIES)))
  const portal = startPortal({ distDir })
  try {
    const { origin, cookie } = await portal.loggedIn()
    for (const path of READERS) await ask(origin + path, cookie)
    await wait(REST_MS)
    const fileMb = Math.round(statSync(file).size / 1024 ** 2)
    return { policies: POLICIES, fileMb, atRestMb: portal.residentMb() }
  } finally {
    portal.stop()
  }
}

async function ask(url: string, cookie: string): Promise<void> {
  const answer = await (await fetch(url, { headers: { cookie } })).json()
  if (answer.code !== 200) throw new Error(`${url}: ${JSON.stringify(answer)}`)
}
