/** The answers of 一键匹配: on the device at once, in the account after a login, nowhere else. */
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

  test('an answer can be taken back', () => {
    match.answer('employees', 80)
    match.answer('employees', undefined)
    expect(match.$answers.get()).toEqual({})
  })

  test('what is no answer, or none any more, counts as not answered; the rest stays', async () => {
    visitor.document.defaultView?.localStorage.setItem(
      'answers',
      '{"answers":{"employees":"many","kind":"enterprise","taxpayer":"small","x":1}}',
    )
    stop()
    match = await openMatch()
    expect(match.$answers.get()).toEqual({ taxpayer: 'small' })
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

  test('taken over they are the account’s, and what is answered next, too', async () => {
    match.takeAnswersOver()
    await saved()
    await settled(visitor)
    expect(await stored()).toHaveLength(2)
    match.answer('violations', false)
    await settled(visitor)
    expect(await stored()).toHaveLength(3)
    expect(match.$kept.get()).toMatchObject({ place: 'account', unsent: [] })
  })

  test('left alone they stay on the device, and the account is not asked again', async () => {
    match.leaveAccountAsItIs()
    match.answer('violations', false)
    await settled(visitor)
    expect(await stored()).toEqual([])
    expect(match.$kept.get().place).toBe('declined')
  })

  test('what cannot be sent now is not lost and can be sent again', async () => {
    visitor.network = OFFLINE
    match.takeAnswersOver()
    await until(match.$account, ({ status }) => status === 'failed')
    visitor.online()
    await match.sendUnsent()
    expect(await stored()).toHaveLength(2)
  })

  test('emptied everywhere', async () => {
    match.takeAnswersOver()
    await saved()
    await settled(visitor)
    expect(await match.forgetEverywhere()).toBe(true)
    expect(await stored()).toEqual([])
    expect(match.$answers.get()).toEqual({})
  })
})
