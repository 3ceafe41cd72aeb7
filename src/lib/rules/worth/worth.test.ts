import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCompany } from '../eligibility/company.ts'
import { compareQuantities, type Quantity } from '../eligibility/decimal.ts'
import type { Facts } from '../eligibility/facts.ts'
import type { Tree } from '../eligibility/tree.ts'
import { readLiteral, unitWords } from './amounts.ts'
import { compileRates } from './compile.ts'
import { type Benefit, benefitOf as benefitOfPolicy, type Formula, type Rates } from './formula.ts'
import { benefitValidator, validateRates } from './validate-benefit.ts'
import { briefOf, workingOf } from './working.ts'
import { compileBenefit, narrowingQuestion, worthOf } from './worth.ts'

const TODAY = '2026-11-21'
const SOURCE = { name: '税法' }
const RATES: Rates = {
  rates: [
    {
      name: '税率',
      values: [
        { from: '2008-01-01', value: '25%', source: SOURCE },
        { from: '2028-01-01', value: '20%', source: SOURCE },
      ],
    },
  ],
  formulas: [
    {
      name: '适用税率',
      is: {
        when: { fact: 'certificates', op: 'eq', value: 'high_tech' },
        // biome-ignore lint/suspicious/noThenProperty: a formula
        then: '15%',
        else: { rate: '税率' },
      },
    },
  ],
}
const SURTAX = { key: '22.surtax', label: '六税两费', unit: '元', most: '1亿' } as const
const FIRST_YEAR = { key: '16.since', label: '获利年度', unit: '年', least: 2000, most: 2100 } as const

const benefitOf = (is: Formula, more: Partial<Benefit> = {}): Benefit => ({
  money: 'law',
  per: '年',
  steps: [{ name: '金额', is }],
  ...more,
})

const compile = (benefit: Benefit, tree: Tree | null = null) =>
  compileBenefit(benefit, tree, compileRates(RATES))

function worth(
  is: Formula,
  facts: Facts,
  more: Partial<Benefit> = {},
  tree: Tree | null = null,
  day = TODAY,
) {
  const { min, max } = worthOf(compile(benefitOf(is, more), tree), readCompany(facts, day))
  const [low, high] = [numberOf(min), max && numberOf(max)]
  return low === high ? low : [low, high]
}

const numberOf = ({ n, d }: Quantity) => Number(n) / Number(d)

const INCOME = { fact: 'taxable_income' } as const
const PEOPLE = { fact: 'employees' } as const

describe('numbers', () => {
  test.each([
    ['200万元', 2_000_000, '元'],
    ['25%', 0.25, ''],
    ['6000元/人', 6000, '元/人'],
    ['7800元/人·年', 7800, '元/人·年'],
    ['12个月', 12, '月'],
    [1.75, 1.75, ''],
    ['-3元', -3, '元'],
    ['1.5亿', 150_000_000, ''],
  ])('%s', (literal, value, unit) => {
    const read = readLiteral(literal)
    expect(read && [numberOf(read.value), unitWords(read.unit)]).toEqual([value, unit])
  })

  test.each(['', '元', '200万美元', '25%/人', '/人', '1,000元', '1e5元', '25 % of it'])(
    '%s is none',
    (literal) => {
      expect(readLiteral(literal)).toBeUndefined()
    },
  )
})

