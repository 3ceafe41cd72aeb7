import { describe, expect, test } from 'vitest'
import { parseMarkdownFile, schemaProblems } from '../load/markdown-file.ts'
import { formatProblem } from '../load/yaml-fields.ts'
import { interpretationSchema } from './documents.ts'

const HEAD = ['---', 'id: 1', 'title: 标题', 'region: "000000"']

function check(...lines: string[]) {
  const parsed = parseMarkdownFile('a.md', [...HEAD, ...lines, '---', ''].join('\n'))
  const result = interpretationSchema.safeParse(parsed.data)
  return result.success
    ? { data: result.data }
    : { problems: schemaProblems('a.md', parsed, result.error).map(formatProblem) }
}

test('a tree is kept as written; without one there is none', () => {
  const { data } = check('eligibility:', '  any:', '    - { fact: revenue, op: gte, value: 5000万 }')
  expect(data?.eligibility).toEqual({ any: [{ fact: 'revenue', op: 'gte', value: '5000万' }] })
  expect(check().data).toMatchObject({ unmodelled: [] })
  expect(check().data?.eligibility).toBeUndefined()
})

test('an ask gets the id of its page', () => {
  const written =
    '    - { ask: 主营业务属于目录, key: catalogue, help: 逐条对照, clause: { article: 第一条 } }'
  expect(check('eligibility:', '  all:', written).data?.eligibility).toEqual({
    all: [{ ask: '主营业务属于目录', key: '1.catalogue', help: '逐条对照', clause: { article: '第一条' } }],
  })
  expect(check('eligibility:', '  at_least: 1', '  of:', written).data?.eligibility).toMatchObject({
    of: [{ key: '1.catalogue' }],
  })
})

describe('a mistake names line, field, expected and found', () => {
  const inAll = (condition: string) => ['eligibility:', '  all:', `    - ${condition}`]

  test.each([
    [['eligibility:'], ':5 eligibility：应为一组字段，实际为 null'],
    [['eligibility: 3'], ':5 eligibility：应为一组字段，实际为 3'],
    [['eligibility: { all: [] }'], ':5 eligibility.all：应为能判断的条件（没有写条件），实际为 []'],
    [
      inAll('{ fact: staff, op: lte, value: 1 }'),
      ':7 eligibility.all.0.fact：应为能判断的条件（没有这个问题或指标），实际为 "staff"',
    ],
    [
      inAll('{ fact: employees, op: less, value: 1 }'),
      ':7 eligibility.all.0.op：应为下列之一：eq、ne、lt、lte、gt、gte、between、in、not_in、within、not_within，实际为 "less"',
    ],
    [inAll('{ fact: employees, op: lte }'), ':7 eligibility.all.0.value：应为有这个字段，实际为 没有写'],
    [
      inAll('{ fact: employees, op: lte, value: 1, colour: red }'),
      ':7 eligibility.all.0.colour：应为已知的字段（写法见 docs/policy-fields.md），实际为 "red"',
    ],
    [
      inAll('{ fact: region, op: gte, value: "440100" }'),
      ':7 eligibility.all.0：应为能判断的条件（地区和行业不能用 gte），实际为 {"fact":"region","op":"gte","value":"440100"}',
    ],
    [
      inAll('{ fact: employees, op: lte, value: { a: 1 } }'),
      ':7 eligibility.all.0.value：应为文字、数字、true、false 或者它们的列表，实际为 {"a":1}',
    ],
    [
      ['eligibility:', '  at_least: 2', '  of: [{ fact: exporter, op: eq, value: true }]'],
      ':6 eligibility.at_least：应为能判断的条件（应为 1 到 1 的整数：下面只有 1 项），实际为 2',
    ],
    [['originals: [0]'], ':5 originals.0：应为大于 0，实际为 0'],
    [
      inAll('{ ask: 主营业务属于目录, key: 1.Catalogue }'),
      ':7 eligibility.all.0.key：应为能判断的条件（小写字母开头，只用小写字母、数字和下划线，最多24个字符；别的政策的问题前面加编号和点），实际为 "1.Catalogue"',
    ],
    [inAll('{ ask: 主营业务属于目录 }'), ':7 eligibility.all.0.key：应为有这个字段，实际为 没有写'],
    [
      inAll('{ ask: 主营业务属于目录, key: a, value: true }'),
      ':7 eligibility.all.0.value：应为已知的字段（写法见 docs/policy-fields.md），实际为 true',
    ],
    [
      ['eligibility:', '  all: [{ ask: 一, key: a }, { ask: 二, key: a }]'],
      ':6 eligibility：应为能判断的条件（有两个问题的 key 都是 a），实际为 {"all":[{"ask":"一","key":"a"},{"ask":"二","key":"a"}]}',
    ],
  ])('%j', (lines, problem) => {
    expect(check(...lines)).toEqual({ problems: [`a.md${problem}`] })
  })
})
