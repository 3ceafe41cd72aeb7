/** Converts one row of an exported policy library into a content document, or gives the reason why it cannot. */
import { z } from 'astro/zod'
import type { Authorities } from '../../src/lib/content/authorities.ts'
import { type DocumentHead, readHead } from '../../src/lib/content/document-head.ts'
import { regionCode } from '../../src/lib/content/regions.ts'
import {
  COLLECTION_SCHEMAS,
  ORIGINAL_KINDS,
  OTHER_KIND,
  type PolicyCollectionName,
} from '../../src/lib/content/schema/documents.ts'
import { NATION } from '../../src/lib/rules/regions.ts'
import { foldRadicals } from '../../src/lib/rules/text/radicals.ts'

export interface ImportedDocument {
  collection: PolicyCollectionName
  ref: string
  /** Front matter without the page id. */
  fields: Record<string, unknown>
  body: string
}

/** A difference between a row and its page. */
export interface Omission {
  field: string
  expected: string
  found: string
}

type Conversion =
  | { ok: true; document: ImportedDocument; omitted: Omission[] }
  | { ok: false; reason: string }

const COLLECTION_OF = new Map<string | undefined, PolicyCollectionName>([
  ['新闻', 'news'],
  ['政策解读', 'interpretations'],
  ['办事指南', 'interpretations'],
])

const filled = z.string().trim().min(1, { error: '不为空的文字' })

/** The fields that every document needs. */
const needed = z.object({
  // It becomes the name of a file.
  id: z
    .string()
    .regex(/^[\w-]+$/, { error: '字母、数字、下划线或连字符' })
    .max(100, { error: '最多 100 个字符' }),
  title: filled,
  body_markdown: filled,
})

/** Optional fields of a page; null and absent both mean unknown. */
const OPTIONAL = ['category', 'issuer', 'doc_number', 'date', 'region', 'source_url'] as const
type OptionalTexts = Partial<Record<(typeof OPTIONAL)[number], string>>

/**
 * Refuses a row without id, title or text. Omits and reports every other value that it cannot use.
 * @param authorities that give authorities their registered name
 */
export function convertRow(text: string, { nameOf }: Pick<Authorities, 'nameOf'>): Conversion {
  let json: unknown
  try {
    json = JSON.parse(foldRadicals(text))
  } catch {
    return {
      ok: false,
      reason: `整行：应为一个完整的 JSON 对象，实际为 ${JSON.stringify(text.slice(0, 40))}…`,
    }
  }
  const result = needed.safeParse(json)
  if (!result.success) return { ok: false, reason: explain(result.error, json) }
  const { id, title, body_markdown } = result.data
  const omitted: Omission[] = []
  const read = readTexts(json as Record<string, unknown>, omitted)
  if (read.issuer) read.issuer = registeredNames(read.issuer, nameOf)
  const collection = COLLECTION_OF.get(read.category) ?? 'originals'
  const fields = fitPage(
    collection,
    {
      title: cutTitle(title, omitted),
      region: placeOf(read.region, omitted),
      ...(read.source_url && {
        source: { name: (read.issuer || '原网页').slice(0, 60), url: read.source_url },
      }),
      ...(collection === 'originals'
        ? originalFields(withHead(read, readHead(body_markdown, nameOf)), omitted)
        : articleFields(collection, read)),
    },
    omitted,
  )
  // A title that was shortened stands in full above the text.
  const body = fields['title'] === title ? body_markdown : `${title}\n\n${body_markdown}`
  return { ok: true, omitted, document: { collection, ref: id, fields, body: safeMarkdown(body) } }
}

const omission = (field: string, expected: string, found: unknown): Omission => ({
  field,
  expected,
  found: found === undefined ? '没有写' : JSON.stringify(found).slice(0, 60),
})

function readTexts(json: Record<string, unknown>, omitted: Omission[]): OptionalTexts {
  const read: OptionalTexts = {}
  for (const field of OPTIONAL) {
    const value = json[field] ?? undefined
    if (typeof value === 'string') read[field] = value.trim()
    else if (value !== undefined) omitted.push(omission(field, '文字', value))
  }
  return read
}

/** Returns each authority's registered spelling (authorities.yaml); an unregistered one stays as it is. */
function registeredNames(issuer: string, nameOf: Authorities['nameOf']): string {
  const names = issuer.split('、').filter(Boolean)
  return [...new Set(names.map((name) => nameOf(name) ?? name))].join('、')
}

const TITLE_MAX = 200

