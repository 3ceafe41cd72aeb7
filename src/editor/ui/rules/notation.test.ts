import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMarkdownFile } from '../../../lib/content/load/markdown-file.ts'
import { parseYamlFields } from '../../../lib/content/load/yaml-fields.ts'
import type { Tree } from '../../../lib/rules/eligibility/tree.ts'
import type { Formula, Step } from '../../../lib/rules/worth/formula.ts'
import { type Figure, figuresFor, nameConditions, printFormula, type Vocabulary } from './notation.ts'
import { parseFormula } from './parse-notation.ts'

const CONTENT = fileURLToPath(new URL('../../../content', import.meta.url))

const own = (key: string, label: string): Figure => ({ origin: 'own', key, label })
const figures: Figure[] = [
  { origin: 'step', key: '加计扣除额', label: '加计扣除额' },
  own('months', '在岗月数'),
  own('first', '第一个获利的年度'),
  own('again', '在岗月数'),
  { origin: 'fact', key: 'taxable_income', label: '应纳税所得额' },
  { origin: 'rate', key: '1年期贷款市场报价利率', label: '1年期贷款市场报价利率' },
  { origin: 'rate', key: '加计扣除额', label: '加计扣除额' },
  { origin: 'rate', key: '甲 − 乙', label: '甲 − 乙' },
]
const small: Tree = { fact: 'employees', op: 'lte', value: 300 }
const vocabulary: Vocabulary = { figures, conditions: [{ name: '人少', tree: small }] }
const income: Formula = { fact: 'taxable_income' }

const read = (text: string) => {
  const parsed = parseFormula(text, vocabulary)
  return parsed.status === 'read' ? parsed.formula : parsed.message
}

test.each<[string, Formula]>([
  ['应纳税所得额 × 25%', { times: [income, '25%'] }],
  ['1人 + 2人 + 3人', { sum: ['1人', '2人', '3人'] }],
  ['1人 + 2人 − 3人 + 4人', { sum: [{ less: [{ sum: ['1人', '2人'] }, '3人'] }, '4人'] }],
  ['（1人 + 2人） + 3人', { sum: [{ sum: ['1人', '2人'] }, '3人'] }],
  ['（1人 + 2人） × 3 ÷ 4', { over: [{ times: [{ sum: ['1人', '2人'] }, 3] }, 4] }],
  ['5 ÷ （2 × 3）', { over: [5, { times: [2, 3] }] }],
  ['取小（应纳税所得额，50万元）', { least: [income, '50万元'] }],
  ['介于（6000元/人，7800元/人，“由“省\\”里定”）', { span: ['6000元/人', '7800元/人'], why: '由“省”里定' }],
  [
    '分档（应纳税所得额；不超过300万元：5%；不到500万元：10%；其余：25%）',
    {
      tiers: {
        by: income,
        of: [{ up_to: '300万元', is: '5%' }, { below: '500万元', is: '10%' }, { is: '25%' }],
        kind: 'whole',
      },
    },
  ],
  [
    '累进（3人；不超过3人：2000元/人；其余：3000元/人）',
    { tiers: { by: '3人', of: [{ up_to: '3人', is: '2000元/人' }, { is: '3000元/人' }], kind: 'part' } },
  ],
  [
    '分年（第一个获利的年度；2年：1元；3年：-1元）',
    {
      phase: {
        since: 'first' as never,
        of: [
          { years: 2, is: '1元' },
          { years: 3, is: '-1元' },
        ],
      },
    },
  ],
  // biome-ignore lint/suspicious/noThenProperty: a formula, which nobody waits for
  ['如果（【人少】：1元；否则：2元）', { when: small, then: '1元', else: '2元' }],
  ['加计扣除额 + 标准·加计扣除额', { sum: [{ step: '加计扣除额' }, { rate: '加计扣除额' }] }],
  ['在岗月数 − 本篇·again', { less: [{ own: 'months' as never }, { own: 'again' as never }] }],
  ['1年期贷款市场报价利率 × 1年', { times: [{ rate: '1年期贷款市场报价利率' }, '1年'] }],
  ['「甲 − 乙」 − 步骤·没有写的', { less: [{ rate: '甲 − 乙' }, { step: '没有写的' }] }],
])('%s', (text, formula) => {
  expect(read(text)).toEqual(formula)
  expect(printFormula(formula, vocabulary)).toBe(text)
})

test('signs and digits as they come from any keyboard', () => {
  expect(read('(应纳税所得额-１００万元)*25％ / 2')).toEqual({
    over: [{ times: [{ less: [income, '100万元'] }, '25%'] }, 2],
  })
  expect(read('分档(应纳税所得额;不超过 3元:1元;其余:2元)')).toMatchObject({ tiers: { kind: 'whole' } })
})

test.each([
  ['', '这里应为一个数字、名称或者公式，这里还没有写完'],
  ['所得 × 25%', '没有叫“所得”的数'],
  ['3斤', '应为带单位的数字'],
  ['取小（应纳税所得额）', '“取小”应写成 取小（，）'],
  ['取中（1元，2元）', '括号前面应为 取小'],
  ['1元 2元', '这里应为 + − × ÷ 或者结束，实际为“2元”'],
  ['（1元 + 2元', '括号的末尾应为“）”，这里还没有写完'],
  ['介于（1元，2元，3元）', '“介于”应写成'],
  ['介于（1元，2元，“省里）', '实际为““”'],
  ['分档（1元；3元：1元；其余：2元）', '不超过100万元'],
  ['分档（1元；其余：2元）', '“分档”应写成'],
  ['分年（应纳税所得额；2年：1元）', '“分年”应写成'],
  ['如果（【人多】：1元；否则：2元）', '没有叫【人多】的条件'],
  ['如果（【人少】：1元；2元）', '否则：'],
])('says what is wrong with %s', (text, words) => {
  const parsed = parseFormula(text, vocabulary)
  expect(parsed.status === 'wrong' && parsed.message).toContain(words)
})