describe('what formulas come to', () => {
  const facts: Facts = {
    taxable_income: '2000000.01',
    employees: 7,
    rd_expense: '300000',
    revenue: '1000000',
  }

  test.each<[Formula, number]>([
    [{ times: [INCOME, { less: ['25%', '5%'] }] }, 400_000.002],
    [{ sum: [INCOME, '1元', '0.5元'] }, 2_000_001.51],
    [{ least: [INCOME, '50万元'] }, 500_000],
    [{ most: [INCOME, '300万元'] }, 3_000_000],
    [{ times: [PEOPLE, '6000元/人'] }, 42_000],
    [{ over: [INCOME, 4] }, 500_000.0025],
    [{ times: ['100万元', { fact: 'rd_ratio' }] }, 300_000],
    [{ times: ['100元', { rate: '税率' }] }, 25],
    [{ less: ['1元', '3元'] }, 0],
  ])('%j', (is, value) => {
    expect(worth(is, facts)).toBe(value)
  })

  test('of tiers the whole, or of each tier its part; each bound on its side', () => {
    const whole = (kind: 'whole' | 'part', bound: object): Formula => ({
      tiers: { by: INCOME, kind, of: [{ ...bound, is: '10%' }, { is: '20%' }] },
    })
    const of = (kind: 'whole' | 'part', bound: object, income: string) =>
      worth(kind === 'part' ? whole(kind, bound) : { times: ['100元', whole(kind, bound)] }, {
        taxable_income: income,
      })
    expect(of('whole', { up_to: '100元' }, '100')).toBe(10)
    expect(of('whole', { below: '100元' }, '100')).toBe(20)
    expect(of('whole', { up_to: '100元' }, '100.01')).toBe(20)
    expect(of('part', { up_to: '100元' }, '100')).toBe(10)
    expect(of('part', { up_to: '100元' }, '150')).toBe(20)
  })

  test('phases go by the year, and end', () => {
    const is: Formula = {
      phase: {
        since: '16.since',
        of: [
          { years: 2, is: '100元' },
          { years: 3, is: '40元' },
        ],
      },
    }
    const of = (since: string, day = TODAY) =>
      worth(is, { '16.since': since }, { own: [FIRST_YEAR] }, null, day)
    expect([of('2026'), of('2025'), of('2024'), of('2022'), of('2021'), of('2027')]).toEqual([
      100, 100, 40, 40, 0, 0,
    ])
    expect(['2027', '2028', '2030', '2031'].map((year) => of('2026', `${year}-11-21`))).toEqual([
      100, 40, 40, 0,
    ])
    expect(worth(is, {}, { own: [FIRST_YEAR] })).toEqual([0, 100])
  })

  test('a rate counts from its day on', () => {
    const is: Formula = { times: ['100元', { rate: '税率' }] }
    expect(['2026', '2027', '2028'].map((year) => worth(is, {}, {}, null, `${year}-11-21`))).toEqual([
      25, 25, 20,
    ])
  })
})

describe('what is not known', () => {
  const relief: Formula = { times: [INCOME, '20%'] }
  const small: Tree = { all: [{ fact: 'taxable_income', op: 'lte', value: '300万' }] }

  test('a number goes from 0 up, or to what the conditions allow', () => {
    expect(worth(relief, {})).toEqual([0, null])
    expect(worth(relief, {}, {}, small)).toEqual([0, 600_000])
    expect(worth(relief, { taxable_income: null }, {}, small)).toEqual([0, 600_000])
  })

  test('what is asked for is what is missing; nothing is missing where it makes no difference', () => {
    const of = (is: Formula, facts: Facts) =>
      worthOf(compile(benefitOf(is, { own: [SURTAX] })), readCompany(facts, TODAY)).missing
    expect(of({ sum: [relief, { own: '22.surtax' }] }, {})).toEqual(['taxable_income', '22.surtax'])
    expect(of({ times: [{ fact: 'rd_ratio' }, '1元'] }, { revenue: '5' })).toEqual(['rd_expense'])
    expect(of({ least: [{ sum: [relief, '9元'] }, '5元'] }, {})).toEqual([])
  })

  test('an answer beyond reason is asked back and not calculated with', () => {
    const benefit = compile(benefitOf({ own: '22.surtax' }, { own: [SURTAX] }))
    const of = (answer: string) => worthOf(benefit, readCompany({ '22.surtax': answer }, TODAY))
    expect(of('100000000')).toMatchObject({ isRange: false, beyond: [] })
    expect(of('100000000.01')).toMatchObject({ isRange: true, missing: ['22.surtax'], beyond: ['22.surtax'] })
    expect(narrowingQuestion(benefit, readCompany({ '22.surtax': '100000000.01' }, TODAY))).toBe('22.surtax')
  })

  test('the question that narrows most comes first; what was answered 不清楚 is not asked again', () => {
    const is: Formula = { sum: [{ times: [PEOPLE, '10元/人'] }, { least: [{ own: '22.surtax' }, '300元'] }] }
    const of = (facts: Facts) =>
      narrowingQuestion(
        compile(benefitOf(is, { own: [SURTAX] }), { fact: 'employees', op: 'lte', value: 20 }),
        readCompany(facts, TODAY),
      )
    expect(of({})).toBe('22.surtax')
    expect(of({ '22.surtax': '5' })).toBe('employees')
    expect(of({ '22.surtax': null, employees: null })).toBeNull()
    expect(of({ '22.surtax': '5', employees: 3 })).toBeNull()
  })
})

