import { afterEach, beforeEach, expect, test } from 'vitest'
import { QUESTION_IDS, type Question } from '../../src/lib/contract/policies/question.ts'
import { ASKS_MAX } from '../../src/lib/rules/eligibility/asks.ts'
import type { FactKey } from '../../src/lib/rules/eligibility/facts.ts'
import type { Browser } from '../testing/browser.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'
import { RULED } from '../testing/rules.ts'

const QUESTION = '/customer/api/v1/fixed/question'
const RESET = '/customer/api/v1/reset/fix/answer'
const BILL = '/customer/api/v1/question/bill'
let portal: TestPortal
let company: Browser

beforeEach(async () => {
  portal = await openPortal({ catalogue: RULED })
  company = await portal.loggedIn('13800000001')
})
afterEach(() => portal.close())

const questions = async (browser = company): Promise<Question[]> =>
  (await browser.get(QUESTION)).body.result.items

async function answers(browser = company) {
  const answered = (await questions(browser)).filter(({ answer }) => answer !== null)
  return Object.fromEntries(answered.map(({ key, answer }) => [key, answer]))
}

async function save(given: Partial<Record<FactKey, unknown>>, browser = company) {
  const sent = Object.entries(given).map(([key, value]) => ({ id: QUESTION_IDS[key as FactKey], value }))
  return (await browser.post(QUESTION, { answers: sent })).body
}

test('a visitor may read the questions; they have their own ids and no answers', async () => {
  const found = await questions(portal.browser())
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
  expect(found.filter(({ answer }) => answer !== null)).toEqual([])
  expect(found[0]).toMatchObject({
    id: 1,
    key: 'kind',
    kind: 'choice',
    options: expect.arrayContaining([{ value: 'company', label: '公司' }]),
  })
  expect(found.find(({ key }) => key === 'employees')).toMatchObject({ unit: '人', options: null })
})

test('answers of every kind come back as they were given', async () => {
  const given = {
    kind: 'company',
    region: '440106',
    industry: 'I65',
    founded_on: '2020-02-29',
    employees: 12,
    revenue: '1250000.5',
    certificates: ['high_tech'],
    exporter: false,
    tax_credit: 'unknown',
  }
  expect(await save(given)).toEqual({ code: 200, hints: [] })
  expect(await answers()).toEqual(given)
})

test('a partial answer leaves the others, null forgets one, the same again is no error', async () => {
  await save({ employees: 12, exporter: true })
  await save({ employees: 13 })
  await save({ employees: 13 })
  expect(await answers()).toEqual({ employees: 13, exporter: true })
  await save({ exporter: null, ip_invention: null })
  expect(await answers()).toEqual({ employees: 13 })
  expect(await save({})).toEqual({ code: 200, hints: [] })
})

const asks = async (browser = company) => (await browser.get(QUESTION)).body.result.asks
const saveAsks = async (given: object, browser = company) =>
  (await browser.post(QUESTION, { answers: [], asks: given })).body

test('answers to questions of single policies come back; null forgets one; they are the company’s own', async () => {
  const given = { '17.catalogue': true, '17.share': false, '9999.gone': 'unknown', '22.surtax': '80000.5' }
  expect(await saveAsks(given)).toEqual({ code: 200, hints: [] })
  expect(await asks()).toEqual(given)
  await saveAsks({ '17.share': null, '17.catalogue': false, '22.surtax': null })
  expect(await asks()).toEqual({ '17.catalogue': false, '9999.gone': 'unknown' })
  expect(await asks(await portal.loggedIn('13800000002'))).toEqual({})
  expect(await asks(portal.browser())).toEqual({})
  await company.post(RESET)
  expect(await asks()).toEqual({})
})

test.each([
  { '17.catalogue': 'yes' },
  { '22.surtax': '-1' },
  { '22.surtax': '0.005' },
  { '17.catalogue': 1 },
  { '17.catalogue': { a: 1 } },
  { catalogue: true },
  { employees: true },
  { [`17.${'x'.repeat(25)}`]: true },
  [true],
  Object.fromEntries(Array.from({ length: ASKS_MAX + 1 }, (_, index) => [`${index + 1}.x`, true])),
])('no answers to questions of policies: %j', async (given) => {
  expect((await saveAsks(given)).code).not.toBe(200)
  expect(await asks()).toEqual({})
})

test('an account holds so many of them, and not one more', async () => {
  const many = Object.fromEntries(Array.from({ length: ASKS_MAX }, (_, index) => [`${index + 1}.x`, true]))
  expect(await saveAsks(many)).toMatchObject({ code: 200 })
  expect(await saveAsks({ '1000.x': true })).toMatchObject({
    code: 400,
    message: expect.stringContaining('最多'),
  })
  expect(await saveAsks({ '7.x': false })).toMatchObject({ code: 200 })
  expect(await asks()).toEqual({ ...many, '7.x': false })
})

test('one bad answer: nothing is stored, and every problem is named at its question', async () => {
  const { code, message, problems } = await save({ employees: -1, exporter: true, founded_on: '2026-11-22' })
  expect(code).toBe(400)
  expect(problems.map(({ id }: { id: number }) => id)).toEqual([
    QUESTION_IDS.founded_on,
    QUESTION_IDS.employees,
  ])
  expect(message).toBe(problems[0].message)
  expect(message).toContain('成立日期：')
  expect(await answers()).toEqual({})
})

