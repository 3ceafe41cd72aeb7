/** Splits a content file into front matter and body, and locates its mistakes. */

import type { z } from 'astro/zod'
import { markdownToMdast } from 'satteri'
import { foldRadicals, RADICAL } from '../../rules/text/radicals.ts'
import { type Problem, parseYamlFields, type YamlFields } from './yaml-fields.ts'

export interface MarkdownFile extends YamlFields {
  body: string
  /** First line of the body in the file, from 1. */
  bodyLine: number
}

export interface ContentEntry<Data> extends Pick<MarkdownFile, 'body' | 'bodyLine' | 'lineOf'> {
  file: string
  data: Data
}

// Both marks are on lines of their own: a value may contain ---.
const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)??---[ \t]*(?:\r?\n|$)/

const RADICALS = new RegExp(RADICAL, 'g')

export function parseMarkdownFile(file: string, text: string): MarkdownFile {
  const match = FRONT_MATTER.exec(text)
  if (!match) {
    const found = JSON.stringify(text.slice(0, 20))
    return {
      data: undefined,
      body: text,
      bodyLine: 1,
      problems: [{ file, line: 1, field: '文件开头', expected: '两行 --- 之间的 YAML 字段', found }],
      lineOf: () => 1,
    }
  }
  // The front matter starts on the file's second line.
  const fields = parseYamlFields(file, match[1] ?? '', 2)
  const body = text.slice(match[0].length)
  const bodyStart = match[0].split('\n').length - 1
  return {
    ...fields,
    body,
    bodyLine: bodyStart + 1,
    problems: [
      ...fields.problems,
      ...radicalProblems(file, text, bodyStart),
      ...rawHtmlProblems(file, body, bodyStart),
      ...unsafeLinkProblems(file, body, bodyStart),
    ],
  }
}

/** A search for 第十条 does not find 第⼗条, and no link leads to it. */
function radicalProblems(file: string, text: string, bodyStart: number): Problem[] {
  if (!RADICAL.test(text)) return []
  return text.split('\n').flatMap((line, index) => {
    const found = line.match(RADICALS)
    if (!found) return []
    const field = index < bodyStart ? '字段区' : '正文'
    const expected = `普通的汉字（${foldRadicals(line).trim().slice(0, 40)}）`
    return [{ file, line: index + 1, field, expected, found: [...new Set(found)].join('、') }]
  })
}

function rawHtmlProblems(file: string, body: string, bodyStart: number): Problem[] {
  return nodesOf(body)
    .filter(({ type }) => type === 'html')
    .map(({ value = '', position }) => ({
      file,
      line: bodyStart + (position?.start.line ?? 1),
      field: '正文',
      expected: '不含 HTML 标签的 Markdown（要显示 < 请写 &lt;）',
      found: (value.trim().split('\n')[0] ?? '').slice(0, 40),
    }))
}

function unsafeLinkProblems(file: string, body: string, bodyStart: number): Problem[] {
  return bodyLinks(body)
    .filter(({ address }) => !isSafeAddress(address))
    .map(({ address, line }) => ({
      file,
      line: bodyStart + line,
      field: '正文',
      expected: '以 https://、http://、mailto:、tel:、/ 或 # 开头的链接',
      found: address.slice(0, 60),
    }))
}

/** Returns the problems of a front matter in words for editors. */
export function schemaProblems(file: string, parsed: YamlFields, error: z.ZodError): Problem[] {
  return error.issues.flatMap((issue) => explain(file, parsed, issue as Issue, []))
}

type Issue = z.ZodError['issues'][number] & { errors?: Issue[][] }

function explain(file: string, parsed: YamlFields, issue: Issue, parent: PropertyKey[]): Problem[] {
  const path = [...parent, ...issue.path]
  if (issue.code === 'invalid_union' && issue.errors?.length) {
    const closest = issue.errors.toSorted((a, b) => a.length - b.length)[0] ?? []
    return closest.flatMap((inner) => explain(file, parsed, inner, path))
  }
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const field = [...path, key]
      const expected = '已知的字段（字段表见 docs/policy-fields.md）'
      return { file, line: parsed.lineOf(field), field: fieldName(field), expected, found: '未知字段' }
    })
  }
  const found = showValue(valueAt(parsed.data, path))
  return [{ file, line: parsed.lineOf(path), field: fieldName(path), expected: expectation(issue), found }]
}

function expectation(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return TYPE_NAMES[issue.expected] ?? issue.expected
    case 'invalid_value':
      return `下列之一：${issue.values.join('、')}`
    case 'invalid_format':
      return FORMAT_NAMES[issue.format] ?? issue.format
    case 'too_big':
      return issue.origin === 'string' ? `最多 ${issue.maximum} 个字` : `不大于 ${issue.maximum}`
    case 'too_small':
      return issue.origin === 'string'
        ? '不为空的文字'
        : `${issue.inclusive ? '不小于' : '大于'} ${issue.minimum}`
    default:
      return issue.message
  }
}

const TYPE_NAMES: Record<string, string> = {
  string: '文字（数字和日期请加引号）',
  number: '数字',
  int: '整数',
  boolean: 'true 或 false',
  array: '列表',
  object: '一组字段',
  record: '一组字段',
}

const FORMAT_NAMES: Record<string, string> = {
  date: '存在的日期，写作 YYYY-MM-DD',
  url: '以 http:// 或 https:// 开头的网址',
}

function fieldName(path: PropertyKey[]): string {
  return path.length === 0 ? '字段区' : path.map(String).join('.')
}

function valueAt(data: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    data,
  )
}

function showValue(value: unknown): string {
  return value === undefined ? '没有写' : JSON.stringify(value).slice(0, 60)
}

// The links and the HTML of a Markdown text by its own parser, in every notation.

interface BodyLink {
  /** With decoded entities and resolved references. */
  address: string
  line: number
}

/** `[a](b)`, `[a]: b`, `<https://a>`, `<b>`, `</b>`, `<!--` and `<?`: most texts have none and need no parsing. */
const MAY_HOLD = /\]\(|\]:|<[a-zA-Z/!?]/
/** Schemes of pages, mail and phones; others run in the reader's browser or read the device. */
const SAFE = /^(?:https?:\/\/|mailto:|tel:|[/#?])/i

export function bodyLinks(body: string): BodyLink[] {
  return nodesOf(body).flatMap(({ type, url, position }) =>
    url !== undefined && ['link', 'image', 'definition'].includes(type)
      ? [{ address: url, line: position?.start.line ?? 1 }]
      : [],
  )
}

function isSafeAddress(address: string): boolean {
  return SAFE.test(address)
}

interface Node {
  type: string
  url?: string
  value?: string
  position?: { start: { line: number } } | undefined
  children?: readonly Node[]
}

function nodesOf(body: string): Node[] {
  return MAY_HOLD.test(body) ? nodesIn(markdownToMdast(body)) : []
}

function nodesIn(node: Node): Node[] {
  return [node, ...(node.children ?? []).flatMap(nodesIn)]
}