describe('what an editor got wrong', () => {
  const problems = (is: Formula, more: Partial<Benefit> = {}, tree: Tree | null = null) =>
    benefitValidator(RATES)(benefitOf(is, more), tree).map(
      ({ path, expected, found }) => `${path.join('.')}：应为${expected}，实际为 ${found}`,
    )

  test.each<[Formula, string]>([
    [{ sum: [INCOME, '5人'] }, 'steps.0.is.sum.1：应为单位是元，实际为 人'],
    [{ times: [INCOME, '5元'] }, 'steps.0.is：应为最后一步是金额（元），实际为 '],
    [{ times: [PEOPLE, 2] }, 'steps.0.is：应为最后一步是金额（元），实际为 人'],
    [{ fact: 'region' }, 'steps.0.is.fact：应为问卷里的金额、数字，或者由它们算出的指标，实际为 region'],
    [{ own: '22.surtax' }, 'steps.0.is.own：应为own 里写了的数字，实际为 22.surtax'],
    [{ rate: '利率' }, 'steps.0.is.rate：应为rates.yaml 里的一个名称，实际为 利率'],
    [{ shared: '利率' }, 'steps.0.is.shared：应为rates.yaml 里写在前面的公式，实际为 利率'],
    [{ step: '金额' }, 'steps.0.is.step：应为写在前面的一步，实际为 金额'],
    [
      { over: [INCOME, { fact: 'rd_ratio' }] },
      'steps.0.is.over.1：应为不会是 0 的除数（可以用 most 保底），实际为 可能是 0',
    ],
    [
      { least: ['50万元', { most: [INCOME, '100万元'] }] },
      'steps.0.is.least.1：应为封顶不低于保底，实际为 这一项永远不起作用',
    ],
    [
      { most: [{ least: [INCOME, '50万元'] }, '100万元'] },
      'steps.0.is.most.0：应为保底不高于封顶，实际为 这一项永远不起作用',
    ],
    [{ less: ['5元', '5元'] }, 'steps.0.is：应为可能大于 0 的金额，实际为 总不大于 0'],
    [
      { tiers: { by: INCOME, kind: 'whole', of: [{ up_to: '5人', is: '1元' }, { is: '2元' }] } },
      'steps.0.is.tiers.of.0.up_to：应为单位是元，实际为 5人',
    ],
    [
      {
        tiers: {
          by: INCOME,
          kind: 'whole',
          of: [{ up_to: '5元', is: '1元' }, { up_to: '5元', is: '3元' }, { is: '2元' }],
        },
      },
      'steps.0.is.tiers.of.1.up_to：应为高于前一档的 5元，实际为 5元',
    ],
    [
      { tiers: { by: INCOME, kind: 'whole', of: [{ is: '1元' }, { is: '2元' }] } },
      'steps.0.is.tiers.of.0：应为up_to 或 below 写一个，实际为 没有写',
    ],
    [
      // biome-ignore lint/suspicious/noThenProperty: a formula
      { when: { fact: 'employees', op: 'lte', value: 'many' }, then: '1元', else: '2元' } as Formula,
      'steps.0.is.when：应为能判断的条件，实际为 应为数字',
    ],
    [
      { phase: { since: '22.surtax', of: [{ years: 1, is: '1元' }] } },
      'steps.0.is.phase.since：应为own 里单位是年的数字，实际为 元',
    ],
  ])('%j', (is, problem) => {
    const own = 'phase' in (is as object) ? { own: [SURTAX] } : {}
    expect(problems(is, own).join('\n')).toContain(problem)
  })

  test('a divisor that the conditions keep above 0, and a cap that may decide, are fine', () => {
    const is: Formula = { over: [{ times: [INCOME, '5人'] }, PEOPLE] }
    expect(problems(is, {}, { fact: 'employees', op: 'gte', value: 1 })).toEqual([])
    expect(problems(is)).toHaveLength(1)
    expect(problems({ over: [{ times: [INCOME, '5人'] }, { most: [PEOPLE, '1人'] }] })).toEqual([])
    expect(
      problems({ least: [INCOME, '50万元'] }, {}, { fact: 'taxable_income', op: 'gte', value: '50万' }),
    ).toEqual([])
  })

  test('rates rise by their days, keep their unit, and have one name each', () => {
    const rate = (name: string, ...values: [string, string][]) => ({
      name,
      values: values.map(([from, value]) => ({ from, value, source: SOURCE })),
    })
    const wrong = (rates: Rates['rates'], formulas: Rates['formulas'] = []) =>
      validateRates({ rates, formulas }).map(
        ({ path, expected, found }) => `${path.join('.')}：${expected}：${found}`,
      )
    expect(wrong([rate('一', ['2020-01-01', '1%'], ['2020-01-01', '2%'])])).toEqual([
      'rates.0.values.1.from：没有重复的日期：2020-01-01',
    ])
    expect(wrong([rate('一', ['2020-01-01', '1%'], ['2019-01-01', '2%'])])).toEqual([
      'rates.0.values.1.from：晚于 2020-01-01 的日期（由早到晚）：2019-01-01',
    ])
    expect(wrong([rate('一', ['2020-01-01', '1%'], ['2021-01-01', '2元'])])).toEqual([
      'rates.0.values.1.value：单位是比例或者倍数：2元',
    ])
    expect(wrong([rate('一', ['2020-01-01', '1%']), rate('一', ['2020-01-01', '1%'])])).toEqual([
      'rates.1.name：没有用过的名称：一',
    ])
    expect(wrong([], [{ name: '二', is: { over: ['1元', PEOPLE] } }])).toEqual([
      'formulas.0.is.over.1：不会是 0 的除数（可以用 most 保底）：可能是 0',
    ])
    expect(wrong([], [{ name: '二', is: { shared: '三' } }])).toEqual([
      'formulas.0.is.shared：rates.yaml 里写在前面的公式：三',
    ])
    expect(validateRates(RATES)).toEqual([])
  })
})

