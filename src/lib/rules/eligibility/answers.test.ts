import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseFacts } from './answers.ts'
import { ASKS_MAX } from './asks.ts'

const TODAY = '2026-11-21'
const parse = (input: unknown) => parseFacts(input, TODAY)

test('reads every kind of answer into its one form', () => {
  const { facts, problems } = parse({
    kind: 'company',
    region: '440106',
    industry: '3911',
    founded_on: '2020-02-29',
    employees: '40',
    revenue: '1250000.50',
    rd_expense: 300,
    certificates: ['tech_sme', 'high_tech', 'tech_sme'],
    exporter: false,
    violations: null,
    insured: '',
    assets: undefined,
  })
  expect(problems).toEqual([])
  expect(facts).toEqual({
    kind: 'company',
    region: '440106',
    industry: 'C3911',
    founded_on: '2020-02-29',
    employees: 40,
    revenue: '1250000.5',
    rd_expense: '300',
    certificates: ['tech_sme', 'high_tech'],
    exporter: false,
    violations: null,
  })
})

test.each([
  ['kind', 'toString'],
  ['kind', 3],
  ['region', '44010'],
  ['region', 440106],
  ['industry', 'Z01'],
  ['industry', 'A39'],
  ['founded_on', '2026-11-22'],
  ['founded_on', '2025-02-29'],
  ['founded_on', '0020-01-01'],
  ['employees', -1],
  ['employees', 1.5],
  ['employees', 1e21],
  ['employees', Number.NaN],
  ['employees', true],
  ['revenue', '-0.01'],
  ['revenue', '1.001'],
  ['revenue', '1e9'],
  ['revenue', '１００'],
  ['certificates', 'high_tech'],
  ['certificates', ['high_tech', 'constructor']],
  ['certificates', [null]],
  ['exporter', 'yes'],
  ['__proto__x', 1],
])('%s: %j is named and does not count', (key, value) => {
  const { facts, problems } = parse({ [key]: value, taxpayer: 'small' })
  expect(facts).toEqual({ taxpayer: 'small' })
  expect(problems).toEqual([{ key, severity: 'error', message: expect.stringMatching(/[一-龥]/) }])
})

test('more researchers than people: named at the researchers, who do not count', () => {
  const { facts, problems } = parse({ employees: 3, rd_staff: 4 })
  expect(facts).toEqual({ employees: 3 })
  expect(problems).toEqual([{ key: 'rd_staff', severity: 'error', message: '不能多于职工人数' }])
})

test('more main revenue than revenue: reported at the main revenue, which does not count', () => {
  const { facts, problems } = parse({ revenue: '100', main_revenue: '100.01' })
  expect(facts).toEqual({ revenue: '100' })
  expect(problems).toEqual([{ key: 'main_revenue', severity: 'error', message: '不能高于上年营业收入' }])
})

test('an unregistered founder has no founding day', () => {
  const { facts, problems } = parse({ kind: 'founder', founded_on: '2024-01-01' })
  expect(facts).toEqual({ kind: 'founder' })
  expect(problems.map(({ key }) => key)).toEqual(['founded_on'])
})

test('whatever comes, reading neither throws nor changes when read again', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('kind', 'revenue', 'certificates', 'x'), fc.anything()),
      (input) => {
        const { facts } = parse(input)
        expect(parse(facts).facts).toEqual(facts)
      },
    ),
  )
})

test.each([
  ['employees', 0, 0],
  ['employees', 10_000_000, 10_000_000],
  ['employees', 10_000_001, '不能超过 1000 万人'],
  ['employees', -1, '不能小于 0'],
  ['employees', 1.5, '请填写整数'],
  ['revenue', '0', '0'],
  ['revenue', '-0.01', '不能小于 0'],
  ['revenue', '100000000000000', '100000000000000'],
  ['revenue', '100000000000000.01', '不能超过 100 万亿元，请核对单位'],
  ['revenue', '0.001', '请填写金额，最多两位小数'],
  ['founded_on', TODAY, TODAY],
  ['founded_on', '2026-11-22', '不能晚于今天；尚未注册的，请在第一题选“尚未注册”'],
  ['founded_on', '1900-01-01', '1900-01-01'],
  ['founded_on', '1899-12-31', '请检查年份'],
  ['taxpayer', ['small'], '请从选项中选择'],
])('at the limits, %s: %j gives %j', (key, given, expected) => {
  const { facts, problems } = parse({ [key]: given })
  expect(problems.map(({ message }) => message)).toEqual(facts[key as 'kind'] === undefined ? [expected] : [])
  expect(facts[key as 'kind'] ?? expected).toBe(expected)
})

test('answers to asks are kept, whether the ask exists or not; other keys are reported', () => {
  const { facts, problems } = parse({
    '17.catalogue': true,
    '9999.gone': false,
    'loan3.orders': null,
    '22.surtax': '80000.50',
    '17.x': 'yes',
  })
  expect(facts).toEqual({
    '17.catalogue': true,
    '9999.gone': false,
    'loan3.orders': null,
    '22.surtax': '80000.5',
  })
  expect(problems).toEqual([
    { key: '17.x', severity: 'error', message: '请选择是或否，或者填写最多两位小数的数字' },
  ])
})

test('so many, and not one more', () => {
  const many = Object.fromEntries(
    Array.from({ length: ASKS_MAX + 1 }, (_, index) => [`${index + 1}.x`, true]),
  )
  const { facts, problems } = parse({ ...many, employees: 4 })
  expect(Object.keys(facts)).toHaveLength(ASKS_MAX + 1)
  expect(facts).toMatchObject({ employees: 4, [`${ASKS_MAX}.x`]: true })
  expect(problems).toEqual([
    { key: `${ASKS_MAX + 1}.x`, severity: 'error', message: expect.stringContaining('最多') },
  ])
})
