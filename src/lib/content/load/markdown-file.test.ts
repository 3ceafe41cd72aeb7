import { describe, expect, test } from 'vitest'
import { COLLECTION_SCHEMAS, type CollectionName } from '../schema/documents.ts'
import { parseMarkdownFile, schemaProblems } from './markdown-file.ts'
import { formatProblem } from './yaml-fields.ts'

const FILE = 'src/content/news/1.md'
const HEAD = ['id: 1', 'title: 标题', 'region: "000000"']

const page = (head: string[], body = '正文') => `---\n${head.join('\n')}\n---\n\n${body}\n`

function check(text: string, name: CollectionName = 'news'): string[] {
  const parsed = parseMarkdownFile(FILE, text)
  const result = COLLECTION_SCHEMAS[name].safeParse(parsed.data)
  const wrongFields =
    result.success || parsed.data === undefined ? [] : schemaProblems(FILE, parsed, result.error)
  return [...parsed.problems, ...wrongFields].map((problem) => formatProblem(problem).replace(FILE, ''))
}

const withField = (...lines: string[]) => check(page([...HEAD, ...lines]), 'interpretations')

describe('a readable file', () => {
  test('has fields and text', () => {
    const { data, body, problems } = parseMarkdownFile(FILE, page(HEAD, '## 一\n\n---\n\n正文'))
    expect(problems).toEqual([])
    expect(data).toEqual({ id: 1, title: '标题', region: '000000' })
    expect(body).toBe('\n## 一\n\n---\n\n正文\n')
  })

  test.each([
    ['title: 通知---', '通知---'],
    ['title: 2026---2027', '2026---2027'],
    ['title: |-\n  第一行\n  ---\n  第二行', '第一行\n---\n第二行'],
  ])('the mark inside a value ends nothing: %j', (line, title) => {
    expect(parseMarkdownFile(FILE, page(['id: 1', line])).data).toEqual({ id: 1, title })
  })
})

describe('an unreadable front matter', () => {
  test.each(['', '# 标题\n\n正文', `正文\n${page(HEAD)}`, `---\n${HEAD.join('\n')}\n`])(
    'missing: %j',
    (text) => {
      expect(check(text)).toEqual([
        `:1 文件开头：应为两行 --- 之间的 YAML 字段，实际为 ${JSON.stringify(text.slice(0, 20))}`,
      ])
    },
  )

  test.each([
    ['an open quote', 'summary: "没有结束', /^:\d+ 字段区：应为合法的 YAML/],
    ['an open list', 'themes: [a', /^:\d+ 字段区：应为合法的 YAML/],
    ['a field twice', 'id: 2', /^:5 字段区：应为合法的 YAML/],
    ['a word that YAML takes for a tag', 'summary: !重要 通知', /^:5 字段区：应为合法的 YAML/],
    ['a title mark that YAML takes for a reference', 'summary: *重要*', /^:5 字段区：应为合法的 YAML/],
    ['a field 20,000 times', `window: {${'a,'.repeat(20_000)}}`, /^:5 字段区：应为合法的 YAML/],
  ])('broken YAML: %s', (_, line, words) => {
    expect(withField(line)).toEqual([expect.stringMatching(words)])
  })
})

describe('a wrong field is reported with line, expectation and finding', () => {
  test.each([
    [['colour: red'], ':5 colour：应为已知的字段（字段表见 docs/policy-fields.md），实际为 未知字段'],
    [['published: 2026-02-30'], ':5 published：应为存在的日期，写作 YYYY-MM-DD，实际为 "2026-02-30"'],
    [['published: 2026年2月3日'], ':5 published：应为存在的日期，写作 YYYY-MM-DD，实际为 "2026年2月3日"'],
    [['support: 补贴'], ':5 support：应为下列之一：奖补、减免、资质、贷款、权益，实际为 "补贴"'],
    [['policy: 1.5'], ':5 policy：应为整数，实际为 1.5'],
    [['policy: 0'], ':5 policy：应为大于 0，实际为 0'],
    [['summary: ""'], ':5 summary：应为不为空的文字，实际为 ""'],
    [['hotline: 12345'], ':5 hotline：应为文字（数字和日期请加引号），实际为 12345'],
    [['draft: 是'], ':5 draft：应为true 或 false，实际为 "是"'],
    [['themes: 税费减免'], ':5 themes：应为列表，实际为 "税费减免"'],
    [
      ['official:', '  name: 官网', '  url: javascript:alert(1)'],
      ':7 official.url：应为以 http:// 或 https:// 开头的网址，实际为 "javascript:alert(1)"',
    ],
    [['checked: 2026-11-20'], ':5 checked：应为一组字段，实际为 "2026-11-20"'],
    [
      ['checked: { date: 2026-11-20, against: 记忆 }'],
      ':5 checked.against：应为来源网页、公开全文 或 多处来源，实际为 "记忆"',
    ],
    [['amount: { min: 5, max: 2, unit: 元 }'], ':5 amount.min：应为min 不大于 max，实际为 5'],
    [
      ['support: 减免', 'amount: { from: 5, max: 25, unit: "%" }'],
      ':6 amount.from：应为大于 max（减免后的数值更小），实际为 5',
    ],
    [
      ['amount: { from: 5, max: 5, unit: "%" }'],
      ':5 amount.from：应为原来的数值，单位与 max 相同而数值不同（有 min 的区间不写），实际为 5',
    ],
    [
      ['amount: { from: 5, min: 1, max: 2, unit: "%" }'],
      ':5 amount.from：应为原来的数值，单位与 max 相同而数值不同（有 min 的区间不写），实际为 5',
    ],
    [
      ['short: 一二三四五六七八九十一二三100'],
      ':5 short：应为最多 14 个汉字（数字、字母和半角符号算半个），实际为 "一二三四五六七八九十一二三100"',
    ],
    [
      [`gist: ${'一'.repeat(33)}`],
      `:5 gist：应为最多 32 个汉字（数字、字母和半角符号算半个），实际为 "${'一'.repeat(33)}"`,
    ],
    [
      ['window:', '  kind: 申报期', '  opens: 2026-12-01', '  closes: 2026-11-01'],
      ':7 window.opens：应为opens 不晚于 closes，实际为 "2026-12-01"',
    ],
    [
      ['window:', '  rolling: true'],
      ':6 window.kind：应为写明种类，如 kind: 申报期（全年可享、常年受理、按批次受理、申报期、法律法规、期限待核实），实际为 没有写',
    ],
    [
      ['window:', '  kind: 常年受理', '  opens: 2026-11-01'],
      ':7 window.opens：应为不写（有起止日期的写 kind: 申报期，按年度批次的写 kind: 按批次受理），实际为 "2026-11-01"',
    ],
    [
      ['claim: 申报', 'window: { kind: 法律法规 }'],
      ':5 claim：应为不写（期限是法律法规，没有可以申报的事项；能申报的请改写 window 的 kind），实际为 "申报"',
    ],
    [
      ['window: { kind: 期限待核实, closes: 2026-11-01 }'],
      ':5 window.closes：应为不写（期限待核实，查到以后改写 kind），实际为 "2026-11-01"',
    ],
    [['window: { kind: 按批次受理, months: [7, 13] }'], ':5 window.months.1：应为不大于 12，实际为 13'],
    [
      ['conditions:', '  - text: 一', '  - clause: 第一条'],
      ':7 conditions.1.text：应为文字（数字和日期请加引号），实际为 没有写',
    ],
  ])('%j', (lines, problem) => {
    expect(withField(...lines)).toEqual([problem])
  })
})
