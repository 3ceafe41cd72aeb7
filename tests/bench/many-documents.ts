/** Makes any number of documents from a library: real documents if they lie beside the repository, else its own samples. */
import { existsSync, readFileSync } from 'node:fs'
import { SAMPLE_LIBRARY, SAMPLE_QUERIES } from '../flows/support/sample-library.ts'
import { type LibraryQuery, readQueries } from '../flows/support/search-files.ts'

const CORPUS = '../shared/corpus'

/** A line of an exported library, as `npm run content:import` reads it. */
export interface Row {
  id: string
  title: string
  doc_number: string | null
  issuer: string | null
  date: string | null
  region: string | null
  body_markdown: string
}

interface Library {
  jsonl: string
  rows: readonly Row[]
  queries: readonly LibraryQuery[]
}

export function readLibrary(): Library {
  const isThere = existsSync(CORPUS)
  const jsonl = isThere ? readFileSync(`${CORPUS}/policies-real.jsonl`, 'utf8') : SAMPLE_LIBRARY
  const queries = isThere ? readQueries(`${CORPUS}/queries.jsonl`) : SAMPLE_QUERIES
  const rows = jsonl
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
  return { jsonl, rows, queries }
}

/**
 * Returns the library itself first; then its documents again, with other ids and titles, and with paragraphs drawn from all
 * of them, as long as the first. The same arguments give the same documents.
 */
export function manyDocuments(rows: readonly Row[], count: number): Row[] {
  const paragraphs = rows.flatMap(({ body_markdown }) => body_markdown.split('\n\n'))
  const draw = makeDraw()
  return Array.from({ length: count }, (_, number) => {
    const row = rows[number % rows.length] as Row
    const round = Math.floor(number / rows.length)
    if (round === 0) return row
    const body = row.body_markdown.split('\n\n').map(() => draw(paragraphs))
    return {
      ...row,
      id: `${row.id}-${round}`,
      title: `${row.title.slice(0, 180)}（第${round + 1}批）`,
      doc_number: null,
      body_markdown: body.join('\n\n'),
    }
  })
}

/** Returns pseudo-random choices that are the same in every run. */
export function makeDraw(): <T>(choices: readonly T[]) => T {
  let seed = 11
  return (choices) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return choices[Math.floor((seed / 2_147_483_648) * choices.length)] as (typeof choices)[number]
  }
}
