import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Browser } from '../../server/testing/browser.ts'
import { uploaded } from '../../server/testing/order-parties.ts'
import { ask } from '../../src/lib/api/ask.ts'
import type { DocumentFile } from '../../src/lib/contract/documents/document.ts'
import { createOrder } from '../../src/lib/contract/orders/order.ts'
import { addServiceFile, deleteServiceFile } from '../../src/lib/contract/orders/service-file.ts'
import { logIn, openStores, openVisitor, PHONE, type Visitor } from './support/visitor.ts'

const OPERATOR = '13900000001'

let visitor: Visitor
let operator: Browser
let page: Awaited<ReturnType<typeof openPage>>

const openPage = () =>
  openStores(() => [
    import('../../src/lib/stores/session.ts'),
    import('../../src/lib/stores/login.ts'),
    import('../../src/lib/stores/orders/order.ts'),
    import('../../src/lib/stores/documents/picker.ts'),
  ])

beforeEach(async () => {
  visitor = await openVisitor({ env: { OPERATOR_PHONES: OPERATOR } })
  operator = await visitor.portal.loggedIn(OPERATOR)
  page = await openPage()
  await logIn(page, visitor)
})
afterEach(() => visitor.close())

const company = () => page.$companyId.get() ?? 0

async function openAsked() {
  const fields = { contact: '李雷', phone: PHONE }
  const body = { item_id: 22, fields, submit: true, client_id: 'client-1' }
  const { order } = await ask(createOrder, { params: { companyId: company() }, body })
  const paper = await uploaded(visitor.portal, company(), '旧.pdf')
  await ask(addServiceFile, { body: { order_id: order.id, ...paper, material: '营业执照' } })
  for (const step of [{ state: 'reviewing' }, { state: 'more-needed', note: '执照不清晰' }]) {
    await operator.put(`/operator/api/v1/orders/${order.id}`, { act: 'move', ...step })
  }
  await page.openOrder(order.id)
  return filesShown()
}

function filesShown() {
  const state = page.$order.get()
  if (state.status !== 'ready') throw new Error(state.status)
  return state.order.files
}

async function pick(file: Awaited<ReturnType<typeof uploaded>>): Promise<void> {
  await vi.waitFor(() => expect(page.$picker.get().status).toBe('open'), 90_000)
  page.togglePick({ id: 1, ...file } as unknown as DocumentFile)
  page.closePicker(true)
}

test('a corrected document replaces the previous one for the same materials, and is marked', async () => {
  const [former] = await openAsked()
  if (!former) throw new Error('no paper')
  const better = await uploaded(visitor.portal, company(), '新.pdf')
  const correcting = page.correctPaper(former)
  await pick(better)
  await correcting
  expect(filesShown()).toMatchObject([
    { id: former.id, local_name: '新.pdf', again: true, materials: ['营业执照'] },
  ])
  expect(page.$orderNotice.get()).toEqual({ tone: 'success', text: '修改成功' })
})

test('a paper that is gone by now says so', async () => {
  const [former] = await openAsked()
  if (!former) throw new Error('no paper')
  await ask(deleteServiceFile, { params: { id: former.id } })
  const correcting = page.correctPaper(former)
  await pick(await uploaded(visitor.portal, company(), '新.pdf'))
  await correcting
  expect(page.$orderNotice.get()).toMatchObject({
    tone: 'error',
    text: expect.stringMatching(/^修改失败：/),
  })
})