function cutTitle(title: string, omitted: Omission[]): string {
  if (title.length <= TITLE_MAX) return title
  omitted.push(omission('title', `最多 ${TITLE_MAX} 个字（已截短，全文写在正文开头）`, title))
  // Never cut through the middle of a character.
  return `${title.slice(0, TITLE_MAX - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** A row without a place counts for the whole country, as the export does for national bodies. */
function placeOf(region: string | undefined, omitted: Omission[]): string {
  if (!region) return NATION
  const code = regionCode(region)
  if (code === undefined) omitted.push(omission('region', '行政区划的全称（先归入全国）', region))
  return code ?? NATION
}

/** Fills the row's missing fields from the text itself. */
function withHead(read: OptionalTexts, { number, issuers, made }: DocumentHead): OptionalTexts {
  return {
    ...read,
    ...(number && !read.doc_number && { doc_number: number }),
    ...(issuers && !read.issuer && { issuer: issuers.join('、') }),
    ...(made && !read.date && { date: made }),
  }
}

/** The page shows the row's own kind even if the portal does not list it; such documents are listed under 其他文件. */
function originalFields(
  { category, issuer = '', doc_number, date }: OptionalTexts,
  omitted: Omission[],
): Record<string, unknown> {
  const listed = ORIGINAL_KINDS.includes(category as never)
  if (!listed) omitted.push(omission('category', `列出的类别（归入${OTHER_KIND}）`, category || undefined))
  const issuers = issuer.split('、').filter(Boolean)
  return {
    kind: listed ? category : OTHER_KIND,
    ...(!listed && category && { category }),
    ...(issuers.length > 0 && { issuers }),
    ...(doc_number && { number: doc_number }),
    ...(date && { made: date }),
  }
}

function articleFields(
  collection: PolicyCollectionName,
  { issuer, date }: OptionalTexts,
): Record<string, unknown> {
  return {
    ...(date && { published: date }),
    ...(collection === 'interpretations' && issuer && { department: issuer }),
  }
}

/** Omits the values that the build would refuse, by the build's own schema. */
function fitPage(
  collection: PolicyCollectionName,
  fields: Record<string, unknown>,
  omitted: Omission[],
): Record<string, unknown> {
  const page = COLLECTION_SCHEMAS[collection].safeParse({ id: 1, ...fields })
  if (page.success) return fields
  const fitting = { ...fields }
  for (const issue of page.error.issues) {
    const field = String(issue.path[0])
    const expected =
      issue.code === 'too_big' ? `最多 ${issue.maximum} 个字` : (EXPECTED[field] ?? issue.message)
    const found = issue.path.reduce<unknown>(
      (value, key) => (value as Record<PropertyKey, unknown>)[key],
      fields,
    )
    omitted.push(omission(ROW_FIELDS[field] ?? field, expected, found))
    const list = fitting[field]
    const rest = Array.isArray(list) ? list.filter((value) => value !== found) : []
    if (rest.length > 0) fitting[field] = rest
    else delete fitting[field]
  }
  return fitting
}

const ROW_FIELDS: Record<string, string> = {
  issuers: 'issuer',
  department: 'issuer',
  number: 'doc_number',
  made: 'date',
  published: 'date',
  source: 'source_url',
}

const EXPECTED: Record<string, string> = {
  made: '存在的日期，写作 YYYY-MM-DD',
  published: '存在的日期，写作 YYYY-MM-DD',
  source: '以 http:// 或 https:// 开头的网址',
}

/**
 * Returns the text as Markdown that shows the same characters as the document: an angle bracket is a title mark (`<保险法>`),
 * a tilde or a backtick a sign, an indent the typist's habit; headings without words go.
 */
export function safeMarkdown(text: string): string {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .filter((line) => !/^#+\s*$/.test(line))
    .map((line) =>
      line
        .replace(/^[ \t]{4,}/, '')
        .replace(/</g, '&lt;')
        .replace(/[~`]/g, '\\$&'),
    )
  return liftHeadings(lines).join('\n')
}

/** The page's title has the first level. A text that opens with ### would skip one, so its highest level becomes ##. */
function liftHeadings(lines: string[]): string[] {
  let highest = Number.POSITIVE_INFINITY
  return lines.map((line) => {
    const marks = /^#{2,6}(?= )/.exec(line)?.[0]
    if (!marks) return line
    highest = Math.min(highest, marks.length)
    return line.slice(highest - 2)
  })
}

function explain(error: z.ZodError, json: unknown): string {
  return error.issues
    .map(({ path, message, code }) => {
      const found = path.reduce<unknown>(
        (value, key) => (value as Record<PropertyKey, unknown> | null)?.[key],
        json,
      )
      const expected = code === 'invalid_type' ? '文字' : message
      const shown = found === undefined ? '没有写' : JSON.stringify(found).slice(0, 60)
      return `${path.join('.') || '整行'}：应为${expected}，实际为 ${shown}`
    })
    .join('；')
}
