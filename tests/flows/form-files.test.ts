/** Files of a form when the login ends: asked for again at once, and nothing chosen is lost. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { writeOver } from '../../server/storage/testing/upload.ts'
import { ask } from '../../src/lib/api/ask.ts'
import { readFormDraft } from '../../src/lib/contract/orders/form-draft.ts'
import { type FormPage, openFormPage } from './support/form-page.ts'
import { logIn, openVisitor, type Page, settled, until, type Visitor } from './support/visitor.ts'

let visitor: Visitor
let page: FormPage
let stop: () => void

beforeEach(async () => {
  visitor = await openVisitor()
  // There is no store here: an upload waits for the line.
  vi.stubGlobal('window', new EventTarget())
  page = await openFormPage()
  await page.openForm(page.entry)
  stop = page.followForm()
})
afterEach(async () => {
  for (const file of page.typedIn().files) await page.cancelFormUpload(file)
  // What was taken out of the form is still being closed.
  await page.uploadPendingFiles()
  stop()
  return visitor.close()
})

const enter = () => logIn(page as unknown as Page, visitor)
const paper = () => new File(['%PDF-1.4'], '执照.pdf')
const stored = (name: string) => ({
  slot: '营业执照',
  local_name: name,
  size: 3,
  hash_name: name,
  pending_id: null,
})
const isAsked = () => page.$session.get().topShow
const tried = () => visitor.requests.filter((request) => request.includes('sts_not_token')).length

/** Everything that the form has begun is over. */
async function choose(): Promise<void> {
  await page.addFiles('营业执照', [paper()])
  await page.uploadPendingFiles()
}

test('who never logged in is not asked when choosing a file', async () => {
  await page.addFiles('营业执照', [paper()])
  expect(isAsked()).toBe(false)
  expect(page.typedIn().files).toMatchObject([{ local_name: '执照.pdf', hash_name: null }])
})

test('a name is as the account keeps it', async () => {
  await page.addFiles('营业执照', [new File(['%PDF-1.4'], '报价\u202Efdp.pdf')])
  expect(page.typedIn().files).toMatchObject([{ local_name: '报价fdp.pdf' }])
})

test('a login that has ended is asked for by the upload; the file stays, and is taken up again after the next', async () => {
  await enter()
  await settled(visitor)
  await visitor.portal.db.deleteFrom('sessions').where('customer_id', '>', 0).execute()
  await choose()
  expect(isAsked()).toBe(true)
  expect(page.$loginNotice.get()?.text).toContain('登录已过期')
  expect(page.typedIn().files).toMatchObject([{ local_name: '执照.pdf', hash_name: null }])
  const before = tried()
  visitor.waitSeconds(61)
  await enter()
  await settled(visitor)
  expect(tried()).toBeGreaterThan(before)
})

test('also where a call in the background was the first to learn it', async () => {
  await enter()
  await settled(visitor)
  page.SIGN_OUT(true)
  expect(isAsked()).toBe(false)
  await page.addFiles('营业执照', [paper()])
  expect(isAsked()).toBe(true)
  expect(page.$loginNotice.get()?.text).toContain('登录已过期')
  expect(tried()).toBe(0)
})

describe('how many and how much', () => {
  test.each([
    [1, 2, '选择文件的个数不能超过1个！'],
    [5, 6, '选择文件的个数不能超过5个！'],
  ])('of at most %i, %i are refused in the fixed words', async (limit, count, words) => {
    await page.addFiles('营业执照', Array.from({ length: count }, paper), limit)
    expect(page.$formProblems.get()).toEqual({ 'file:营业执照': words })
    expect(page.typedIn().files).toEqual([])
  })

  test('the picker is opened only where there is room, and for no more than that', async () => {
    await enter()
    await settled(visitor)
    const files = Array.from({ length: 3 }, (_, index) => stored(`${index}.pdf`))
    page.changeContent(({ texts }) => ({ texts, files }))
    const picking = page.pickFiles('营业执照')
    await until(page.$picker, ({ status }) => status === 'open')
    expect(page.$picker.get()).toMatchObject({ limit: 2 })
    page.togglePick({ id: 1, local_name: '大.zip', size: 200 * 1024 ** 2, hash_name: 'k' } as never)
    page.closePicker(true)
    await picking
    expect(page.$formProblems.get()).toEqual({ 'file:营业执照': '“大.zip”超过 100 MB，请压缩后再选' })
    page.changeContent(({ texts }) => ({ texts, files: [...files, stored('3.pdf'), stored('4.pdf')] }))
    await page.pickFiles('营业执照')
    expect(page.$picker.get().status).toBe('closed')
    expect(page.$formProblems.get()).toEqual({ 'file:营业执照': '选择文件的个数不能超过5个！' })
  })

  test('a store that is full is said in its dialog, and at the file', async () => {
    await enter()
    await settled(visitor)
    await visitor.portal.db
      .updateTable('companies')
      .set({ used_bytes: 1024 ** 5 })
      .where('id', '>', 0)
      .execute()
    await choose()
    expect(page.$isQuotaFull.get()).toBe(true)
    expect(Object.values(page.$fileProgress.get())).toEqual([
      { status: 'failed', text: '企业文件存储空间不足，请升级企业等级' },
    ])
  })
})

describe('a file that is no PDF', () => {
  const words = '“假.pdf”的内容不是 PDF 文件，请检查后重新选择'

  test('is told when it is chosen, also before a login, and nothing is sent', async () => {
    await page.addFiles('营业执照', [paper(), new File(['no pdf'], '假.pdf')])
    expect(page.$formProblems.get()).toEqual({ 'file:营业执照': words })
    expect(page.typedIn().files).toEqual([])
    expect(tried()).toBe(0)
  })

  test('is told when it is picked from the documents; the rest is saved without it', async () => {
    await enter()
    await settled(visitor)
    const companyId = page.$companyId.get() ?? 0
    const inStore = async (local_name: string, content: string) => {
      const hash_name = `companies/${companyId}/${'u'.repeat(22)}/${local_name}`
      await writeOver(visitor.portal, hash_name, content)
      return { local_name, hash_name, size: content.length }
    }
    const unlike = await inStore('假.pdf', 'no pdf')
    const good = await inStore('真.pdf', '%PDF-1.7')
    page.typeText('purpose', '周转')
    const picking = page.pickFiles('营业执照')
    await until(page.$picker, ({ status }) => status === 'open')
    page.togglePick({ id: 1, ...unlike } as never)
    page.togglePick({ id: 2, ...good } as never)
    page.closePicker(true)
    await picking
    await page.saveFormNow()
    expect(page.$formProblems.get()).toEqual({ 'file:营业执照': words })
    expect(page.typedIn().files).toMatchObject([{ local_name: '真.pdf' }])
    expect(await page.saveFormNow()).toBe(true)
    const params = { kind: page.entry.kind }
    expect((await ask(readFormDraft, { params, query: {} })).draft?.content).toMatchObject({
      texts: { purpose: '周转' },
      files: [{ local_name: '真.pdf' }],
    })
  })
})
