import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { uploaded } from '../../server/testing/order-parties.ts'
import type { StoredFile } from '../../src/lib/contract/orders/order-fields.ts'
import { NOTHING_NEW } from '../../src/lib/rules/orders/same-content.ts'
import { complete, type FormPage, openFormPage } from './support/form-page.ts'
import { logIn, openVisitor, until, type Visitor } from './support/visitor.ts'

const FUTURE_MS = Date.parse('2030-01-01')

let visitor: Visitor
let page: FormPage
let licence: StoredFile

beforeEach(async () => {
  visitor = await openVisitor()
  page = await openFormPage()
  await logIn(page, visitor)
  await page.openForm(page.entry)
  licence = await uploaded(visitor.portal, page.$companyId.get() ?? 0, 'a.pdf')
  complete(page, licence)
})
afterEach(async () => {
  // Pending saves would otherwise run within the next test.
  await page.saveFormNow()
  await visitor.close()
})

const order = () =>
  visitor.portal.db.selectFrom('orders').selectAll().where('company_id', '>', 0).executeTakeFirstOrThrow()
const fields = async () => JSON.parse((await order()).fields)
const state = () => page.$form.get()
const consent = (tab: FormPage) => {
  for (const name of ['agree_true', 'agree_pass']) tab.agree(name, true)
}

async function change(set: object, texts: object = {}): Promise<void> {
  const { id, revision, fields } = await order()
  const changed = JSON.stringify({ ...JSON.parse(fields), ...texts })
  await visitor.portal.db
    .updateTable('orders')
    .set({ ...set, revision: revision + 1, fields: changed })
    .where('id', '=', id)
    .execute()
}

describe('a correction', () => {
  let poid: number

  async function correct(purpose?: string): Promise<FormPage> {
    const tab = await openFormPage()
    await tab.openForm({ ...tab.entry, poid })
    if (purpose) tab.typeText('purpose', purpose)
    consent(tab)
    return tab
  }

  beforeEach(async () => {
    await page.submitForm(page.rules)
    poid = (await order()).id
    await change({ state: 'more-needed' })
    await visitor.portal.db
      .insertInto('order_events')
      .values({ order_id: poid, state: 'more-needed', actor: '王五', note: '请补充流水', at: 1 })
      .execute()
    page = await correct('我改的')
  })

  const places = () => Object.keys(localStorage).filter((key) => key.endsWith(`:${poid}`))

  test('that is given up leaves the application as it was, and nothing on the device', async () => {
    await page.addFiles('营业执照', [new File(['%PDF-1.4'], 'b.pdf')])
    const [, scan] = page.typedIn().files
    page.discardAmendment()
    await until(page.$form, ({ status }) => status === 'writing')
    expect(page.typedIn()).toMatchObject({
      texts: { purpose: '采购原材料' },
      files: [{ local_name: 'a.pdf' }],
    })
    expect(page.$agreed.get()).toEqual([])
    expect(places()).toEqual([])
    expect(await page.readPendingFile(scan?.pending_id ?? '')).toBeUndefined()
  })

  test.each(['withdrawn', 'rejected', 'submitted'] as const)(
    'of one that is now %s keeps its text, with the reason why it is not submitted',
    async (now) => {
      await change({ state: now })
      await page.submitForm(page.rules)
      expect(state().status).toBe('writing')
      expect(page.$formNotice.get()?.text).toContain('不能再次提交')
      expect(page.typedIn().texts['purpose']).toBe('我改的')
      expect(Object.keys(localStorage)).toContain(`form:loan:${page.$companyId.get()}:${poid}`)
    },
  )

  test.each([
    ['before', 1, '我改的'],
    ['after', FUTURE_MS, '同事改的'],
  ])('kept here and corrected by a colleague %s: the newer holds', async (_, updated_at, purpose) => {
    await change({ updated_at }, { purpose: '同事改的' })
    const tab = await correct()
    expect(tab.typedIn().texts['purpose']).toBe(purpose)
    expect(['我改的', '同事改的']).toContain(tab.currentForm()?.other?.content.texts['purpose'])
    tab.typeText('contact', '韩梅梅')
    consent(tab)
    await tab.submitForm(tab.rules)
    expect(tab.$form.get().status).toBe('submitted')
    expect(await fields()).toMatchObject({ purpose, contact: '韩梅梅' })
  })

  test('without any change of the application is not submitted', async () => {
    const tab = await openFormPage()
    await tab.openForm({ ...tab.entry, poid })
    tab.typeText('purpose', (await fields()).purpose)
    consent(tab)
    const { revision } = await order()
    await tab.submitForm(tab.rules)
    expect(tab.$formNotice.get()?.text).toBe(NOTHING_NEW)
    expect(await order()).toMatchObject({ state: 'more-needed', revision })
  })
})

describe('a new application', () => {
  test('that is handed in over other words of the account has to be pressed again, and loses none', async () => {
    await page.saveFormNow()
    const content = JSON.stringify({ texts: { amount: '20万' }, files: [] })
    await visitor.portal.db
      .updateTable('form_drafts')
      .set({ revision: 2, content })
      .where('company_id', '>', 0)
      .execute()
    await page.submitForm(page.rules)
    expect(state().status).toBe('writing')
    expect(page.currentForm()?.other?.content.texts['amount']).toBe('20万')
    await page.submitForm(page.rules)
    expect(state().status).toBe('submitted')
    expect((await fields()).amount).toBe('500000')
  })

  test('with a file that is gone says which, and goes on without it', async () => {
    const gone = { ...licence, local_name: 'b.pdf', hash_name: licence.hash_name.replace('a.pdf', 'b.pdf') }
    page.changeContent(({ texts, files }) => ({
      texts,
      files: [...files, { ...gone, slot: '营业执照', pending_id: null }],
    }))
    await page.submitForm(page.rules)
    expect(page.$formProblems.get()).toEqual({ 'file:营业执照': '“b.pdf”已不在企业文件中，请移除后重新选择' })
    expect(page.$fileProgress.get()).toEqual({
      [gone.hash_name]: { status: 'failed', text: '已不在企业文件中' },
    })
    const [, second] = page.typedIn().files
    if (second) page.removeFormFile(second)
    expect(page.$formProblems.get()).toEqual({})
    await page.submitForm(page.rules)
    expect(state().status).toBe('submitted')
  })
})
