import { afterEach, beforeEach, expect, test } from 'vitest'
import { logIn, OFFLINE, openStores, openVisitor, until, type Visitor } from './support/visitor.ts'

let visitor: Visitor
let page: Awaited<ReturnType<typeof openReceiptPage>>
let companyId: number

const openReceiptPage = () =>
  openStores(() => [
    import('../../src/lib/stores/session.ts'),
    import('../../src/lib/stores/log-out.ts'),
    import('../../src/lib/stores/login.ts'),
    import('../../src/lib/stores/orders/receipt.ts'),
    import('../../src/lib/api/ask.ts'),
    import('../../src/lib/browser/kept/kept-drafts.ts'),
  ])

beforeEach(async () => {
  visitor = await openVisitor()
  page = await openReceiptPage()
  await logIn(page, visitor)
  companyId = page.$companyId.get() ?? 0
  const sent = {
    client_id: 'client-0001',
    company_id: companyId,
    poid: 7,
    receipt_no: 'DK-7',
    at: Date.now(),
  }
  page.keepSentForm('loan', sent)
  page = await openReceiptPage()
})
afterEach(() => visitor.close())

const shown = () => until(page.$receipt, ({ status }) => status !== 'loading')

test('offline shows what the device knows, and does not claim a logout', async () => {
  visitor.network = OFFLINE
  page.openReceipt('7')
  expect(await shown()).toEqual({ status: 'known', poid: 7, receipt_no: 'DK-7', state: null })
  page = await openReceiptPage()
  page.openReceipt('8')
  expect(await shown()).toEqual({ status: 'unknown' })
})

test('shows nothing after a logout', async () => {
  await page.logOutHere()
  page.openReceipt('7')
  expect(await shown()).toEqual({ status: 'logged-out' })
})