describe('on paper', () => {
  const benefit: Benefit = {
    money: 'law',
    per: '年',
    steps: [
      { name: '少缴的税率', is: { less: [{ rate: '税率' }, '5%'] }, clause: { article: '第三条' } },
      { name: '少缴的税', is: { least: [{ times: [INCOME, { step: '少缴的税率' }] }, '50万元'] } },
    ],
  }
  const lines = (facts: Facts, of = benefit) =>
    workingOf(compile(of), readCompany(facts, TODAY)).map(({ formula, filled, result }) => [
      formula,
      filled,
      result,
    ])

  test('in brief it is the step that makes the sum, where the others come to nothing', () => {
    const brief = (...steps: Benefit['steps']) =>
      briefOf(
        workingOf(
          compile({ money: 'law', per: '年', steps }),
          readCompany({ taxable_income: '2000000' }, TODAY),
        ),
      )?.filled
    const [tax, more] = [
      { name: '少缴的税', is: { times: [INCOME, '20%'] } },
      { name: '再少缴', is: { most: [{ less: [INCOME, '300万元'] }, '0元'] } },
    ] as const
    const both = { sum: [{ step: tax.name }, { step: more.name }] }
    expect(brief(tax, more, { name: '合计', is: both })).toBe('200 万元 × 20%')
    expect(brief(tax, { ...more, is: '5万元' }, { name: '合计', is: both })).toBe('40 万元 + 5 万元')
    expect(brief({ name: '补贴', is: '5万元' })).toBeUndefined()
  })

  test('each step in names, in numbers, and what it comes to', () => {
    expect(lines({ taxable_income: '2000000' })).toEqual([
      ['税率 − 5%', '25% − 5%', '20%'],
      ['应纳税所得额 × 少缴的税率，最多 50 万元', '200 万元 × 20%，最多 50 万元', '40 万元'],
    ])
    expect(lines({})[1]).toEqual([
      '应纳税所得额 × 少缴的税率，最多 50 万元',
      '应纳税所得额（待填）× 20%，最多 50 万元',
      '0 到 50 万元',
    ])
  })

  test('of tiers, conditions and phases what counts', () => {
    const tiers = (kind: 'whole' | 'part'): Formula => ({
      tiers: { by: INCOME, kind, of: [{ up_to: '100元', is: '10%' }, { is: '20%' }] },
    })
    const of = (is: Formula, facts: Facts, own: Benefit['own'] = []) =>
      lines(facts, benefitOf(is, { own }))[0]?.slice(0, 2)
    expect(of(tiers('part'), { taxable_income: '150' })).toEqual([
      '按应纳税所得额分档：不超过 100 元的部分 10%，超过 100 元的部分 20%',
      '100 元 × 10% + 50 元 × 20%',
    ])
    expect(of({ times: [INCOME, tiers('whole')] }, { taxable_income: '150' })?.[1]).toBe('150 元 × 20%')
    expect(of({ times: ['1人', INCOME, { over: ['3月', '1月'] }] }, { taxable_income: '150' })).toEqual([
      '应纳税所得额 × 3 月',
      '150 元 × 3 月',
    ])
    const is: Formula = {
      phase: {
        since: '16.since',
        of: [
          { years: 2, is: INCOME },
          { years: 1, is: '4元' },
        ],
      },
    }
    expect(of(is, { '16.since': '2024' }, [FIRST_YEAR])).toEqual([
      '从获利年度起，第 1 到 2 年：应纳税所得额；第 3 年：4 元',
      '4 元',
    ])
  })
})

