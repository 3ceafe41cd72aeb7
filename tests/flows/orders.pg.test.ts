/** 我的申报订单 from its stores to the database, with the operators' calls in between. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Browser } from '../../server/testing/browser.ts'
import { createOrder } from '../../src/lib/contract/orders/order.ts'
import { NOTHING_NEW } from '../../src/lib/rules/orders/same-content.ts'
import { logIn, OFFLINE, opens, openVisitor, type Page, PHONE, type Visitor } from './support/visitor.ts'

const OPERATOR = '13900000001'
const ITEM = 22

let visitor: Visitor
let operator: Browser
let page: Awaited<ReturnType<typeof openOrdersPage>>

async function openOrdersPage() {
  vi.resetModules()
  const [session, login, list, one, api] = await Promise.all([
    import('../../src/lib/stores/session.ts'),
    import('../../src/lib/stores/login.ts'),
    import('../../src/lib/stores/orders/orders.ts'),
    import('../../src/lib/stores/orders/order.ts'),
    import('../../src/lib/api/ask.ts'),
  ])
  return opens({ ...session, ...login, ...list, ...one, ...api })
}

beforeEach(async () => {
  visitor = await openVisitor({ env: { OPERATOR_PHONES: OPERATOR } })
  operator = await visitor.portal.loggedIn(OPERATOR)
  page = await openOrdersPage()
  await logIn(page as unknown as Page, visitor)
})
afterEach(() => visitor.close())

const company = () => page.$companyId.get() ?? 0
let made = 0

async function add(submit = true, fields: object = { contact: '李雷', phone: PHONE }) {
  made += 1
  const body = { item_id: ITEM, fields, submit, client_id: `client-${made}` }
  return (await page.ask(createOrder, { params: { companyId: company() }, body })).order
}

function move(id: number, state: string, note?: string) {
  return operator.send('PUT', `/operator/api/v1/orders/${id}/state`, {
    body: JSON.stringify({ state, note }),
    headers: { 'content-type': 'application/json' },
  })
}

async function addMany(count: number) {
  const { db, clock } = visitor.portal
  const row = {
    company_id: company(),
    customer_id: 2,
    kind: 'application' as const,
    item_id: ITEM,
    platform_policy_id: 12,
    title: '关于支持科技型中小企业提升创新能力的若干措施兑现申报'.repeat(2),
    state: 'submitted' as const,
    fields: '{}',
    created_at: clock.ms,
    updated_at: clock.ms,
    submitted_at: clock.ms,
    revision: 1,
  }
  for (let from = 0; from < count; from += 500) {
    const rows = Array.from({ length: 500 }, (_, index) => ({
      ...row,
      receipt_no: `SB20261121-${from + index}`,
    }))
    await db.insertInto('orders').values(rows).execute()
  }
}

function shown() {
  const state = page.$orders.get()
  return state.status === 'idle' ? [] : state.items
}

function opened() {
  const state = page.$order.get()
  if (state.status !== 'ready') throw new Error(state.status)
  return state.order
}

describe('the list', () => {
  test('of 5,000 orders loads page by page, the first under 40 KB', async () => {
    await addMany(5000)
    await page.openOrders({})
    expect(page.$orders.get()).toMatchObject({ status: 'ready', total: 5000 })
    expect(shown()).toHaveLength(20)
    expect(JSON.stringify(shown()).length).toBeLessThan(40 * 1024)
    await page.loadMoreOrders()
    expect(new Set(shown().map(({ id }) => id)).size).toBe(40)
    await page.openOrders({}, 60)
    expect(shown()).toHaveLength(60)
  })

  test('is filtered by state and kind, by its address', async () => {
    await add(false)
    const submitted = await add()
    const { filter, poid } = page.readAddress('?state=submitted&kind=application&poid=7')
    expect(poid).toBe(7)
    await page.openOrders(filter)
    expect(shown().map(({ id }) => id)).toEqual([submitted.id])
    await page.openOrders({ kind: 'loan' })
    expect(page.$orders.get()).toEqual({ status: 'ready', items: [], total: 0 })
    expect(page.formatAddress(filter, 7)).toBe('?state=submitted&kind=application&poid=7')
    expect(page.formatAddress({}, null)).toBe('')
  })

  test.each([
    '?state=none&kind=x&poid=abc',
    '?poid=-1',
    '?poid=0',
    '?poid=1e3',
    '?poid=99999999999999999999',
  ])('what an address says that is not understood is left out: %s', (search) =>
    expect(page.readAddress(search)).toEqual({ filter: {}, poid: null }),
  )

  test('that fails shows the reason, and can be repeated', async () => {
    await add()
    visitor.network = OFFLINE
    await page.openOrders({})
    expect(page.$orders.get()).toMatchObject({ status: 'failed', text: '网络连接失败，请检查网络后重试' })
    visitor.online()
    await page.loadMoreOrders()
    expect(shown()).toHaveLength(1)
  })
})

describe('one order', () => {
  test('is seen from submission to payment, each step with its note and a message', async () => {
    const { id } = await add()
    for (const [state, note] of [
      ['reviewing', undefined],
      ['approved', '符合条件'],
      ['publicity', undefined],
      ['paid', '已拨付'],
    ] as const) {
      expect((await move(id, state, note)).body.code).toBe(200)
    }
    await page.openOrders({})
    await page.openOrder(id)
    expect(opened().events.map(({ state, note }) => [state, note])).toEqual([
      ['submitted', ''],
      ['reviewing', ''],
      ['approved', '符合条件'],
      ['publicity', ''],
      ['paid', '已拨付'],
    ])
    const messages = await visitor.portal.db
      .selectFrom('messages')
      .select(['category'])
      .where('application_id', '=', id)
      .execute()
    expect(messages).toEqual(Array(5).fill({ category: 'application' }))
  })

  test('that needs more is answered with changed fields and a note', async () => {
    const { id } = await add()
    await move(id, 'reviewing')
    await move(id, 'more-needed', '请补充联系人全名')
    await page.openOrder(id)
    page.typeAnswer({ contact: '' })
    page.typeNote('已更正')
    expect(await page.sendAnswer()).toBe(false)
    expect(page.$answerProblems.get()).toEqual({ contact: '请填写联系人' })
    page.typeAnswer({ contact: '李雷雷' })
    await page.openOrder(id)
    expect(page.$answer.get(), 'reading anew takes nothing away').toMatchObject({ note: '已更正' })
    expect(await page.sendAnswer()).toBe(true)
    expect(opened()).toMatchObject({ state: 'submitted', fields: { contact: '李雷雷' } })
    expect(opened().events.at(-1)).toMatchObject({ state: 'submitted', note: '已更正' })
  })

  test('that needs more is not answered without a change', async () => {
    const { id } = await add()
    await move(id, 'reviewing')
    await move(id, 'more-needed', '请补充联系人全名')
    await page.openOrder(id)
    const asked = visitor.requests.length
    expect(await page.sendAnswer()).toBe(false)
    expect(page.$orderNotice.get()).toEqual({ tone: 'error', text: NOTHING_NEW })
    expect(visitor.requests.length, 'nothing is sent').toBe(asked)
    page.typeNote('就是全名')
    expect(await page.sendAnswer()).toBe(true)
  })

  test("is withdrawn; an operator's faster decision is shown instead", async () => {
    const { id } = await add()
    await page.openOrders({})
    await page.openOrder(id)
    await move(id, 'reviewing')
    expect(await page.withdrawOrder()).toBe(false)
    expect(page.$orderNotice.get()).toMatchObject({ tone: 'error' })
    expect(opened().state).toBe('reviewing')
    expect(await page.withdrawOrder()).toBe(true)
    expect(shown().map(({ state }) => state)).toEqual(['withdrawn'])
  })

  test('whose withdrawal takes long shows it, and completes unseen', async () => {
    const [{ id }, { id: other }] = [await add(), await add()]
    await page.openOrders({})
    await page.openOrder(id)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    visitor.network = async (pass) => {
      if (visitor.requests.at(-1)?.startsWith('PUT')) await held
      return pass()
    }
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.now() })
    const withdrawn = page.withdrawOrder()
    await vi.advanceTimersByTimeAsync(4999)
    expect(page.$orderNotice.get()).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect(page.$orderNotice.get()).toEqual({ tone: 'hint', text: expect.stringContaining('仍在处理') })
    await page.openOrder(other)
    release()
    expect(await withdrawn, 'nothing of what is shown now').toBe(false)
    expect(opened().id).toBe(other)
    expect(
      shown()
        .map(({ state }) => state)
        .sort(),
    ).toEqual(['submitted', 'withdrawn'])
  })

  test('that is a draft is deleted: gone from the list, here and on the server', async () => {
    const { id } = await add(false)
    await page.openOrders({})
    await page.openOrder(id)
    expect(await page.withdrawOrder()).toBe(true)
    expect(shown()).toEqual([])
    await page.openOrders({})
    expect(page.$orders.get()).toMatchObject({ total: 0 })
    const deleted = opened()
    expect(deleted.kind === 'application' && (await page.writeDraftAgain(deleted))).toBeUndefined()
    expect(shown()).toMatchObject([{ state: 'draft', title: deleted.title }])
  })

  test('of another company does not exist', async () => {
    await page.openOrder(999)
    expect(page.$order.get()).toMatchObject({ status: 'failed', isMissing: true })
  })

  test('keeps the answer after an expired session', async () => {
    const { id } = await add()
    await move(id, 'reviewing')
    await move(id, 'more-needed', '请补充')
    await page.openOrder(id)
    page.typeAnswer({ summary: '补充说明文字' })
    await visitor.portal.db.deleteFrom('sessions').where('customer_id', '>', 0).execute()
    expect(await page.sendAnswer()).toBe(false)
    expect(page.$session.get().topShow).toBe(true)
    expect(page.$answer.get()).toMatchObject({ fields: { summary: '补充说明文字' } })
  })
})
