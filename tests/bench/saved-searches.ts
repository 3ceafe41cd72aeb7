/** 10,000 documents and 1,000 saved conditions: what telling after a build takes, and what a feed of one condition. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'valibot'
import { documentsFor, searchLibrary } from '../../server/catalogue/search-library.ts'
import type { Database } from '../../server/db/schema.ts'
import { noteNews } from '../../server/saved-searches/news.ts'
import { openPortal } from '../../server/testing/portal.ts'
import {
  type Condition,
  condition,
  conditionFeed,
  writeCondition,
} from '../../src/lib/contract/account/saved-search.ts'
import { SEARCH_PATH } from '../../src/lib/contract/policies/search-files.ts'
import { formatBytes } from '../../src/lib/rules/text/format-number.ts'
import { readLibrary } from './many-documents.ts'
import { makeLarge } from './search.ts'

const PEOPLE = 500
const EACH = 2
const NEWS = 100
const FEEDS = 40
const REGIONS = ['440000', '440100', '440106', '110000', '310000', '330100', '500000']

export async function measureSavedSearches(): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), 'saved-searches-'))
  const { rows, queries } = readLibrary()
  const { file, packed } = makeLarge(rows, {})
  for (const [path, bytes] of [[SEARCH_PATH, JSON.stringify(file)], ...packed] as const) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
  const load = searchLibrary(folder, () => undefined)
  const heapBefore = heapMb()
  const reading = await timed(load)
  const libraryMb = heapMb() - heapBefore
  const conditions = Array.from({ length: PEOPLE * EACH }, (_, index) => {
    const region = REGIONS[index % REGIONS.length]
    const q = queries[index % queries.length]?.query
    return parse(
      condition,
      index % 2 === 0 ? { list: 'search', q, region } : { list: 'interpretations', region },
    )
  })
  const portal = await openPortal({ searchLibrary: load })
  await portal.runUpdateJobs()
  await fill(portal.db, conditions)
  const library = await load()
  await noteNews(
    portal.db,
    library.documents
      .slice(0, NEWS)
      .map(({ kind, id }) => ({ kind, page_id: id, policy_id: null, words: null })),
    { builtMs: 1, nowMs: portal.clock.ms },
  )
  let peak = heapMb()
  const before = peak
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().heapUsed / 1024 ** 2)
  }, 5)
  const telling = await timed(portal.runUpdateJobs)
  clearInterval(watch)
  const told = await portal.db
    .selectFrom('messages')
    .select((row) => row.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  const feeds = await timed(async () => {
    let bytes = 0
    for (const each of conditions.slice(0, FEEDS)) {
      bytes = Math.max(bytes, (await portal.browser().get(conditionFeed(each))).body.length)
    }
    return bytes
  })
  const finding = await timed(async () => {
    for (const each of conditions.slice(0, FEEDS)) await documentsFor(library, each, '2026-11-21')
  })
  await portal.close()
  rmSync(folder, { recursive: true })
  return {
    读取搜索文件: `${seconds(reading.ms)}，留在内存 ${libraryMb.toFixed(0)} MB`,
    告知: `${seconds(telling.ms)}，${told.count} 条消息，内存最多增加 ${(peak - before).toFixed(0)} MB`,
    订阅源: `平均 ${(feeds.ms / FEEDS).toFixed(0)} 毫秒，其中查找 ${(finding.ms / FEEDS).toFixed(0)} 毫秒；最大 ${formatBytes(feeds.value)}`,
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} 秒`

function heapMb(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1024 ** 2
}

async function timed<Value>(run: () => Promise<Value>): Promise<{ value: Value; ms: number }> {
  const startMs = performance.now()
  const value = await run()
  return { value, ms: performance.now() - startMs }
}

async function fill(db: Database, conditions: readonly Condition[]): Promise<void> {
  const people = Array.from({ length: PEOPLE }, (_, index) => index + 1000)
  await db
    .insertInto('companies')
    .values(people.map((id) => ({ id, name: `企业${id}`, created_at: 0 })))
    .execute()
  await db
    .insertInto('customers')
    .values(
      people.map(
        (id) =>
          ({
            id,
            company_id: id,
            name: '测试',
            phone: `138${String(id).padStart(8, '0')}`,
            created_at: 0,
          }) as never,
      ),
    )
    .execute()
  await db
    .insertInto('saved_searches')
    .values(
      conditions.map((each, index) => ({
        customer_id: people[index % PEOPLE] ?? 0,
        condition: writeCondition(each),
        rhythm: 'at_once' as const,
        seen_news: 0,
        created_at: 0,
      })),
    )
    .execute()
}
