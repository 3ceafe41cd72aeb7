import { describe, expect, test } from 'vitest'
import { readAuthorities } from '../../src/lib/content/authorities.ts'
import { convertRow, safeMarkdown } from './convert-row.ts'

const ROW = {
  id: 'p1',
  title: '高新技术企业认定管理办法',
  body_markdown: '第一条 正文',
  category: '部门文件',
}

const { authorities } = await readAuthorities('src/content')
const convert = (change: object = {}) => convertRow(JSON.stringify({ ...ROW, ...change }), authorities)

function refusal(change: object): string {
  const result = convert(change)
  return result.ok ? '' : result.reason
}

function omissions(change: object): string[] {
  const result = convert(change)
  if (!result.ok) throw new Error(result.reason)
  return result.omitted.map(({ field, expected, found }) => `${field}：应为${expected}，实际为 ${found}`)
}

function documentOf(change: object = {}) {
  const result = convert(change)
  if (!result.ok) throw new Error(result.reason)
  return result.document
}

describe('where a row goes', () => {
  test('an original keeps what is known about it', () => {
    const filled = {
      issuer: '科技部、财政部',
      doc_number: '国科发火〔2016〕32号',
      date: '2016-01-29',
      region: '广东省广州市',
      source_url: 'https://example.gov.cn/1',
    }
    expect(documentOf(filled)).toEqual({
      collection: 'originals',
      ref: 'p1',
      fields: {
        title: ROW.title,
        region: '440100',
        source: { name: '科技部、财政部', url: 'https://example.gov.cn/1' },
        kind: '部门文件',
        issuers: ['科技部', '财政部'],
        number: '国科发火〔2016〕32号',
        made: '2016-01-29',
      },
      body: '第一条 正文',
    })
  })

  test('unknown fields are left out; without a place it is 全国', () => {
    const nothing = { issuer: null, doc_number: null, date: null, region: null, source_url: null }
    const fields = { title: ROW.title, region: '000000', kind: '部门文件' }
    expect(documentOf(nothing).fields).toEqual(fields)
    expect(documentOf().fields).toEqual(fields)
  })
})

describe('a row without id, title or text is refused with field, expectation and finding', () => {
  test.each([
    [{ id: undefined }, 'id：应为文字，实际为 没有写'],
    [{ id: '../../etc/passwd' }, 'id：应为字母、数字、下划线或连字符，实际为 "../../etc/passwd"'],
    [{ id: 'a'.repeat(101) }, `id：应为最多 100 个字符，实际为 "${'a'.repeat(59)}`],
    [{ title: undefined }, 'title：应为文字，实际为 没有写'],
    [{ title: null }, 'title：应为文字，实际为 null'],
    [{ title: '  ' }, 'title：应为不为空的文字，实际为 "  "'],
    [{ body_markdown: '' }, 'body_markdown：应为不为空的文字，实际为 ""'],
    [{ id: 1, title: 2 }, 'id：应为文字，实际为 1；title：应为文字，实际为 2'],
  ])('%j', (change, reason) => {
    expect(refusal(change)).toBe(reason)
  })
})

describe('an unusable field is left out and reported; the document is kept', () => {
  test.each([
    [{ date: '2026-02-30' }, 'made', 'date：应为存在的日期，写作 YYYY-MM-DD，实际为 "2026-02-30"'],
    [{ date: '2026年2月' }, 'made', 'date：应为存在的日期，写作 YYYY-MM-DD，实际为 "2026年2月"'],
    [{ date: 2 }, 'made', 'date：应为文字，实际为 2'],
    [{ category: '新闻', date: '昨天' }, 'published', 'date：应为存在的日期，写作 YYYY-MM-DD，实际为 "昨天"'],
    [
      { source_url: 'javascript:1' },
      'source',
      'source_url：应为以 http:// 或 https:// 开头的网址，实际为 "javascript:1"',
    ],
    [{ doc_number: '号'.repeat(61) }, 'number', `doc_number：应为最多 60 个字，实际为 "${'号'.repeat(59)}`],
    [{ issuer: '厅'.repeat(41) }, 'issuers', `issuer：应为最多 40 个字，实际为 "${'厅'.repeat(41)}"`],
    [
      { category: '政策解读', issuer: '厅'.repeat(61) },
      'department',
      `issuer：应为最多 60 个字，实际为 "${'厅'.repeat(59)}`,
    ],
  ])('%j', (change, field, said) => {
    expect(documentOf(change).fields).not.toHaveProperty(field)
    expect(omissions(change)).toEqual([said])
  })

  test.each(['火星', '广州市'])('the unknown place %s is the whole country at first', (region) => {
    expect(documentOf({ region }).fields['region']).toBe('000000')
    expect(omissions({ region })).toEqual([`region：应为行政区划的全称（先归入全国），实际为 "${region}"`])
  })
})

describe('an unlisted category', () => {
  test.each(['司法解释', '小说', 'constructor'])('%s is kept as it is, under 其他文件', (category) => {
    expect(documentOf({ category })).toMatchObject({
      collection: 'originals',
      fields: { kind: '其他文件', category },
    })
    expect(omissions({ category })).toEqual([
      `category：应为列出的类别（归入其他文件），实际为 "${category}"`,
    ])
  })
})

describe('a readable row', () => {
  test("uses an authority's registered name, once, and keeps an unregistered one", () => {
    const issuer = '税务总局、国家发展和改革委员会、国家税务总局、某某局'
    expect(documentOf({ issuer }).fields['issuers']).toEqual(['国家税务总局', '国家发展改革委', '某某局'])
    expect(documentOf({ category: '办事指南', issuer: '税务总局' }).fields['department']).toBe('国家税务总局')
  })
})

describe('text stays text', () => {
  test.each([
    ['关于修改<保险法>的决定', '关于修改&lt;保险法>的决定'],
    ['<script>alert(1)</script>', '&lt;script>alert(1)&lt;/script>'],
    ['5~10 人，~~删~~', '5\\~10 人，\\~\\~删\\~\\~'],
    ['`代码`', '\\`代码\\`'],
    ['      缩进', '缩进'],
    ['一\r\n二\r三', '一\n二\n三'],
    ['一\n##\n二\n###   \n三', '一\n二\n三'],
    ['## 第一章 总则', '## 第一章 总则'],
    ['### 一\n### 二\n## 三\n### 四', '## 一\n## 二\n## 三\n### 四'],
    ['| 甲 | 乙 |', '| 甲 | 乙 |'],
  ])('%j becomes %j', (text, markdown) => {
    expect(safeMarkdown(text)).toBe(markdown)
  })
})

test('radicals of PDFs become ordinary characters in every field', () => {
  const { fields, body } = documentOf({
    title: '⼯业⽂件',
    issuer: '科技部',
    body_markdown: '第⼗条 ⻓期有效。',
  })
  expect([fields['title'], body]).toEqual(['工业文件', '第十条 长期有效。'])
})
