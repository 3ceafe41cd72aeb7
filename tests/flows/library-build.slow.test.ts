/** The real policy library, imported and built as one whole: nothing lost, no warning, and everything is found. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { importLibrary } from '../../scripts/content/import.ts'
import { askSearch, readExport, readQueries, scoreQueries } from './support/search-files.ts'

const CORPUS = '../shared/corpus/policies-real.jsonl'
const QUERIES = '../shared/corpus/queries.jsonl'
/** 150 KB, less what the page's script may weigh. */
const FIRST_QUERY_BYTES = 130 * 1024
const folder = mkdtempSync(join(tmpdir(), 'corpus-'))
const missing = existsSync(CORPUS) ? '' : `（跳过：没有 ${CORPUS}）`

afterAll(() => rmSync(folder, { recursive: true }))

test.skipIf(missing)(
  `398 documents become pages without a warning${missing}`,
  { timeout: 120_000 },
  async () => {
    const { written, refused } = await importLibrary(readFileSync(CORPUS, 'utf8'), join(folder, 'content'))
    expect({ written, refused }).toEqual({
      written: { originals: 355, interpretations: 24, news: 19 },
      refused: [],
    })

    const env = { ...process.env, NODE_ENV: 'production', CONTENT_DIR: join(folder, 'content') }
    const build = spawnSync('astro', ['build', '--outDir', join(folder, 'dist')], { env, encoding: 'utf8' })
    expect(build.status, build.stderr).toBe(0)
    const output = `${build.stdout}${build.stderr}`
    expect(output.split('\n').filter((line) => /warn|error/i.test(line))).toEqual([])

    const catalogue = JSON.parse(readFileSync(join(folder, 'dist/frontend/data/catalogue.json'), 'utf8'))
    expect(catalogue).toMatchObject({
      news: { length: 19 },
      policies: { length: 355 },
      items: { length: 24 },
    })
  },
)

test.skipIf(missing || !existsSync(QUERIES))(
  `people's queries find their documents, and load little${missing}`,
  { timeout: 120_000 },
  async () => {
    const source = readExport(join(folder, 'dist'))
    const queries = readQueries(QUERIES)
    const { recallAt10, firstPlace } = await scoreQueries(source, join(folder, 'content'), queries)
    expect(recallAt10).toBeGreaterThanOrEqual(0.97)
    expect(firstPlace).toBeGreaterThanOrEqual(0.9)
    const heavy = queries
      .map(({ query }) => ({ query, bytes: askSearch(source, query).bytes }))
      .filter(({ bytes }) => bytes > FIRST_QUERY_BYTES)
    expect(heavy).toEqual([])
  },
)
