/**
 * `npm run content:import -- FILE.jsonl [DIR]`: turns an exported policy library (one JSON document a line) into
 * content files. Page ids stay the same when a document is imported again, because its file remembers its `ref`.
 */

import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { stringify } from 'yaml'
import { readAuthorities } from '../../src/lib/content/authorities.ts'
import { readCollection } from '../../src/lib/content/check/library.ts'
import type { PolicyCollectionName } from '../../src/lib/content/schema/documents.ts'
import { convertRow, type ImportedDocument, type Omission } from './convert-row.ts'

interface Refusal {
  line: number
  reason: string
}

const COLLECTION_LABELS = { originals: '政策原文', interpretations: '政策解读', news: '政策资讯' } as const

interface ImportedLibrary {
  written: Record<PolicyCollectionName, number>
  refused: Refusal[]
  /** Values of imported rows that their pages omit or show elsewhere. */
  omitted: (Omission & { line: number })[]
}

/** Writes every valid row below `dir`; returns the others with line and reason. */
export async function importLibrary(jsonl: string, dir: string): Promise<ImportedLibrary> {
  const written = { originals: 0, interpretations: 0, news: 0 }
  const refused: Refusal[] = []
  const omitted: ImportedLibrary['omitted'] = []
  const ids = await readIds(dir)
  const { authorities } = await readAuthorities(dir)
  const seen = new Set<string>()
  for (const [index, line] of jsonl.split('\n').entries()) {
    // `trim` also removes a byte order mark.
    const text = line.trim()
    if (text === '') continue
    const result = convertRow(text, authorities)
    if (!result.ok) {
      refused.push({ line: index + 1, reason: result.reason })
      continue
    }
    const { document } = result
    if (seen.has(document.ref)) {
      refused.push({
        line: index + 1,
        reason: `id：应为没有出现过的编号，实际为 "${document.ref}"（前面已有）`,
      })
      continue
    }
    seen.add(document.ref)
    const path = join(dir, document.collection, `${document.ref}.md`)
    if (existsSync(path) && !ids[document.collection].knows(document.ref)) {
      refused.push({ line: index + 1, reason: `id：应为没有别的内容用过的文件名，${path} 不是导入的文件` })
      continue
    }
    await writeDocument(path, document, ids[document.collection].idOf(document.ref))
    written[document.collection]++
    omitted.push(...result.omitted.map((omission) => ({ ...omission, line: index + 1 })))
  }
  return { written, refused, omitted }
}

/** Returns a line for each field, and for each unlisted category: count, expected value, example. */
export function countOmitted(omitted: ImportedLibrary['omitted']): string[] {
  const groups = Map.groupBy(omitted, ({ field, found }) =>
    field === 'category' ? `${field} ${found}` : field,
  )
  return [...groups.values()]
    .toSorted((a, b) => b.length - a.length)
    .flatMap((group) => {
      const [first] = group
      if (!first) return []
      const { field, expected, found, line } = first
      return `${field}：${group.length} 篇，应为${expected}，实际为 ${found}（第 ${line} 行${group.length > 1 ? '等' : ''}）`
    })
}

async function writeDocument(path: string, document: ImportedDocument, id: number): Promise<void> {
  const fields = { id, ...document.fields, ref: document.ref }
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `---\n${stringify(fields)}---\n\n${document.body}\n`)
}

interface PageIds {
  /** Whether an earlier import wrote a file for this `ref`. */
  knows(ref: string): boolean
  idOf(ref: string): number
}

async function readIds(dir: string): Promise<Record<PolicyCollectionName, PageIds>> {
  return {
    originals: await readCollectionIds(dir, 'originals'),
    interpretations: await readCollectionIds(dir, 'interpretations'),
    news: await readCollectionIds(dir, 'news'),
  }
}

async function readCollectionIds(dir: string, name: PolicyCollectionName): Promise<PageIds> {
  const { entries } = await readCollection(dir, name)
  const known = new Map(entries.map(({ data }) => [data.ref, data.id]))
  let last = Math.max(0, ...entries.map(({ data }) => data.id))
  return {
    knows: (ref) => known.has(ref),
    idOf(ref) {
      const id = known.get(ref) ?? ++last
      known.set(ref, id)
      return id
    },
  }
}

if (import.meta.main) {
  const [file, dir = process.env['CONTENT_DIR'] ?? 'src/content'] = process.argv.slice(2)
  if (!file) {
    console.error('用法：npm run content:import -- 文件.jsonl [目录]')
    process.exit(2)
  }
  const jsonl = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    console.error(`读不到文件 ${file}：${error.message}`)
    process.exit(2)
  })
  const { written, refused, omitted } = await importLibrary(jsonl, dir)
  for (const { line, reason } of refused) console.error(`第 ${line} 行没有导入，${reason}`)
  const parts = Object.entries(COLLECTION_LABELS).map(
    ([name, label]) => `${label} ${written[name as PolicyCollectionName]} 篇`,
  )
  if (omitted.length > 0) console.log('已导入，但有内容没有照搬（同样的合计，附一例）：')
  for (const line of countOmitted(omitted)) console.log(`  ${line}`)
  console.log(`已导入到 ${dir}：${parts.join('，')}；${refused.length} 行没有导入`)
}
