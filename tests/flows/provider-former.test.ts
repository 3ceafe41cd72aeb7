import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FormPage, openFormPage } from './support/form-page.ts'
import { openVisitor, type Visitor } from './support/visitor.ts'

let visitor: Visitor
let page: FormPage

beforeEach(async () => {
  visitor = await openVisitor()
  page = await openFormPage()
  await page.openForm({ kind: 'provider', poid: null, contentOf: () => null })
  const fields = {
    company_name: '示例代理所',
    credit_code: '91350100M000100Y43',
    regions: ['000000'],
    permits: [],
  }
  page.$myProvider.set({
    order: { kind: 'provider', id: 1, state: 'rejected', fields } as never,
    note: '',
    page: null,
  })
})
afterEach(() => visitor.close())

test('into a blank form it goes at once', () => {
  expect(page.takeFormerContent()).toBe(true)
  expect(page.typedIn().texts).toMatchObject({ company_name: '示例代理所', regions: '000000' })
})

test("over typed text it goes only with consent, and that text's scans are removed", async () => {
  page.typeText('company_name', '另一家')
  await page.addFiles('营业执照', [new File(['%PDF-1.4'], '执照.pdf')], 1)
  const [file] = page.typedIn().files
  expect(page.takeFormerContent()).toBe(false)
  expect(page.typedIn()).toMatchObject({ texts: { company_name: '另一家' }, files: [file] })
  expect(page.takeFormerContent(true)).toBe(true)
  expect(page.typedIn()).toMatchObject({ texts: { company_name: '示例代理所' }, files: [] })
  expect(await page.readPendingFile(file?.pending_id ?? '')).toBeUndefined()
})

test('with equal content, nothing is asked', () => {
  page.typeText('company_name', '示例代理所')
  page.typeText('phone', '')
  expect(page.takeFormerContent()).toBe(true)
})
