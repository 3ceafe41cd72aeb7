/** Every call of the contract, tried by everybody: visitor, owner, another company, operator, and another site. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Answer, Browser } from '../../server/testing/browser.ts'
import { openPortal, type TestPortal } from '../../server/testing/portal.ts'
import { CONTRACT_CALLS, type NamedCall } from '../../src/lib/api-docs/contract-calls.ts'
import type { Access, Call } from '../../src/lib/contract/call.ts'
import { ask, type Company, openCompany } from './support/company.ts'
import { readTables, rowsOf } from './support/owned-rows.ts'
import { type Input, type MakeSample, missing, mixtures, type Rows, type Sample } from './support/sample.ts'
import { CHAT_SAMPLES } from './support/samples/chat-samples.ts'
import { CUSTOMER_SAMPLES } from './support/samples/customer-samples.ts'
import { DOCUMENT_SAMPLES } from './support/samples/document-samples.ts'
import { OPERATOR_SAMPLES } from './support/samples/operator-samples.ts'
import { ORDER_SAMPLES } from './support/samples/order-samples.ts'

const SAMPLES: Readonly<Record<string, MakeSample>> = {
  ...CUSTOMER_SAMPLES,
  ...ORDER_SAMPLES,
  ...DOCUMENT_SAMPLES,
  ...CHAT_SAMPLES,
  ...OPERATOR_SAMPLES,
}

/** For these a foreign or missing name is no error: 200, and still the same answer for both. */
const LENIENT = new Set(['listOrders', 'cancelUpload'])
/** Lists and figures without any text of the company. */
const WITHOUT_SECRET = new Set(['readCompanyGuide', 'listPlatformPolicies', 'readBill'])
/** Operators take part in the consultations of all orders; files of the other side and its objects they cannot use. */
const OPERATORS_TAKE_PART: Readonly<Record<string, number>> = {
  listTopics: 200,
  addTopic: 200,
  changeTopic: 200,
  listTopicMessages: 200,
  sendTopicMessage: 404,
  addAttachment: 404,
  listAttachments: 200,
  changeAttachment: 403,
  downloadAttachment: 200,
  deleteAttachment: 403,
}
const OTHER_SITE = { 'sec-fetch-site': 'cross-site' }

let portal: TestPortal
let owner: Company
let other: Company
let operator: Company

beforeAll(async () => {
  portal = await openPortal()
  owner = await openCompany(portal, '13800000001', '机密甲')
  other = await openCompany(portal, '13800000002', '机密乙')
  operator = await openCompany(portal, '13900000000', '机密丙')
  // The first look at the policies notes which of them are there.
  await ask(other, 'GET', '/customer/api/v1/fixed/platformpolicy')
})
afterAll(() => portal.close())

beforeEach(() => {
  // Chats are limited by the minute.
  portal.clock.ms += 60_000
})

describe('a visitor', () => {
  test.each(callsFor('visitor'))('may ask for $name', async ({ name, call }) => {
    const before = await readTables(portal.db)
    for (const browser of [portal.browser(), owner.browser]) {
      const answer = await send(browser, call, { params: { id: 1 } }, OTHER_SITE)
      if (isGuarded(call)) expect(answer.body).toMatchObject({ code: 403 })
      else if (name !== 'checkSession') expect([401, 403]).not.toContain(answer.body.code)
    }
    expect(await readTables(portal.db)).toEqual(before)
    const { body } = await send(portal.browser(), call, { params: { id: 1 } })
    if (name !== 'checkSession') expect([401, 403]).not.toContain(body.code)
  })
})

describe('a company', () => {
  test.each(callsFor('company'))('alone has what $name is about', async ({ name, call }) => {
    const make = sampleMaker(name)
    const mine = await make(owner, operator)
    const theirs = await make(other, operator)

    await expectNothingFor({ call, input: mine.input(mine.rows), insider: owner })
    const before = rowsOf(await readTables(portal.db), owner.id)
    if (Object.keys(mine.rows).length > 0) await tryForeignRows(name, call, mine, theirs)
    else await expectSuccess(operator, call, await make(operator, operator))
    const answer = await expectSuccess(other, call, theirs)
    expect(rowsOf(await readTables(portal.db), owner.id), 'rows of the owner').toEqual(before)
    expect(JSON.stringify(answer)).not.toContain(owner.secret)

    const asOperator = OPERATORS_TAKE_PART[name]
    if (asOperator !== undefined) {
      const { body } = await send(operator.browser, call, mine.input(mine.rows))
      expect(body, 'for an operator').toMatchObject({ code: asOperator })
    }
    const seen = await expectSuccess(owner, call, mine)
    if (call.method === 'GET' && isAboutMe(mine) && !WITHOUT_SECRET.has(name)) {
      expect(JSON.stringify(seen)).toContain(owner.secret)
    }
  })
})

