/** Every call of the contract, tried by a visitor, the owner, another company, an operator, and another site. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPortal, type TestPortal } from '../../server/testing/portal.ts'
import type { Call } from '../../src/lib/contract/call.ts'
import { ask, type Company, openCompany } from './support/company.ts'
import { readTables, rowsOf, textsOf } from './support/owned-rows.ts'
import { type Input, missing, mixtures, type Sample } from './support/sample.ts'
import { casesFor, leftOverSamples } from './support/samples/samples.ts'
import { isGuarded, OTHER_SITE, sendCall } from './support/send-call.ts'

/** A foreign or missing name is no error for these: 200, and the same answer for both. */
const LENIENT = new Set(['listOrders', 'cancelUpload', 'readFiles'])
/** Answers without any text of the company. */
const WITHOUT_SECRET = new Set([
  'readCompanyGuide',
  'listPlatformPolicies',
  'listFollows',
  'readBill',
  'getUploadToken for a new upload',
  'readReminders',
  'listSessions',
  'followConversations',
])
/** Refused for companies in use; tests beside the route cover the others. */
const REFUSED: Readonly<Record<string, number>> = {
  joinCompany: 409,
  'setUpWay of WeChat': 409,
  rateConversation: 409,
}
/** Not for the company that runs the portal. */
const REFUSED_FOR_OPERATORS: Readonly<Record<string, number>> = { ...REFUSED, requestDeletion: 409 }
/** Operators take part in the consultations of all orders, but cannot use the company's files and objects. */
const OPERATORS_TAKE_PART: Readonly<Record<string, number>> = {
  listTopics: 200,
  addTopic: 200,
  changeTopic: 200,
  listTopicMessages: 200,
  sendTopicMessage: 404,
  'sendTopicMessage of text': 200,
  addAttachment: 404,
  'addAttachment to an order': 404,
  listAttachments: 200,
  changeAttachment: 403,
  downloadAttachment: 200,
  deleteAttachment: 403,
}

let portal: TestPortal
let owner: Company
let other: Company
let operator: Company

beforeAll(async () => {
  portal = await openPortal()
  owner = await openCompany(portal, '13800000001', '机密甲')
  other = await openCompany(portal, '13800000002', '机密乙')
  operator = await openCompany(portal, '13900000000', '机密丙')
  await ask(other, 'GET', '/customer/api/v1/fixed/platformpolicy')
})
afterAll(() => portal.close())

beforeEach(async () => {
  // The rate of messages per company is limited.
  portal.clock.ms += 60_000
  await portal.proveAll()
  // And the number of open applications.
  await portal.db
    .updateTable('orders')
    .set({ state: 'rejected' })
    .where('company_id', '>', 0)
    .where('state', '=', 'submitted')
    .execute()
})

const readAll = async () => textsOf(await readTables(portal.db))
const readOwn = async () => textsOf(rowsOf(await readTables(portal.db), owner.id))

describe('visitors', () => {
  test.each(casesFor('visitor'))('may ask for $title', async ({ title, call }) => {
    const input = { params: { id: 1 } }
    const before = await readAll()
    for (const browser of [portal.browser(), owner.browser]) {
      const { code } = await sendCall(browser, call, input, OTHER_SITE)
      if (isGuarded(call)) expect(code, 'from another site').toBe(403)
    }
    expect(await readAll(), 'after another site').toEqual(before)
    // Asks who is logged in, so 401 is an answer.
    const refusals = title === 'checkSession' ? [403] : [401, 403]
    expect(refusals).not.toContain((await sendCall(portal.browser(), call, input)).code)
  })
})

describe('a company', () => {
  test.each(casesFor('company'))('has $title to itself', async ({ title, call, make }) => {
    const mine = await make(owner, operator)
    const theirs = await make(other, operator)
    await expectNothingFromOutside(call, mine.input(mine.rows), owner)

    const before = await readOwn()
    if (isAboutCaller(mine))
      await expectCode(operator, call, await make(operator, operator), REFUSED_FOR_OPERATORS[title])
    else await expectNothingFromForeignRows(title, call, mine, theirs)
    expect(await expectCode(other, call, theirs, REFUSED[title])).not.toContain(owner.secret)
    expect(await readOwn(), 'the rows of the owner').toEqual(before)

    const codeForOperators = OPERATORS_TAKE_PART[title]
    if (codeForOperators !== undefined) {
      const answer = await sendCall(operator.browser, call, mine.input(mine.rows))
      expect(answer, 'for an operator').toMatchObject({ code: codeForOperators })
      await expectNothingWithoutProof(operator, call, mine.input(mine.rows))
    }
    if (call.fresh) await expectNothingWithoutProof(owner, call, mine.input(mine.rows))
    const seen = await expectCode(owner, call, mine, REFUSED[title])
    if (call.method === 'GET' && isAboutCaller(mine) && !WITHOUT_SECRET.has(title)) {
      expect(seen, 'what others must not see (an answer without text: WITHOUT_SECRET)').toContain(
        owner.secret,
      )
    }
  })
})

