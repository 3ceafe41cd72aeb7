/** What the search finds in the real policy library, and what a first query loads there and in a library of 10,000. */
import { existsSync, readFileSync } from 'node:fs'
import { THEMES } from '../../src/lib/content/schema/fields.ts'
import type { SearchDocument } from '../../src/lib/content/search/files.ts'
import { makeSearchFiles } from '../../src/lib/content/search/files.ts'
import type { SearchFile } from '../../src/lib/contract/policies/search-files.ts'
import { formatBytes } from '../../src/lib/rules/text/format-number.ts'
import {
  askSearch,
  type LibraryQuery,
  readExport,
  readQueries,
  type SearchSource,
  scoreQueries,
} from '../flows/support/search-files.ts'
import { measureModule, measurePage } from '../guards/page-bytes.ts'

const QUERIES = '../shared/corpus/queries.jsonl'
const LARGE = 10_000
const KINDS = ['部门文件', '地方文件', '政策解读', '政策资讯'] as const
const REGIONS = ['000000', '440000', '440100', '440106', '110000', '310000', '330100', '500000']

interface Row {
  title: string
  doc_number: string | null
  issuer: string | null
  date: string | null
  body_markdown: string
}

/** @param dist the export of the imported library */
export async function measureSearch(dist: string, contentDir: string, corpus: string): Promise<void> {
  if (!existsSync(QUERIES)) return console.log(`没有 ${QUERIES}，跳过搜索的测量`)
  const queries = readQueries(QUERIES)
  const library = readExport(dist)
  const { recallAt10, firstPlace, firstPlaceAll } = await scoreQueries(library, contentDir, queries)
  const script = measurePage(dist, '/search').script + measureModule(dist, '/search', 'start-search')
  console.log(`搜索：${queries.length} 个查询`)
  console.table({
    '前十条召回（不低于 0.97）': recallAt10.toFixed(3),
    '标题和文号第一位（不低于 0.9）': firstPlace.toFixed(3),
    全部查询第一位: firstPlaceAll.toFixed(3),
    脚本: formatBytes(script),
    '398 篇时首次查询': weigh(library, queries, script),
    [`${LARGE} 篇时首次查询`]: weigh(makeLarge(corpus, library.file.synonyms), queries, script),
  })
}

function weigh(source: SearchSource, queries: readonly LibraryQuery[], script: number): string {
  const startMs = performance.now()
  const bytes = queries.map(({ query }) => askSearch(source, query).bytes + script).sort((a, b) => a - b)
  const eachMs = (performance.now() - startMs) / queries.length
  const at = (share: number) => formatBytes(bytes[Math.floor((bytes.length - 1) * share)] ?? 0)
  return `中位 ${at(0.5)}，95% ${at(0.95)}，最大 ${at(1)}；每个查询 ${eachMs.toFixed(0)} ms（含压缩）`
}

/** Ten thousand documents whose paragraphs are drawn from all of the library. */
function makeLarge(corpus: string, synonyms: SearchFile['synonyms']): SearchSource {
  const rows = readFileSync(corpus, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
  const paragraphs = rows.flatMap(({ body_markdown }) => body_markdown.split('\n\n'))
  let seed = 11
  const draw = (limit: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * limit)
  }
  const documents = Array.from({ length: LARGE }, (_, number) => {
    const row = rows[number % rows.length] as Row
    const count = row.body_markdown.split('\n\n').length
    const drawn = Array.from({ length: count }, () => paragraphs[draw(paragraphs.length)]).join('\n')
    return toDocument(row, number, number < rows.length ? row.body_markdown : drawn)
  })
  const { file, packed } = makeSearchFiles(
    documents.toSorted((a, b) => b.day.localeCompare(a.day)),
    synonyms,
  )
  return { file, read: (path) => packed.get(path) ?? new Uint8Array() }
}

function toDocument(row: Row, number: number, text: string): SearchDocument {
  const departments = row.issuer?.split('、') ?? []
  const title = number < 1000 ? row.title : `${row.title}（${number}）`
  return {
    id: number + 1,
    kind: KINDS[number % KINDS.length] ?? '',
    region: REGIONS[number % REGIONS.length] ?? '',
    themes: [THEMES[number % THEMES.length], THEMES[(number * 7) % THEMES.length]].flatMap(
      (theme) => theme ?? [],
    ),
    departments,
    day: row.date ?? '',
    searched: { title, number: row.doc_number ?? '', about: departments.join(' '), body: text },
    text,
    result: { title, place: '全国', ...(row.doc_number && { number: row.doc_number }) },
  }
}
