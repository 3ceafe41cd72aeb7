import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { uploaded } from '../../server/testing/order-parties.ts'
import { complete, type FormPage, openFormPage, TEXTS, type } from './support/form-page.ts'
import { logIn, openVisitor, PHONE, settled, type Visitor } from './support/visitor.ts'

const FUTURE_MS = Date.parse('2030-01-01')

let visitor: Visitor
let page: FormPage

beforeEach(async () => {
  visitor = await openVisitor()
  page = await openFormPage()
})
afterEach(() => visitor.close())

const enter = (tab: FormPage = page) => logIn(tab, visitor)
const drafts = () =>
  visitor.portal.db.selectFrom('form_drafts').selectAll().where('company_id', '>', 0).execute()
const orders = () =>
  visitor.portal.db
    .selectFrom('orders')
    .select(['id', 'kind', 'state', 'fields'])
    .where('company_id', '>', 0)
    .execute()

describe('a draft', () => {
  test('goes into the account with the login', async () => {
    await page.openForm(page.entry)
    type(page)
    const stop = page.followForm()
    await enter()
    await settled(visitor)
    await page.saveFormNow()
    expect(await drafts()).toMatchObject([{ kind: 'loan', revision: 1 }])
    expect(page.$formSync.get().status).toBe('account')
    stop()
  })

  test.each([
    ['before', '30万', '20万', 'account'],
    ['after', '20万', '30万', 'here'],
  ])(
    'which a colleague changed %s its last word: the newer holds, the other can be copied',
    async (when, newer, older, from) => {
      await enter()
      await page.openForm(page.entry)
      type(page, { amount: '10万' })
      await page.saveFormNow()
      const content = JSON.stringify({ texts: { amount: '20万' }, files: [] })
      await visitor.portal.db
        .updateTable('form_drafts')
        .set({ revision: 2, content, updated_at: when === 'after' ? FUTURE_MS : 1 })
        .where('company_id', '>', 0)
        .execute()
      page.typeText('amount', '30万')
      await page.saveFormNow()
      await page.saveFormNow()
      expect(page.currentForm()).toMatchObject({
        content: { texts: { amount: newer } },
        other: { from, content: { texts: { amount: older } } },
      })
      expect((await drafts())[0]?.content).toContain(newer)
      const again = await openFormPage()
      await again.openForm(again.entry)
      expect(again.currentForm()?.other?.content.texts['amount']).toBe(older)
      again.dropOther()
      expect(again.currentForm()?.other).toBeUndefined()
    },
  )
})

describe('a submission', () => {
  beforeEach(async () => {
    await enter()
    await page.openForm(page.entry)
    complete(page, await uploaded(visitor.portal, page.$companyId.get() ?? 0, 'a.pdf'))
  })

  test('has the intended content, removes the draft, and is one despite repeated presses', async () => {
    await page.saveFormNow()
    await Promise.all([page.submitForm(page.rules), page.submitForm(page.rules)])
    expect(page.$form.get()).toMatchObject({ status: 'submitted', here: true })
    const [order, ...others] = await orders()
    expect(others).toEqual([])
    expect(JSON.parse(order?.fields ?? '')).toMatchObject({ amount: '500000', term_months: 12, phone: PHONE })
    expect(await drafts()).toEqual([])
  })

  test('whose answer is lost can be pressed again', async () => {
    visitor.network = async (pass) => {
      await pass()
      throw new TypeError('cut')
    }
    await page.submitForm(page.rules)
    expect(page.$form.get().status).toBe('writing')
    visitor.online()
    await page.submitForm(page.rules)
    expect(page.$form.get().status).toBe('submitted')
    expect(await orders()).toHaveLength(1)
  })

  test('after the login has ended keeps everything, and works after the next login', async () => {
    await page.saveFormNow()
    const stop = page.followForm()
    await visitor.portal.db.deleteFrom('sessions').where('customer_id', '>', 0).execute()
    await page.submitForm(page.rules)
    expect(page.$formNotice.get()?.text).toContain('登录已过期')
    expect(page.$session.get().topShow).toBe(true)
    expect(page.typedIn().texts).toEqual(TEXTS)
    visitor.waitSeconds(61)
    await enter()
    await settled(visitor)
    await page.submitForm(page.rules)
    expect(await orders()).toHaveLength(1)
    stop()
  })
})
