/** Forms without a policy, from their stores to the database: drafts that survive, and one application. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { uploaded } from '../../server/testing/order-parties.ts'
import { complete, type FormPage, openFormPage, TEXTS, type } from './support/form-page.ts'
import {
  answering,
  logIn,
  OFFLINE,
  openVisitor,
  type Page,
  PHONE,
  settled,
  type Visitor,
} from './support/visitor.ts'

const FUTURE_MS = Date.parse('2030-01-01')

let visitor: Visitor
let page: FormPage

beforeEach(async () => {
  visitor = await openVisitor()
  page = await openFormPage()
})
afterEach(() => visitor.close())

const enter = (tab: FormPage = page) => logIn(tab as unknown as Page, visitor)
const drafts = () =>
  visitor.portal.db.selectFrom('form_drafts').selectAll().where('company_id', '>', 0).execute()
const orders = () =>
  visitor.portal.db
    .selectFrom('orders')
    .select(['id', 'kind', 'state', 'fields'])
    .where('company_id', '>', 0)
    .execute()

async function openTab(): Promise<FormPage> {
  const tab = await openFormPage()
  await tab.openForm(tab.entry)
  return tab
}

describe('a draft', () => {
  test('of a visitor stays on the device, returns after a reload, and sends nothing', async () => {
    await page.openForm(page.entry)
    type(page)
    expect((await openTab()).$form.get()).toMatchObject({ form: { content: { texts: TEXTS } } })
    expect(visitor.requests).toEqual([])
  })

  test('typed before the drafts were loaded is not overwritten by them', async () => {
    await page.openForm(page.entry)
    type(page)
    const other = await openFormPage()
    other.typeText('amount', '60万')
    await other.openForm(other.entry)
    expect(other.typedIn().texts).toEqual({ ...TEXTS, amount: '60万' })
  })

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

  test('is seen by the other tab as it is typed', async () => {
    await page.openForm(page.entry)
    const other = await openTab()
    const stop = other.followForm()
    type(page)
    await settled(visitor)
    expect(other.typedIn().texts).toEqual(TEXTS)
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

  test('offline waits on the device, and continues', async () => {
    await enter()
    await page.openForm(page.entry)
    visitor.network = OFFLINE
    type(page)
    expect(await page.saveFormNow()).toBe(false)
    expect(page.$formSync.get().status).toBe('failed')
    visitor.online()
    expect(await page.saveFormNow()).toBe(true)
    expect(await drafts()).toHaveLength(1)
  })

  test('is removed here and in the account', async () => {
    await enter()
    await page.openForm(page.entry)
    type(page)
    await page.saveFormNow()
    await page.clearForm()
    expect(await drafts()).toEqual([])
    expect(page.typedIn().texts).toEqual({})
  })
})

test('pressed before the drafts are loaded waits for them', async () => {
  const pressed = page.submitForm(page.rules)
  page.typeText('amount', '50万')
  await page.openForm(page.entry)
  await pressed
  expect(page.$formProblems.get()).toMatchObject({ purpose: '请填写贷款用途' })
  expect(page.$formProblems.get()).not.toHaveProperty('amount')
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

  test('in two tabs of one draft is one application', async () => {
    await page.saveFormNow()
    const other = await openTab()
    for (const name of ['agree_true', 'agree_pass']) other.agree(name, true)
    await Promise.all([page.submitForm(page.rules), other.submitForm(other.rules)])
    expect(await orders()).toHaveLength(1)
    for (const tab of [page, other]) expect(tab.$form.get().status).toBe('submitted')
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

  test('that is refused must be changed first; offline it can be repeated', async () => {
    const onRefused = vi.fn()
    const rules = { ...page.rules, onRefused }
    visitor.network = answering({ code: 400, message: '这个贷款产品已经下架，请重新选择' })
    await page.submitForm(rules)
    expect(page.$formNotice.get()?.text).toBe(
      '提交失败：这个贷款产品已经下架，请重新选择。填写的内容已保留。',
    )
    expect(onRefused).toHaveBeenCalledOnce()
    visitor.network = OFFLINE
    await page.submitForm(rules)
    expect(page.$formNotice.get()?.text).toContain('可以重试')
    expect(onRefused).toHaveBeenCalledOnce()
    visitor.online()
  })

  test('after an expired login keeps everything, and works after the next login', async () => {
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

  test('back on the form, it is new, and shows what was sent', async () => {
    await page.submitForm(page.rules)
    const again = await openTab()
    expect(again.typedIn()).toMatchObject({ files: [] })
    expect(again.$sentBefore.get()).toMatchObject({ receipt_no: expect.stringMatching(/^DK/) })
  })

  test('waits for a file of this product, not for one of another', async () => {
    const lost = { local_name: '报表.pdf', size: 3, hash_name: null }
    page.changeContent(({ texts, files }) => ({
      texts,
      files: [
        ...files,
        { ...lost, slot: '营业执照', pending_id: 'licence' },
        { ...lost, slot: '报表', pending_id: 'other' },
      ],
    }))
    await page.submitForm(page.rules)
    expect(page.$formNotice.get()?.text).toContain('有文件上传失败')
    expect(await orders()).toEqual([])
    page.changeContent(({ texts, files }) => ({
      texts,
      files: files.filter(({ pending_id }) => pending_id !== 'licence'),
    }))
    await page.submitForm(page.rules)
    const [order] = await orders()
    expect(JSON.parse(order?.fields ?? '').materials).toHaveLength(1)
  })

  test('with a missing file names the material', async () => {
    page.changeContent(({ texts }) => ({ texts, files: [] }))
    await page.submitForm(page.rules)
    expect(page.$formProblems.get()).toEqual({ 'file:营业执照': '请提供“营业执照”' })
    expect(await orders()).toEqual([])
  })
})