describe('operators', () => {
  test.each(casesFor('operator'))('have $title to themselves', async ({ call, make }) => {
    const sample = await make(owner, operator)
    const input = sample.input(sample.rows)
    await expectNothingFromOutside(call, input, operator)
    const before = await readAll()
    for (const { browser } of [owner, other]) {
      expect(await sendCall(browser, call, input)).toMatchObject({ code: 403 })
    }
    expect(await readAll()).toEqual(before)
    if (!call.beforeFactor || call.fresh) await expectNothingWithoutProof(operator, call, input)
    await expectCode(operator, call, sample)
  })
})

test('every sample has its call', () => {
  expect(leftOverSamples()).toEqual([])
})

/** Without a session, and from another site even with one, nothing changes. */
async function expectNothingFromOutside(call: Call, input: Input, insider: Company) {
  const before = await readAll()
  const visitor = portal.browser()
  expect(await sendCall(visitor, call, input), 'for a visitor').toMatchObject({ code: 401 })
  for (const browser of [visitor, insider.browser]) {
    const answer = await sendCall(browser, call, input, OTHER_SITE)
    if (isGuarded(call)) expect(answer, 'from another site').toMatchObject({ code: 403 })
  }
  expect(await readAll(), 'after visitors and other sites').toEqual(before)
}

/** Without a recent proof of identity, as with a stolen session, nothing is shown or changed. */
async function expectNothingWithoutProof(insider: Company, call: Call, input: Input) {
  await portal.db
    .updateTable('sessions')
    .set({ proved_at: 0, factor_at: 0 })
    .where('customer_id', '>', 0)
    .execute()
  const before = await readAll()
  const answer = await sendCall(insider.browser, call, input)
  expect(answer, 'without proof').toEqual({
    code: 403,
    message: expect.any(String),
    prove: expect.stringMatching(/^(code|factor|set-up)$/),
  })
  expect(await readAll(), 'after somebody without proof').toEqual(before)
  await portal.proveAll()
}

/** The owner's row, named anywhere by another company, looks like a missing one. */
async function expectNothingFromForeignRows(title: string, call: Call, mine: Sample, theirs: Sample) {
  const none = Object.fromEntries(Object.entries(mine.rows).map(([name, row]) => [name, missing(row)]))
  const withNone = mixtures(theirs.rows, none)
  const attempts = mixtures(theirs.rows, mine.rows).map((rows, index) => ({
    browser: other.browser,
    rows,
    like: withNone[index] ?? none,
  }))
  if (!(title in OPERATORS_TAKE_PART)) {
    attempts.push({ browser: operator.browser, rows: mine.rows, like: none })
  }
  for (const { browser, rows, like } of attempts) {
    const words = `naming ${JSON.stringify(rows)} where the owner has ${JSON.stringify(mine.rows)}`
    const answer = await sendCall(browser, call, theirs.input(rows))
    expect(LENIENT.has(title) ? [200, 404] : [404], words).toContain(answer.code)
    const answerToNone = await sendCall(browser, call, theirs.input(like))
    expect(withoutNames(answer, rows), words).toEqual(withoutNames(answerToNone, like))
    expect(JSON.stringify(answer), words).not.toContain(owner.secret)
  }
}

function withoutNames(answer: unknown, rows: Sample['rows']): unknown {
  const names = Object.values(rows).filter((row) => typeof row === 'string')
  return JSON.parse(names.reduce((text, name) => text.replaceAll(name, '…'), JSON.stringify(answer)))
}

async function expectCode(
  { browser }: Company,
  call: Call,
  { rows, input }: Sample,
  code = 200,
): Promise<string> {
  const answer = await sendCall(browser, call, input(rows))
  // An answer without an envelope is a file.
  if (typeof answer !== 'string') expect(answer).toMatchObject({ code })
  else expect(code).toBe(200)
  return JSON.stringify(answer)
}

function isAboutCaller({ rows }: Sample): boolean {
  return Object.keys(rows).length === 0
}
