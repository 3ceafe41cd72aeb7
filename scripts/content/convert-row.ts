/** One row of an exported policy library as a content document, or the reason why it cannot be one. */
import { z } from 'astro/zod'
import { regionCode } from '../../src/lib/content/regions.ts'
import {
  COLLECTION_SCHEMAS,
  ORIGINAL_KINDS,
  type PolicyCollectionName,
} from '../../src/lib/content/schema/documents.ts'
import { NATION } from '../../src/lib/rules/regions.ts'

export interface ImportedDocument {
  collection: PolicyCollectionName
  ref: string
  /** Front matter without the page id. */
  fields: Record<string, unknown>
  body: string
}

type Conversion = { ok: true; document: ImportedDocument } | { ok: false; reason: string }

const COLLECTION_OF: Record<string, PolicyCollectionName> = {
  新闻: 'news',
  政策解读: 'interpretations',
  办事指南: 'interpretations',
}

const unknown = z.string().trim().nullish()

const row = z.object({
  // It becomes the name of a file.
  id: z
    .string()
    .regex(/^[\w-]+$/, { error: '字母、数字、下划线或连字符' })
    .max(100, { error: '最多 100 个字符' }),
  title: z.string().trim().min(1, { error: '不为空的文字' }).max(200, { error: '最多 200 个字' }),
  body_markdown: z.string().trim().min(1, { error: '不为空的文字' }),
  category: z
    .string()
    .refine((name) => Object.hasOwn(COLLECTION_OF, name) || ORIGINAL_KINDS.includes(name as never), {
      error: `下列之一：${[...Object.keys(COLLECTION_OF), ...ORIGINAL_KINDS].join('、')}`,
    }),
  issuer: unknown,
  doc_number: z.string().trim().max(60, { error: '最多 60 个字' }).nullish(),
  date: z.iso.date({ error: '存在的日期，写作 YYYY-MM-DD' }).nullish(),
  region: unknown.refine((name) => !name || regionCode(name) !== undefined, { error: '行政区划的全称' }),
  source_url: z.url({ protocol: /^https?$/, error: '以 http:// 或 https:// 开头的网址' }).nullish(),
})

export function convertRow(text: string): Conversion {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return {
      ok: false,
      reason: `整行：应为一个完整的 JSON 对象，实际为 ${JSON.stringify(text.slice(0, 40))}…`,
    }
  }
  const result = row.safeParse(json)
  if (!result.success) return { ok: false, reason: explain(result.error, json) }
  const { id, title, category, issuer, doc_number, date, region, source_url } = result.data
  const collection = COLLECTION_OF[category] ?? 'originals'
  const common = {
    title,
    // A row without a place is taken for the whole country, as the export does for national bodies.
    region: (region && regionCode(region)) || NATION,
    ...(source_url && { source: { name: (issuer || '原网页').slice(0, 60), url: source_url } }),
  }
  const fields =
    collection === 'originals'
      ? { ...common, ...originalFields(category, issuer, doc_number, date) }
      : { ...common, ...(date && { published: date }), ...departmentOf(collection, issuer) }
  // The same schema as the build's: what is written can be built.
  const page = COLLECTION_SCHEMAS[collection].safeParse({ id: 1, ...fields })
  if (!page.success) return { ok: false, reason: explainPage(page.error, result.data) }
  return {
    ok: true,
    document: { collection, ref: id, fields, body: safeMarkdown(result.data.body_markdown) },
  }
}

type Unknown = string | null | undefined

function originalFields(
  kind: string,
  issuer: Unknown,
  number: Unknown,
  date: Unknown,
): Record<string, unknown> {
  const issuers = (issuer ?? '').split('、').filter(Boolean)
  return {
    kind,
    ...(issuers.length > 0 && { issuers }),
    ...(number && { number }),
    ...(date && { made: date }),
  }
}

function departmentOf(collection: PolicyCollectionName, issuer: Unknown): Record<string, unknown> {
  return collection === 'interpretations' && issuer ? { department: issuer } : {}
}

/**
 * The text as Markdown that shows what the document says: an angle bracket is a title mark (`<保险法>`), a tilde or a
 * backtick a sign, an indent a habit of the typist; a heading without words is dropped.
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

/** The page's title is the first level: a text that opens with ### would skip one, so its highest level so far is ##. */
function liftHeadings(lines: string[]): string[] {
  let highest = Number.POSITIVE_INFINITY
  return lines.map((line) => {
    const marks = /^#{2,6}(?= )/.exec(line)?.[0]
    if (!marks) return line
    highest = Math.min(highest, marks.length)
    return line.slice(highest - 2)
  })
}

/** The row's name for a field of the page. */
const ROW_FIELDS: Record<string, keyof z.infer<typeof row>> = {
  title: 'title',
  issuers: 'issuer',
  department: 'issuer',
  number: 'doc_number',
  made: 'date',
  published: 'date',
  source: 'source_url',
}

function explainPage(error: z.ZodError, read: z.infer<typeof row>): string {
  return error.issues
    .map((issue) => {
      const field = ROW_FIELDS[String(issue.path[0])] ?? 'id'
      const expected = issue.code === 'too_big' ? `最多 ${issue.maximum} 个字` : issue.message
      return `${field}：应为${expected}，实际为 ${JSON.stringify(read[field]).slice(0, 60)}`
    })
    .join('；')
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
