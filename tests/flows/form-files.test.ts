import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FormPage, openFormPage } from './support/form-page.ts'
import { logIn, openVisitor, settled, type Visitor } from './support/visitor.ts'

let visitor: Visitor
let page: FormPage
let stop: () => void

beforeEach(async () => {
  visitor = await openVisitor()
  // Without a store, an upload waits for the network.
  vi.stubGlobal('window', new EventTarget())
  page = await openFormPage()
  await page.openForm(page.entry)
  stop = page.followForm()
})
afterEach(async () => {
  for (const file of page.typedIn().files) await page.cancelFormUpload(file)
  // Removed files are still being closed.
  await page.uploadPendingFiles()
  stop()
  return visitor.close()
})

const enter = () => logIn(page, visitor)
const paper = () => new File(['%PDF-1.4'], '执照.pdf')
const isAsked = () => page.$session.get().topShow
const tried = () => visitor.requests.filter((request) => request.includes('sts_not_token')).length

async function choose(): Promise<void> {
  await page.addFiles('营业执照', [paper()])
  await page.uploadPendingFiles()
}

test('without any login, choosing a file does not ask for one', async () => {
  await page.addFiles('营业执照', [paper()])
  expect(isAsked()).toBe(false)
  expect(page.typedIn().files).toMatchObject([{ local_name: '执照.pdf', hash_name: null }])
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

describe('how many and how much', () => {
  test.each([
    [1, 2, '选择文件的个数不能超过1个！'],
    [5, 6, '选择文件的个数不能超过5个！'],
  ])('of at most %i, %i are refused in the fixed words', async (limit, count, words) => {
    await page.addFiles('营业执照', Array.from({ length: count }, paper), limit)
    expect(page.$formProblems.get()).toEqual({ 'file:营业执照': words })
    expect(page.typedIn().files).toEqual([])
  })
})

describe('a file that is no PDF', () => {
  const words = '“假.pdf”的内容不是 PDF 文件，请检查后重新选择'

  test('is reported when chosen, also before a login, and nothing is sent', async () => {
    await page.addFiles('营业执照', [paper(), new File(['no pdf'], '假.pdf')])
    expect(page.$formProblems.get()).toEqual({ 'file:营业执照': words })
    expect(page.typedIn().files).toEqual([])
    expect(tried()).toBe(0)
  })
})