test.each([
  [{ support: '奖补', amount: { max: 500_000, unit: '元' } }, [0n, 500_000n]],
  [{ support: '奖补', amount: { min: 10, max: 10, unit: '元' } }, [10n, 10n]],
  [{ support: '奖补', amount: { max: 30, unit: '%' } }, null],
  [{ support: '贷款', amount: { max: 500_000, unit: '元' } }, null],
  [{ support: '奖补' }, null],
])('without a formula only a grant has a price: %j', (policy, ends) => {
  const benefit = benefitOfPolicy(policy)
  const worth = benefit && worthOf(compile(benefit), readCompany({}, TODAY))
  expect(worth ? [worth.min.n, worth.max?.n] : null).toEqual(ends)
})

const amounts: fc.Arbitrary<Formula> = fc.letrec<{ amount: Formula }>((tie) => {
  const amount = tie('amount')
  const pair = fc.tuple(amount, amount)
  const share = fc.constantFrom<Formula>(
    '5%',
    '25%',
    '150%',
    { rate: '税率' },
    { shared: '适用税率' },
    { fact: 'rd_ratio' },
  )
  const condition = fc.constantFrom<Tree>(
    { fact: 'taxable_income', op: 'lte', value: 300 },
    { fact: 'employees', op: 'gt', value: 5 },
    { ask: '属于目录', key: '22.catalogue' },
    {
      any: [
        { fact: 'revenue', op: 'lt', value: 500 },
        { fact: 'certificates', op: 'eq', value: 'high_tech' },
      ],
    },
  )
  const bound = fc.integer({ min: 1, max: 900 })
  return {
    amount: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.constantFrom<Formula>(
        INCOME,
        { fact: 'rd_expense' },
        { own: '22.surtax' },
        { times: [PEOPLE, '50元/人'] },
        '90元',
        '-30元',
      ),
      pair.map((sum) => ({ sum })),
      pair.map((less) => ({ less })),
      pair.map((least) => ({ least })),
      pair.map((most) => ({ most })),
      fc.tuple(amount, share).map((times) => ({ times })),
      amount.map((of) => ({ over: [{ times: [of, '1人'] }, { most: [PEOPLE, '1人'] }] })),
      fc
        .tuple(condition, amount, amount)
        // biome-ignore lint/suspicious/noThenProperty: a formula
        .map(([when, yes, no]) => ({ when, then: yes, else: no }) as Formula),
      fc.tuple(amount, bound, amount, amount).map(([by, at, is, last]) => ({
        tiers: { by, kind: 'whole' as const, of: [{ up_to: `${at}元`, is }, { is: last }] },
      })),
      fc.tuple(amount, bound, share, share).map(([by, at, is, last]) => ({
        tiers: { by, kind: 'part' as const, of: [{ below: `${at}元`, is }, { is: last }] },
      })),
    ),
  }
}).amount

