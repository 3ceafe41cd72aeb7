import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { uploaded } from '../../server/testing/order-parties.ts'
import { ask } from '../../src/lib/api/ask.ts'
import { readFormDraft } from '../../src/lib/contract/orders/form-draft.ts'
import { complete, type FormPage, openFormPage } from './support/form-page.ts'
import { answering, logIn, OFFLINE, openVisitor, settled, until, type Visitor } from './support/visitor.ts'

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

const enter = (tab: FormPage) => logIn(tab, visitor)

function show(tab: FormPage, poid: number | null = null): Promise<void> {
  stops.push(tab.followForm())
  return tab.openForm({ ...tab.entry, poid })
}

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

test('without a login shows that it needs one, and the application after it', async () => {
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

describe('a correction that is not handed in', () => {
  async function openElsewhere(poid: number): Promise<FormPage> {
    localStorage.clear()
    return openOn(poid)
  }

  async function openOn(poid: number): Promise<FormPage> {
    const tab = await openFormPage()
    await show(tab, poid)
    await until(tab.$form, ({ status }) => status === 'writing')
    return tab
  }

  const paper = (name: string) => uploaded(visitor.portal, page.$companyId.get() ?? 0, name)
  const add = (tab: FormPage, file: Awaited<ReturnType<typeof paper>>) =>
    tab.changeContent(({ texts, files }) => ({
      texts,
      files: [...files, { ...file, slot: '营业执照', pending_id: null }],
    }))
  const names = (tab: FormPage) => tab.typedIn().files.map(({ local_name }) => local_name)
  const draftOf = (poid: number) => ({ params: { kind: 'loan' as const }, query: { poid } })
  const kept = async (poid: number) => (await ask(readFormDraft, draftOf(poid))).draft

  test('is in the account with its documents, and another device can submit it', async () => {
    const poid = await sentBack()
    const first = await openOn(poid)
    first.typeText('amount', '60万')
    add(first, await paper('b.pdf'))
    await first.saveFormNow()
    expect(first.$formSync.get()).toEqual({ status: 'account' })

    const second = await openElsewhere(poid)
    expect(second.typedIn().texts['amount']).toBe('60万')
    expect(names(second)).toEqual(['a.pdf', 'b.pdf'])
    for (const name of ['agree_true', 'agree_pass']) second.agree(name, true)
    await second.submitForm(second.rules)
    expect(second.$form.get().status).toBe('submitted')
    expect(await kept(poid)).toBeNull()
  })

  test('that was written on two devices: the newer holds, and neither is lost', async () => {
    const poid = await sentBack()
    const first = await openOn(poid)
    const second = await openElsewhere(poid)
    first.typeText('amount', '60万')
    await first.saveFormNow()
    second.typeText('amount', '70万')
    await second.saveFormNow()
    expect(second.currentForm()?.other?.content.texts['amount']).toBe('60万')
    await second.saveFormNow()
    expect((await kept(poid))?.content.texts['amount']).toBe('70万')
    await first.saveFormNow()
    visitor.portal.clock.ms += 1000
    second.typeText('amount', '80万')
    await second.saveFormNow()
    visitor.portal.clock.ms -= 1000
    first.typeText('purpose', '周转')
    await first.saveFormNow()
    expect(first.typedIn().texts).toMatchObject({ amount: '80万' })
    expect(first.currentForm()?.other).toMatchObject({
      from: 'here',
      content: { texts: { purpose: '周转' } },
    })
  })

  test('leaves nothing on the device of who logs out, and is there again after the next login', async () => {
    const poid = await sentBack()
    const tab = await openOn(poid)
    tab.typeText('amount', '60万')
    await tab.logOutHere()
    expect(JSON.stringify(localStorage)).not.toContain('60万')
    visitor.waitSeconds(61)
    await enter(tab)
    await until(tab.$form, ({ status }) => status === 'writing')
    expect(tab.typedIn().texts['amount']).toBe('60万')
  })

  test('leaves the account when it is discarded', async () => {
    const poid = await sentBack()
    const tab = await openOn(poid)
    tab.typeText('amount', '60万')
    await tab.saveFormNow()
    tab.discardAmendment()
    await settled(visitor)
    expect(await kept(poid)).toBeNull()
    await until(tab.$form, ({ status }) => status === 'writing')
    expect(tab.typedIn().texts['amount']).toBe('500000')
  })
})