describe('an operator', () => {
  test.each(callsFor('operator'))('alone may $name', async ({ name, call }) => {
    const sample = await sampleMaker(name)(owner, operator)
    const input = sample.input(sample.rows)
    await expectNothingFor({ call, input, insider: operator })
    const before = await readTables(portal.db)
    for (const { browser } of [owner, other]) {
      expect((await send(browser, call, input)).body).toMatchObject({ code: 403 })
    }
    expect(await readTables(portal.db)).toEqual(before)
    await expectSuccess(operator, call, sample)
  })
})

test('there is no sample without its call', () => {
  const names = new Set(CONTRACT_CALLS.map(({ name }) => name))
  expect(Object.keys(SAMPLES).filter((name) => !names.has(name))).toEqual([])
})

/** Neither without a session nor from another site anything happens, and nobody is told anything. */
async function expectNothingFor({ call, input, insider }: { call: Call; input: Input; insider: Company }) {
  const before = await readTables(portal.db)
  expect((await send(portal.browser(), call, input)).body, 'for a visitor').toMatchObject({ code: 401 })
  for (const browser of [portal.browser(), insider.browser]) {
    const { body } = await send(browser, call, input, OTHER_SITE)
    if (isGuarded(call)) expect(body, 'from another site').toMatchObject({ code: 403 })
  }
  expect(await readTables(portal.db), 'after visitors and other sites').toEqual(before)
}

/** A name of the owner's row, in whatever place, is answered like a name of nothing. */
async function tryForeignRows(name: string, call: Call, mine: Sample, theirs: Sample) {
  const nothing = Object.fromEntries(Object.entries(mine.rows).map(([key, row]) => [key, missing(row)]))
  const withNothing = mixtures(theirs.rows, nothing)
  const attempts = mixtures(theirs.rows, mine.rows).map((rows, index) => ({
    browser: other.browser,
    input: theirs,
    rows,
    like: withNothing[index] ?? {},
  }))
  const byOperator = { browser: operator.browser, input: mine, rows: mine.rows, like: nothing }
  for (const attempt of name in OPERATORS_TAKE_PART ? attempts : [...attempts, byOperator]) {
    const answer = await send(attempt.browser, call, attempt.input.input(attempt.rows))
    const words = describeRows(attempt.rows, mine.rows)
    expect(LENIENT.has(name) ? [200, 404] : [404], words).toContain(answer.body.code)
    expect(JSON.stringify(answer.body), words).not.toContain(owner.secret)
    const { body } = await send(attempt.browser, call, attempt.input.input(attempt.like))
    expect(answer.body, words).toEqual(body)
  }
}

async function expectSuccess({ browser }: Company, call: Call, { rows, input }: Sample) {
  const { body } = await send(browser, call, input(rows))
  expect(body).toMatchObject({ code: 200 })
  return body
}

function send(browser: Browser, call: Call, input: Input, headers: object = {}): Promise<Answer> {
  const { params = {}, query = {}, body } = input
  const path = call.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).map(([name, value]) => [name, String(value)])
  return browser.send(call.method, `${path}?${new URLSearchParams(given)}`, {
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

function sampleMaker(name: string): MakeSample {
  const make = SAMPLES[name]
  if (!make) throw new Error(`${name} has no sample: add one in tests/flows/support/samples`)
  return make
}

function callsFor(access: Access): NamedCall[] {
  return CONTRACT_CALLS.filter(({ call }) => call.access === access)
}

function isGuarded(call: Call): boolean {
  return call.method !== 'GET' || call.changesState === true
}

function isAboutMe({ rows }: Sample): boolean {
  return Object.keys(rows).length === 0
}

function describeRows(rows: Rows, mine: Rows): string {
  const foreign = Object.keys(mine).filter((key) => rows[key] === mine[key])
  return `with the owner's ${foreign.join(', ')}`
}
