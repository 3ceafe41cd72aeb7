import { dirname } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Change, changeData, collectionOf } from '../document.ts'
import { changeText, dataOf } from './documents.ts'
import { editYaml } from './edit-text.ts'
import { checkChanges, FILES, leaves, linesChanged } from './testing/change-file.ts'

/** One file of each folder and extension: a policy, its golden companies, a fund, the rates … */
const SAMPLES = FILES.filter(
  ({ file }, place) => FILES.findIndex((each) => kindOf(each.file) === kindOf(file)) === place,
)

function kindOf(file: string): string {
  return dirname(file) === '.' ? file : `${dirname(file)} ${file.slice(file.indexOf('.'))}`
}

test.each(SAMPLES)(
  '$file is the same unchanged; a value changed or taken away leaves all other lines',
  checkChanges,
)

const POLICY = `id: 1
title: "标题" # 说明
region: "000000"
themes:
  - 税费减免
support: 减免
conditions:
  # 第一条
  - text: "甲"
    clause: "第一条"
  - text: "乙"
eligibility:
  all:
    - fact: kind
      op: in
      value: [company, sole]
      clause: { article: "第二条", gist: "是企业" }
`

const edit = (changes: Change[], text = POLICY) =>
  editYaml(text, changeData(parse(text), changes), 'interpretations')

describe('new text has the place that the schema has for it', () => {
  test('a key stands where the schema has it, names and days without quotes', () => {
    const text = edit([
      { path: ['claim'], value: '申报' },
      { path: ['gist'], value: '一句话' },
      { path: ['published'], value: '2026-01-01' },
    ])
    expect(text).toContain('title: "标题" # 说明\ngist: "一句话"\nregion')
    expect(text).toContain('support: 减免\nclaim: "申报"\nconditions:')
    expect(text).toContain('published: 2026-01-01\nsupport')
  })

  test('lists and groups are written on lines, in the order of the schema', () => {
    const text = edit([
      { path: ['themes', 1], value: '科技创新' },
      { path: ['window'], value: { kind: '申报期', closes: '2026-02-01' } },
      { path: ['conditions', 2], value: { text: '丙: #', clause: '第三条' } },
    ])
    expect(text).toContain('  - 税费减免\n  - 科技创新\n')
    expect(text).toContain('window:\n  kind: "申报期"\n  closes: 2026-02-01\nconditions')
    expect(text).toContain('  - text: "乙"\n  - text: "丙: #"\n    clause: "第三条"\n')
  })

  test('a condition is written on lines', () => {
    const clause = { article: '第三条', gist: '有研发费用' }
    const text = edit([
      { path: ['eligibility', 'all', 1], value: { fact: 'rd_expense', op: 'gt', value: 0, clause } },
    ])
    expect(text).toBe(`${POLICY}    - fact: rd_expense
      op: gt
      value: 0
      clause:
        article: "第三条"
        gist: "有研发费用"
`)
  })

  test('items that change places take their comments and quotes with them', () => {
    const [first, second] = parse(POLICY).conditions
    const text = edit([{ path: ['conditions'], value: [second, first] }])
    expect(text).toContain('- text: "乙"\n')
    expect(linesChanged(POLICY, text)).toBeLessThanOrEqual(4)
    expect(text).toContain('# 第一条')
  })

  test('groups on lines stay on lines, and so do the spaces of others', () => {
    const golden = `base: {
    kind: company,
  }
companies:
    - {name: 甲,   facts: { employees: 3 }, verdict: 符合} # 样本
    - {
        name: 乙,
        facts: { employees: 4 },
      }
`
    const data = parse(golden)
    const changed = changeData(data, [
      { path: ['base', 'employees'], value: 5 },
      { path: ['companies', 1, 'verdict'], value: '不符合' },
    ])
    const text = editYaml(golden, changed, undefined)
    expect(parse(text)).toEqual(changed)
    expect(text).toContain('    - {name: 甲,   facts: { employees: 3 }, verdict: 符合} # 样本\n')
    expect(text).toContain('base: {\n    kind: company,\n    employees: 5,\n  }\n')
  })

  test('Windows line ends stay', () => {
    const text = edit([{ path: ['claim'], value: '申报' }], POLICY.replaceAll('\n', '\r\n'))
    expect(text.replaceAll('\r\n', '')).not.toContain('\n')
  })
})

const scalar = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    'true',
    'null',
    '2026-01-01',
    '~',
    '- a',
    'a: b',
    '#',
    "'",
    '"',
    '一\n二',
    ' 空 ',
    '[a]',
    '1e3',
    '',
  ),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
)
const key = fc.constantFrom(
  'title',
  'id',
  'summary',
  'steps',
  'text',
  'all',
  'clause',
  '3.books',
  '一',
  '12',
  'a b',
)
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}))

test('random changes to the text are the same changes to its data', () => {
  const texts = FILES.filter(({ file }) => /003-yanfa|loans.004|exclusions/.test(file))
  fc.assert(
    fc.property(
      fc.constantFrom(...texts),
      fc.array(fc.tuple(fc.nat(), fc.constantFrom('set', 'remove', 'insert'), value, key), {
        minLength: 1,
        maxLength: 4,
      }),
      ({ file, text }, steps) => {
        let now = text
        for (const [place, way, own, name] of steps) {
          const { data } = dataOf(file, now)
          const all = leaves(data)
          const { path = [] } = all[place % all.length] ?? {}
          const change = {
            path:
              way === 'insert' ? [...path.slice(0, -1), typeof path.at(-1) === 'number' ? 99 : name] : path,
            ...(way !== 'remove' && { value: own }),
          }
          const expected = changeData(data, [change])
          now = changeText(file, now, [change])
          expect(dataOf(file, now).data).toEqual(expected)
        }
        expect(collectionOf(file) === null || now.startsWith('---\n')).toBe(true)
      },
    ),
    { numRuns: 30, seed: 21 },
  )
})
