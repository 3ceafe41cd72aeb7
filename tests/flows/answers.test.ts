import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  logIn,
  OFFLINE,
  openPage,
  openVisitor,
  type Page,
  settled,
  until,
  type Visitor,
} from './support/visitor.ts'

let visitor: Visitor
let page: Page
let stop: () => void

async function openMatch() {
  page = await openPage()
  const [answers, account] = await Promise.all([
    import('../../src/lib/stores/match/answers.ts'),
    import('../../src/lib/stores/match/answers-account.ts'),
  ])
  answers.$kept.listen(() => {})
  stop = account.followAccount()
  return { ...answers, ...account }
}

let match: Awaited<ReturnType<typeof openMatch>>

beforeEach(async () => {
  visitor = await openVisitor()
  match = await openMatch()
})
afterEach(() => {
  stop()
  return visitor.close()
})

const asking = () => until(match.$account, ({ status }) => status === 'asking')
const saved = () => until(match.$account, ({ status }) => status === 'saved')
const stored = () => visitor.portal.db.selectFrom('answers').selectAll().where('company_id', '>', 0).execute()

describe('without a login', () => {
  test('answers are kept across pages and nothing is sent', async () => {
    match.answer('kind', 'company')
    match.answer('employees', 80)
    match.answer('tax_credit', null)
    stop()
    match = await openMatch()
    expect(match.$answers.get()).toEqual({ kind: 'company', employees: 80, tax_credit: null })
    await settled(visitor)
    expect(visitor.requests).toEqual([])
  })

  test('answers of a link stay apart until the first change', () => {
    match.answer('kind', 'individual')
    match.$borrowed.set({ kind: 'company', employees: 5 })
    expect(match.$answers.get()).toEqual({ kind: 'company', employees: 5 })
    expect(match.$kept.get().answers).toEqual({ kind: 'individual' })
    match.answer('employees', 6)
    expect(match.$kept.get().answers).toEqual({ kind: 'company', employees: 6 })
  })
})

test("an ask: kept here, offered at a login like any answer, then the account's", async () => {
  match.answer('17.catalogue', true)
  match.answer('17.share', null)
  stop()
  match = await openMatch()
  expect(match.$reading.get().facts).toEqual({ '17.catalogue': true, '17.share': null })
  await logIn(page, visitor)
  await asking()
  expect(match.$account.get()).toMatchObject({ here: 2, different: 0 })
  match.takeAnswersOver()
  await saved()
  await settled(visitor)
  const rows = async () => (await stored()).map(({ fact, value }) => [fact, value]).sort()
  expect(await rows()).toEqual([
    ['17.catalogue', 'true'],
    ['17.share', 'null'],
  ])
  match.answer('17.catalogue', false)
  match.answer('17.share', undefined)
  await settled(visitor)
  expect(await rows()).toEqual([['17.catalogue', 'false']])
  await match.meetAccount()
  await saved()
  expect(match.$answers.get()).toEqual({ '17.catalogue': false })
})

describe('after a login', () => {
  beforeEach(async () => {
    match.answer('kind', 'company')
    match.answer('employees', 80)
    await logIn(page, visitor)
    await asking()
  })

  test('nothing is taken over unasked', async () => {
    expect(match.$account.get()).toMatchObject({ status: 'asking', here: 2, different: 0 })
    expect(await stored()).toEqual([])
  })

  test("taken over, the answers are the account's, and so are later ones", async () => {
    match.takeAnswersOver()
    await saved()
    await settled(visitor)
    expect(await stored()).toHaveLength(2)
    match.answer('violations', false)
    await settled(visitor)
    expect(await stored()).toHaveLength(3)
    expect(match.$kept.get()).toMatchObject({ place: 'account', unsent: [] })
  })

  test('what cannot be sent now is not lost and can be sent again', async () => {
    visitor.network = OFFLINE
    match.takeAnswersOver()
    await until(match.$account, ({ status }) => status === 'failed')
    visitor.online()
    await match.sendUnsent()
    expect(await stored()).toHaveLength(2)
  })
})
