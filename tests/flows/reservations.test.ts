import { afterEach, beforeEach, expect, test } from 'vitest'
import { logIn, OFFLINE, openStores, openVisitor, until, type Visitor } from './support/visitor.ts'

const FUND = { kind: 'fund', target_id: 3 } as const
const DRAFT = {
  contact: ' 李雷 ',
  phone: '＋86 １３８ 0013 8000',
  note: '想了解投资条件',
  clientId: 'client-of-this-test',
}

let visitor: Visitor
let page: Awaited<ReturnType<typeof openReservePage>>
let stop: () => void

const openReservePage = () =>
  openStores(() => [
    import('../../src/lib/stores/session.ts'),
    import('../../src/lib/stores/login.ts'),
    import('../../src/lib/stores/reserve.ts'),
    import('../../src/lib/stores/reservations.ts'),
  ])

beforeEach(async () => {
  visitor = await openVisitor()
  page = await openReservePage()
  stop = page.$reservations.subscribe(() => undefined)
})
afterEach(() => {
  stop()
  return visitor.close()
})

const enter = () => logIn(page, visitor)
const stored = () =>
  visitor.portal.db.selectFrom('reservations').selectAll().where('company_id', '>', 0).execute()

test('a visitor logs in on submitting, and reserves: once, and can cancel', async () => {
  const pressed = page.reserve(FUND, DRAFT)
  await until(page.$session, ({ topShow }) => topShow)
  await enter()
  await pressed
  expect(page.$reserve.get()).toMatchObject({ status: 'done' })
  await Promise.all([page.reserve(FUND, DRAFT), page.reserve(FUND, DRAFT)])
  await until(page.$reserve, ({ status }) => status === 'done')
  expect(await stored()).toMatchObject([
    {
      contact: '李雷',
      phone: '13800138000',
      target_name: '示例产业基金',
      note: DRAFT.note,
      state: 'requested',
    },
  ])
  await page.refreshReservations()
  expect(page.$reservations.get()).toMatchObject({ status: 'ready', items: [{ id: 1 }], total: 1 })
  expect(await page.giveUpReservation(1)).toBeUndefined()
  expect(page.$reservations.get()).toMatchObject({ items: [{ state: 'cancelled' }] })
})

test('a fund that is gone, and a line that is cut, are said in words; another try of the same form is one', async () => {
  await enter()
  await page.reserve({ kind: 'fund', target_id: 99 }, DRAFT)
  expect(page.$reserve.get()).toMatchObject({ notice: { tone: 'error', text: '没有找到这只基金' } })
  visitor.network = OFFLINE
  await page.reserve(FUND, DRAFT)
  expect(page.$reserve.get()).toMatchObject({
    status: 'typing',
    notice: { tone: 'error', text: '网络连接失败，请检查网络后重试' },
  })
  visitor.online()
  await page.reserve(FUND, DRAFT)
  expect(await stored()).toHaveLength(1)
})

test('after a lost answer the page is reloaded and the phone corrected: one reservation, with that phone', async () => {
  await enter()
  const draft = { ...page.readReserveDraft(FUND), contact: '李雷', phone: '13800138000' }
  page.changeReserveDraft(FUND, draft, 'phone')
  visitor.network = async (send) => {
    await send()
    throw new TypeError('fetch failed')
  }
  await page.reserve(FUND, draft)
  expect(page.$reserve.get()).toMatchObject({ notice: { tone: 'error' } })
  visitor.online()
  const kept = page.readReserveDraft(FUND)
  expect(kept).toEqual(draft)
  await page.reserve(FUND, { ...kept, phone: '13800138001' })
  expect(page.$reserve.get()).toMatchObject({ status: 'done', reservation: { phone: '13800138001' } })
  expect(await stored()).toMatchObject([{ contact: '李雷', phone: '13800138001' }])
  expect(page.readReserveDraft(FUND), 'the next one is another').toMatchObject({ contact: '', phone: '' })
  expect(page.readReserveDraft(FUND).clientId).not.toBe(draft.clientId)
})

test('a cancelling that is refused shows what became of it, without taking the list away', async () => {
  await enter()
  await page.reserve(FUND, DRAFT)
  await page.refreshReservations()
  await visitor.portal.db.updateTable('reservations').set({ state: 'done' }).where('id', '>', 0).execute()
  const seen: number[] = []
  const stopSeeing = page.$reservations.listen((state) =>
    seen.push(state.status === 'idle' ? 0 : state.items.length),
  )
  expect(await page.giveUpReservation(1)).toBe('这个预约已处理完毕，不能取消')
  stopSeeing()
  expect(page.$reservations.get()).toMatchObject({ status: 'ready', items: [{ state: 'done' }] })
  expect(new Set(seen)).toEqual(new Set([1]))
})
