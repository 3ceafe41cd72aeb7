/** Correcting an application that was sent: only for who is logged in, and no word is lost on the way there. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { uploaded } from '../../server/testing/order-parties.ts'
import { complete, type FormPage, openFormPage } from './support/form-page.ts'
import {
  answering,
  logIn,
  OFFLINE,
  openVisitor,
  type Page,
  settled,
  until,
  type Visitor,
} from './support/visitor.ts'

let visitor: Visitor
let page: FormPage
let stops: (() => void)[]

beforeEach(async () => {
  visitor = await openVisitor()
  page = await openFormPage()
  stops = []
})
afterEach(() => {
  for (const stop of stops) stop()
  return visitor.close()
})

const enter = (tab: FormPage) => logIn(tab as unknown as Page, visitor)

/** As the page does it: it follows logins before it opens the form. */
function show(tab: FormPage, poid: number | null = null): Promise<void> {
  stops.push(tab.followForm())
  return tab.openForm({ ...tab.entry, poid })
}

/** An application which the operators have sent back. */
async function sentBack(): Promise<number> {
  await enter(page)
  await page.openForm(page.entry)
  complete(page, await uploaded(visitor.portal, page.$companyId.get() ?? 0, 'a.pdf'))
  await page.submitForm(page.rules)
  const state = page.$form.get()
  if (state.status !== 'submitted') throw new Error('not submitted')
  await visitor.portal.db.updateTable('orders').set({ state: 'more-needed' }).where('id', '>', 0).execute()
  return state.sent.poid
}

test('without a login says that it needs one, and shows the application after it', async () => {
  const poid = await sentBack()
  await page.logOutHere()
  const tab = await openFormPage()
  await show(tab, poid)
  expect(tab.$form.get().status).toBe('locked')
  expect(tab.$session.get().topShow).toBe(true)
  await tab.formOpened()
  visitor.waitSeconds(61)
  await enter(tab)
  const opened = await until(tab.$form, ({ status }) => status !== 'locked' && status !== 'opening')
  expect(opened).toMatchObject({
    status: 'writing',
    form: { poid, content: { texts: { amount: '500000' } } },
  })
  expect(tab.$sentBefore.get(), 'nobody says that it need not be sent again').toBeNull()
})

test.each([
  ['nobody answers', OFFLINE, '申请的最新内容加载失败：网络连接失败，请检查网络后重试'],
  [
    'it is asked for too often',
    answering({ code: 429, message: '操作太频繁，请稍后再试', retry_after: 1 }),
    '申请的最新内容加载失败：操作太频繁，请稍后再试',
  ],
])('is asked for again where %s', async (_, network, text) => {
  const poid = await sentBack()
  const tab = await openFormPage()
  visitor.waitSeconds(61)
  await enter(tab)
  visitor.network = network
  await show(tab, poid)
  expect(tab.$form.get()).toEqual({ status: 'unread', text })
  visitor.online()
  await tab.reopenForm()
  expect(tab.$form.get()).toMatchObject({ status: 'writing', form: { poid } })
})

test('where it is not known who is logged in, covers the page with nothing, and opens once it is', async () => {
  const poid = await sentBack()
  const tab = await openFormPage()
  visitor.network = OFFLINE
  await show(tab, poid)
  expect(tab.$form.get().status).toBe('locked')
  expect(tab.$sessionCheck.get().status, 'which the page says').toBe('failed')
  expect(tab.$session.get().topShow).toBe(false)
  visitor.online()
  await tab.checkAgain()
  await until(tab.$form, ({ status }) => status === 'writing')
})

test('words typed before the login are put over it', async () => {
  const poid = await sentBack()
  await page.logOutHere()
  const tab = await openFormPage()
  tab.typeText('amount', '60万')
  await show(tab, poid)
  visitor.waitSeconds(61)
  await enter(tab)
  await until(tab.$form, ({ status }) => status === 'writing')
  expect(tab.typedIn().texts).toMatchObject({ amount: '60万', term_months: '12' })
})

test('words typed before the page knew who is logged in stay, in a new application', async () => {
  await enter(page)
  const tab = await openFormPage()
  tab.typeText('amount', '60万')
  await show(tab)
  await settled(visitor)
  expect(tab.typedIn().texts['amount']).toBe('60万')
})
