/** What the search finds in a library, and what a first query loads there and in a library of 10,000 documents. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importLibrary } from '../../scripts/content/import.ts'
import { THEMES } from '../../src/lib/content/schema/fields.ts'
import type { SearchDocument } from '../../src/lib/content/search/files.ts'
import { makeSearchFiles } from '../../src/lib/content/search/files.ts'
import type { SearchFile } from '../../src/lib/contract/policies/search-files.ts'
import { formatBytes } from '../../src/lib/rules/text/format-number.ts'
import {
  askSearch,
  type LibraryQuery,
  readExport,
  type SearchSource,
  scoreQueries,
} from '../flows/support/search-files.ts'
import { measureModule, measurePage } from '../guards/page-bytes.ts'
import { atLeast, atMost, type Goal } from './goals.ts'
import { makeDraw, manyDocuments, type Row, readLibrary } from './many-documents.ts'

const LARGE = 10_000
const KIB = 1024
const KINDS = ['部门文件', '地方文件', '政策解读', '政策资讯'] as const
const REGIONS = ['000000', '440000', '440100', '440106', '110000', '310000', '330100', '500000']

/** Builds the library, and makes the files of a larger one; with the bytes of the scripts of the page. */
export async function measureSearch(): Promise<Record<string, Goal | string>> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-search-'))
  try {
    const { jsonl, rows, queries } = readLibrary()
    const content = join(folder, 'content')
    const dist = join(folder, 'dist')
    await importLibrary(jsonl, content)
    const env = { ...process.env, CONTENT_DIR: content, CACHE_DIR: join(folder, 'cache') }
    const build = spawnSync('astro', ['build', '--outDir', dist], { env, encoding: 'utf8' })
    if (build.status !== 0) throw new Error(build.stderr)
    const library = readExport(dist)
    const { recallAt10, firstPlace, firstPlaceAll } = await scoreQueries(library, content, queries)
    const script = measurePage(dist, '/search').script + measureModule(dist, '/search', 'start-search')
    return {
      [`${queries.length} 个查询，前十条召回`]: atLeast({ value: recallAt10, goal: 0.97 }),
      标题和文号在第一位: atLeast({ value: firstPlace, goal: 0.9 }),
      全部查询在第一位: firstPlaceAll.toFixed(3),
      页面的脚本: formatBytes(script),
      [`${rows.length} 篇时首次查询，最大`]: weigh(library, queries, { script, goal: 150 }),
      [`${LARGE} 篇时首次查询，最大`]: weigh(makeLarge(rows, library.file.synonyms), queries, {
        script,
        goal: 200,
      }),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @param script bytes of it, which every query loads, too */
function weigh(
  source: SearchSource,
  queries: readonly LibraryQuery[],
  { script, goal }: { script: number; goal: number },
): Goal {
  const bytes = queries.map(({ query }) => askSearch(source, query).bytes + script).sort((a, b) => a - b)
  const at = (share: number) => bytes[Math.floor((bytes.length - 1) * share)] ?? 0
  const reference = `中位 ${formatBytes(at(0.5))}，95% ${formatBytes(at(0.95))}`
  return atMost({ value: at(1) / KIB, goal, unit: ' KB', reference })
}

/** Kinds, places and themes are drawn, too: in order they would compress to nothing. */
function makeLarge(rows: readonly Row[], synonyms: SearchFile['synonyms']): SearchSource {
  const draw = makeDraw()
  const documents = manyDocuments(rows, LARGE).map((row, number): SearchDocument => {
    const { title, doc_number, date, body_markdown: text } = row
    const departments = row.issuer?.split('、') ?? []
    return {
      id: number + 1,
      kind: draw(KINDS),
      region: draw(REGIONS),
      themes: [draw(THEMES), draw(THEMES)],
      departments,
      day: date ?? '',
      searched: { title, number: doc_number ?? '', about: departments.join(' '), body: text },
      text,
      result: { title, place: '全国', ...(doc_number && { number: doc_number }) },
    }
  })
  const { file, packed } = makeSearchFiles(
    documents.toSorted((a, b) => b.day.localeCompare(a.day)),
    synonyms,
  )
  return { file, read: (path) => packed.get(path) ?? new Uint8Array() }
}
