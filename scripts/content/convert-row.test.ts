import { describe, expect, test } from 'vitest'
import { convertRow, safeMarkdown } from './convert-row.ts'

const ROW = {
  id: 'p1',
  title: '高新技术企业认定管理办法',
  body_markdown: '第一条 正文',
  category: '部门文件',
}

const convert = (change: object = {}) => convertRow(JSON.stringify({ ...ROW, ...change }))

/** Why a row is refused. */
function refusal(change: object): string {
  const result = convert(change)
  return result.ok ? '' : result.reason
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

  test('what is unknown is left out; without a place it is 全国', () => {
    const nothing = { issuer: null, doc_number: null, date: null, region: null, source_url: null }
    const fields = { title: ROW.title, region: '000000', kind: '部门文件' }
    expect(documentOf(nothing).fields).toEqual(fields)
    expect(documentOf().fields).toEqual(fields)
  })

  test.each([
    ['政策解读', 'interpretations', { department: '科技部', published: '2026-01-02' }],
    ['办事指南', 'interpretations', { department: '科技部', published: '2026-01-02' }],
    ['新闻', 'news', { published: '2026-01-02' }],
  ])('%s goes to %s', (category, collection, fields) => {
    const { title } = ROW
    expect(documentOf({ category, issuer: '科技部', date: '2026-01-02' })).toMatchObject({
      collection,
      fields,
    })
    expect(documentOf({ category }).fields).toEqual({ title, region: '000000' })
  })

  test.each([
    ['北京市', '110000'],
    ['浙江省杭州市', '330100'],
    ['全国', '000000'],
    ['', '000000'],
  ])('the place %j has the code %s', (region, code) => {
    expect(documentOf({ region }).fields['region']).toBe(code)
  })
})

describe('a row that cannot be used is refused with field, expectation and finding', () => {
  test.each([
    [{ id: undefined }, 'id：应为文字，实际为 没有写'],
    [{ id: '../../etc/passwd' }, 'id：应为字母、数字、下划线或连字符，实际为 "../../etc/passwd"'],
    [{ id: 'a'.repeat(101) }, `id：应为最多 100 个字符，实际为 "${'a'.repeat(59)}`],
    [{ title: undefined }, 'title：应为文字，实际为 没有写'],
    [{ title: null }, 'title：应为文字，实际为 null'],
    [{ title: '  ' }, 'title：应为不为空的文字，实际为 "  "'],
    [{ body_markdown: '' }, 'body_markdown：应为不为空的文字，实际为 ""'],
    [{ date: '2026-02-30' }, 'date：应为存在的日期，写作 YYYY-MM-DD，实际为 "2026-02-30"'],
    [{ date: '2026年2月' }, 'date：应为存在的日期，写作 YYYY-MM-DD，实际为 "2026年2月"'],
    [{ region: '火星' }, 'region：应为行政区划的全称，实际为 "火星"'],
    [{ region: '广州市' }, 'region：应为行政区划的全称，实际为 "广州市"'],
    [
      { source_url: 'javascript:1' },
      'source_url：应为以 http:// 或 https:// 开头的网址，实际为 "javascript:1"',
    ],
    [{ doc_number: '号'.repeat(61) }, `doc_number：应为最多 60 个字，实际为 "${'号'.repeat(59)}`],
    [{ title: 1, date: 2 }, 'title：应为文字，实际为 1；date：应为文字，实际为 2'],
  ])('%j', (change, reason) => {
    expect(refusal(change)).toBe(reason)
  })

  test.each(['小说', 'constructor', ''])(
    'category %j is unknown, and the known ones are listed',
    (category) => {
      expect(refusal({ category })).toMatch(
        /^category：应为下列之一：新闻、政策解读、办事指南、法律、.*，实际为 /,
      )
    },
  )

  test.each(['{"id": "p1", "title": "高新', '', 'null'])('no complete object: %j', (line) => {
    expect(convertRow(line)).toMatchObject({ ok: false, reason: expect.stringContaining('整行：应为') })
  })

  test('an issuer that is too long for the page is refused, too, not a crash', () => {
    expect(refusal({ issuer: '厅'.repeat(41) })).toMatch(/^issuer：应为/)
    expect(refusal({ category: '政策解读', issuer: '厅'.repeat(61) })).toMatch(/^issuer：应为/)
    expect(refusal({ category: '新闻', issuer: '厅'.repeat(61) })).toBe('')
  })

  test('empty places in a list of issuers are no issuers', () => {
    expect(documentOf({ issuer: '科技部、、财政部、' }).fields['issuers']).toEqual(['科技部', '财政部'])
    expect(documentOf({ issuer: '、' }).fields).not.toHaveProperty('issuers')
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
