import { readCollection } from '../../src/lib/content/check/library.ts'

interface Row {
  id: string
  title: string
  doc_number: string | null
  issuer: string | null
  date: string | null
  region: string | null
  body_markdown: string
}

export async function readLibrary(): Promise<Row[]> {
  const { entries } = await readCollection('src/content', 'originals')
  return entries.map(({ data: { id, title, number, issuers, made }, body }) => ({
    id: String(id),
    title,
    doc_number: number ?? null,
    issuer: issuers[0] ?? null,
    date: made ?? null,
    region: null,
    body_markdown: body,
  }))
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

function makeDraw(): <T>(choices: readonly T[]) => T {
  let seed = 11
  return (choices) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return choices[Math.floor((seed / 2_147_483_648) * choices.length)] as (typeof choices)[number]
  }
}