test('an unknown question and two answers to one question are problems', async () => {
  const sent = [
    { id: 999, value: 1 },
    { id: 5, value: 1 },
    { id: 5, value: 2 },
  ]
  const { body } = await company.post(QUESTION, { answers: sent })
  expect(body).toMatchObject({
    code: 400,
    message: '没有这个问题',
    problems: [
      { id: 999, message: '没有这个问题' },
      { id: 5, message: '职工人数：同一个问题只能有一个答案' },
    ],
  })
  expect(await answers()).toEqual({})
})

test('an answer may not contradict an earlier one; both together may change', async () => {
  await save({ employees: 10, rd_staff: 8 })
  expect(await save({ employees: 5 })).toMatchObject({
    code: 400,
    problems: [{ id: QUESTION_IDS.rd_staff, message: '研发和科技人员：不能多于职工人数' }],
  })
  expect(await answers()).toEqual({ employees: 10, rd_staff: 8 })
  expect(await save({ employees: 5, rd_staff: 4 })).toMatchObject({ code: 200 })
})

test('of contradicting answers at once only the ones or the others are taken', async () => {
  await Promise.all(Array.from({ length: 8 }, () => answers()))
  const given = [{ employees: 5 }, { rd_staff: 8 }]
  const taken = await Promise.all(Array.from({ length: 8 }, (_, index) => save(given[index % 2] ?? {})))
  expect(taken.filter(({ code }) => code === 200)).toHaveLength(4)
  expect(
    await portal.db.selectFrom('answers').select('fact').where('company_id', '>', 0).execute(),
  ).toHaveLength(1)
})

test('what is worth a second look is stored, with a hint', async () => {
  const { code, hints } = await save({ revenue: '100', rd_expense: '200' })
  expect([code, hints.length]).toEqual([200, 1])
  expect(hints[0].id).toBe(QUESTION_IDS.rd_expense)
  expect(await answers()).toEqual({ revenue: '100', rd_expense: '200' })
})

test('stored answers that no longer fit are as if not given, and block nothing', async () => {
  const stale = { company_id: 2, updated_at: 0 }
  await portal.db
    .insertInto('answers')
    .values([
      { ...stale, fact: 'tax_credit', value: '"Z"' },
      { ...stale, fact: 'gone', value: '1' },
    ])
    .execute()
  expect(await answers()).toEqual({})
  expect(await save({ employees: 3 })).toEqual({ code: 200, hints: [] })
  expect(await save({ tax_credit: 'A' })).toMatchObject({ code: 200 })
  expect(await answers()).toEqual({ employees: 3, tax_credit: 'A' })
})

test('answers belong to the company: strangers have their own, colleagues share', async () => {
  const stranger = await portal.loggedIn('13800000002')
  await save({ employees: 12 })
  await save({ employees: 7 }, stranger)
  await stranger.post(RESET)
  expect(await answers()).toEqual({ employees: 12 })
  await portal.db.updateTable('customers').set({ company_id: 2 }).where('id', '=', 2).execute()
  expect(await answers(stranger)).toEqual({ employees: 12 })
})

test('reset forgets everything, twice is no error', async () => {
  await save({ employees: 12, exporter: true })
  expect((await company.post(RESET)).body).toEqual({ code: 200 })
  expect((await company.post(RESET)).body).toEqual({ code: 200 })
  expect(await portal.db.selectFrom('answers').selectAll().where('company_id', '>', 0).execute()).toEqual([])
})

test('the bill names what is met; what an authority has still to choose adds up to nothing', async () => {
  await save({ employees: 12, exporter: true })
  const { data } = (await company.get(BILL)).body
  expect(data).toMatchObject({ count: 0, min: '0', max: '0', unit: '元', unknown_count: 2 })
  await save({ ip_invention: 2 })
  const again = (await company.get(BILL)).body.data
  expect(again).toMatchObject({ count: 0, max: '0', unknown_count: 1, exact: true })
  expect(again.items).toMatchObject([
    { id: 21, standing: 'contested', max: '30000', excluded_by: [] },
    { id: 22, standing: 'excluded', excluded_by: [21] },
    { id: 23, standing: 'contested', max: '30000' },
  ])
})

test.each([
  [{}],
  [{ answers: {} }],
  [{ answers: [null] }],
  [{ answers: [{ id: '5', value: 1 }] }],
  [{ answers: [{ id: 0, value: 1 }] }],
  [{ answers: [{ id: 5 }] }],
  [{ answers: [{ id: 5, value: { deep: 1 } }] }],
  [{ answers: [{ id: 5, value: 1e308 }] }],
  [{ answers: [{ id: 5, value: 1.5 }] }],
  [{ answers: [{ id: 2, value: '\u0000' }] }],
  [{ answers: [{ id: 9, value: `1${'0'.repeat(63)}` }] }],
  [{ answers: [{ id: 22, value: ['high_tech', 'toString'] }] }],
  [{ answers: [{ id: 1, value: '__proto__' }] }],
  [{ answers: Array.from({ length: 101 }, () => ({ id: 5, value: 1 })) }],
])('odd input %j is refused and stores nothing', async (body) => {
  const answer = await company.post(QUESTION, body)
  expect([answer.status, answer.body.code]).toEqual([200, 400])
  expect(await answers()).toEqual({})
})