describe('all formulas of the content', () => {
  const rates = parseYamlFields('rates.yaml', readFileSync(`${CONTENT}/rates.yaml`, 'utf8')).data as {
    rates: []
    formulas: { name: string; is: Formula }[]
  }
  const folder = `${CONTENT}/interpretations`
  const written = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => [name, parseMarkdownFile(name, readFileSync(`${folder}/${name}`, 'utf8')).data] as const)
    .flatMap(([name, data]) => {
      const { benefit } = data as {
        benefit?: { steps: Step[]; own?: Record<string, never>; tax?: { due: Formula } }
      }
      if (!benefit) return []
      const formulas = [...benefit.steps.map(({ is }) => is), ...(benefit.tax ? [benefit.tax.due] : [])]
      return formulas.map((formula, place) => ({
        name: `${name} ${place}`,
        formula,
        figures: figuresFor(rates, benefit, place),
      }))
    })
    .concat(
      rates.formulas.map(({ name, is }) => ({
        name,
        formula: is,
        figures: figuresFor(rates, { steps: [] }, 0),
      })),
    )

  test('there are some', () => expect(written.length).toBeGreaterThan(60))
  test.each(written)('$name', ({ formula, figures }) => {
    const known = { figures, conditions: nameConditions(formula) }
    const text = printFormula(formula, known)
    const parsed = parseFormula(text, known)
    expect(parsed).toMatchObject({ status: 'read', formula })
    expect(parsed.status === 'read' && parsed.formula).toEqual(formula)
    // These formulas need no origins before names.
    expect(text).not.toMatch(/步骤·|本篇·|问卷·|公式·|标准·/)
  })
})

const literals = fc.constantFrom(
  '200万元',
  '25%',
  '6000元/人',
  '7800元/人·年',
  '12月',
  3,
  0.5,
  '-5元',
  '1.5亿元',
)
const names = fc.oneof(
  fc.constantFrom(...figures.map(({ key }) => key)),
  fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }).filter((name) => name === name.trim()),
  fc.constantFrom('12月', '取小', '否则', '甲（乙）', '一、二', 'a/b', '「引」', '25%', '\\', '/'),
)
const conditions: Tree[] = [small, { ask: '单独申请【是】', key: 'sole' as never }, { any: [small] }]
const formulas = fc.letrec<{ formula: Formula }>((tie) => {
  const inner = tie('formula')
  const two = fc.tuple(inner, inner)
  const many = fc.array(inner, { minLength: 2, maxLength: 4 })
  const bound = fc.constantFrom('100万元', 3, '20%')
  const tier = fc.oneof(
    fc.record({ up_to: bound, is: inner }),
    fc.record({ below: bound, is: inner }),
    fc.record({ is: inner }),
  )
  const list = <Kind extends string>(kind: Kind, parts: fc.Arbitrary<Formula[]>) =>
    parts.map((each) => ({ [kind]: each }) as unknown as Formula)
  return {
    formula: fc.oneof(
      { maxDepth: 4 },
      literals,
      fc.record({ fact: fc.constantFrom('taxable_income' as const, 'rd_ratio' as const) }),
      names.map((step) => ({ step })),
      names.map((rate) => ({ rate })),
      names.map((shared) => ({ shared })),
      fc.constantFrom('months', 'again', '7.taxes').map((key) => ({ own: key as never })),
      ...(['sum', 'times', 'least', 'most'] as const).map((kind) => list(kind, many)),
      ...(['less', 'over', 'span'] as const).map((kind) => list(kind, two)),
      fc.record({ span: two, why: fc.string({ maxLength: 10 }) }),
      fc.record({
        tiers: fc.record({
          by: inner,
          of: fc.array(tier, { minLength: 2, maxLength: 3 }),
          kind: fc.constantFrom('whole', 'part'),
        }),
      }),
      fc.record({
        phase: fc.record({
          since: fc.constant('first' as never),
          of: fc.array(fc.record({ years: fc.integer({ min: 1, max: 30 }), is: inner }), {
            minLength: 1,
            maxLength: 3,
          }),
        }),
      }),
      // biome-ignore lint/suspicious/noThenProperty: a formula, which nobody waits for
      fc.record({ when: fc.constantFrom(...conditions), then: inner, else: inner }),
    ) as fc.Arbitrary<Formula>,
  }
}).formula

test('what is printed is read back as it was, whatever it is', () => {
  fc.assert(
    fc.property(formulas, (formula) => {
      const known = { figures, conditions: nameConditions(formula) }
      const parsed = parseFormula(printFormula(formula, known), known)
      expect(parsed.status === 'read' ? parsed.formula : parsed.message).toEqual(formula)
    }),
    { numRuns: 500 },
  )
})

test('any text is read, or refused in words', () => {
  const pieces = fc.constantFrom(
    '取小',
    '（',
    '）',
    '，',
    '；',
    '：',
    '应纳税所得额',
    '25%',
    '+',
    '−',
    '如果',
    '【人少】',
    '“',
    '分档',
    '不超过',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (words) => {
      const text = words.join(' ')
      const parsed = parseFormula(text, vocabulary)
      expect(parsed.status === 'read' ? parsed.formula : parsed.message).toBeTruthy()
    }),
  )
})
