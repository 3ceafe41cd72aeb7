import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../server/testing/browser.ts'
import { createOrder } from '../../src/lib/contract/orders/order.ts'
import { NOTHING_NEW } from '../../src/lib/rules/orders/same-content.ts'
import { logIn, openStores, openVisitor, PHONE, type Visitor } from './support/visitor.ts'

const OPERATOR = '13900000001'
const ITEM = 22

let visitor: Visitor
let operator: Browser
let page: Awaited<ReturnType<typeof openOrdersPage>>

const openOrdersPage = () =>
  openStores(() => [
    import('../../src/lib/stores/session.ts'),
    import('../../src/lib/stores/login.ts'),
    import('../../src/lib/stores/orders/orders.ts'),
    import('../../src/lib/stores/orders/order.ts'),
    import('../../src/lib/api/ask.ts'),
  ])

beforeEach(async () => {
  visitor = await openVisitor({ env: { OPERATOR_PHONES: OPERATOR } })
  operator = await visitor.portal.loggedIn(OPERATOR)
  page = await openOrdersPage()
  await logIn(page, visitor)
})
afterEach(() => visitor.close())

const company = () => page.$companyId.get() ?? 0
let made = 0

async function add(submit = true, fields: object = { contact: '李雷', phone: PHONE }) {
  made += 1
  const body = { item_id: ITEM, fields, submit, client_id: `client-${made}` }
  return (await page.ask(createOrder, { params: { companyId: company() }, body })).order
}

const move = (id: number, state: string, note?: string) =>
  operator.put(`/operator/api/v1/orders/${id}`, { act: 'move', state, note })

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
  test('is filtered by state and kind, as its address says', async () => {
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
})