const some = fc.integer({ min: 0, max: 1000 })
const told: fc.Arbitrary<Facts> = fc.record({
  taxable_income: some.map(String),
  rd_expense: some.map(String),
  revenue: some.map((amount) => String(amount + 1)),
  employees: fc.integer({ min: 0, max: 12 }),
  certificates: fc.subarray(['high_tech', 'tech_sme']),
  '22.surtax': some.map(String),
  '22.catalogue': fc.boolean(),
}) as fc.Arbitrary<Facts>

const forgotten = fc.subarray([
  'taxable_income',
  'rd_expense',
  'revenue',
  'employees',
  'certificates',
  '22.surtax',
  '22.catalogue',
])

const LAW = { own: [SURTAX] }
/** Conditions of the policy that bound an unknown number. */
const BOUNDED: Tree = {
  all: [
    { fact: 'taxable_income', op: 'between', value: [0, 1000] },
    { fact: 'rd_expense', op: 'lte', value: 1000 },
  ],
}

describe('laws', () => {
  const without = (facts: Facts, keys: readonly string[]): Facts =>
    Object.fromEntries(Object.entries(facts).filter(([key]) => !keys.includes(key))) as Facts

  test('whatever the answers turn out to be, the worth is within the range, and never less than nothing', () => {
    fc.assert(
      fc.property(amounts, told, forgotten, fc.constantFrom(null, BOUNDED), (is, facts, keys, tree) => {
        const compiled = compile(benefitOf(is, LAW), tree)
        const before = worthOf(compiled, readCompany(without(facts, keys), TODAY))
        const after = worthOf(compiled, readCompany(facts, TODAY))
        expect(before.min.n).toBeGreaterThanOrEqual(0n)
        expect(compareQuantities(before.min, after.min)).toBeLessThanOrEqual(0)
        if (before.max) expect(compareQuantities(after.max ?? before.max, before.max)).toBeLessThanOrEqual(0)
      }),
      { numRuns: 3000 },
    )
  })

  test('a formula that is let through never divides by nothing, and its calculation can be written', () => {
    fc.assert(
      fc.property(amounts, told, forgotten, (is, facts, keys) => {
        const benefit = benefitOf(is, LAW)
        fc.pre(
          benefitValidator(RATES)({ ...benefit, own: [] }, null).every(({ path }) => path.includes('own')),
        )
        const [line] = workingOf(compile(benefit), readCompany(without(facts, keys), TODAY))
        expect(line?.formula).not.toMatch(/undefined|NaN|（）/)
        expect(line?.filled).not.toMatch(/undefined|NaN|（）/)
      }),
      { numRuns: 500 },
    )
  })
})
