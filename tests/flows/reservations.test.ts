/** 预约 from the form's store to the database: a visitor types, logs in, submits again, and cancels. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EXPERTS_PER_PAGE } from '../../src/lib/contract/services/expert.ts'
import { logIn, OFFLINE, opens, openVisitor, type Page, until, type Visitor } from './support/visitor.ts'

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

async function openReservePage() {
  vi.resetModules()
  const [session, login, reserve, reservations] = await Promise.all([
    import('../../src/lib/stores/session.ts'),
    import('../../src/lib/stores/login.ts'),
    import('../../src/lib/stores/reserve.ts'),
    import('../../src/lib/stores/reservations.ts'),
  ])
  return opens({ ...session, ...login, ...reserve, ...reservations })
}

beforeEach(async () => {
  visitor = await openVisitor()
  page = await openReservePage()
  stop = page.$reservations.subscribe(() => undefined)
})
afterEach(() => {
  stop()
  return visitor.close()
})

const enter = () => logIn(page as unknown as Page, visitor)
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

test('closing the login explains why nothing was sent', async () => {
  const pressed = page.reserve(FUND, DRAFT)
  await until(page.$session, ({ topShow }) => topShow)
  page.UPDATE_USER({ topShow: false })
  await pressed
  expect(page.$reserve.get()).toMatchObject({
    status: 'typing',
    notice: { tone: 'hint', text: expect.stringContaining('请先登录') },
  })
  expect(await stored()).toEqual([])
})

test('missing input is reported at its field, before anything is sent', async () => {
  await page.reserve(FUND, { ...DRAFT, contact: '  ', phone: '138' })
  expect(page.$reserve.get()).toEqual({
    status: 'typing',
    problems: { contact: '请填写联系人', phone: '请输入正确的手机号' },
    notice: null,
  })
  expect(page.$session.get().topShow).toBe(false)
  // Editing a field clears its problem; the other one stays.
  page.changeReserveDraft(FUND, { ...DRAFT, phone: '138' }, 'contact')
  expect(page.$reserve.get()).toMatchObject({ problems: { phone: '请输入正确的手机号' } })
  // With one digit too many; cut, it would be another person's number.
  await page.reserve(FUND, { ...DRAFT, phone: '138001380009' })
  expect(page.$reserve.get()).toMatchObject({ problems: { phone: '请输入正确的手机号' } })
})

test('a missing fund, and a broken connection, are reported; another attempt of the same form is one reservation', async () => {
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

test('after a lost answer that was confirmed meanwhile, the same text can be sent again', async () => {
  await enter()
  const draft = { ...page.readReserveDraft(FUND), contact: '李雷', phone: '13800138000' }
  page.changeReserveDraft(FUND, draft, 'phone')
  visitor.network = async (send) => {
    await send()
    throw new TypeError('fetch failed')
  }
  expect(await page.reserve(FUND, draft)).toBe(draft.clientId)
  visitor.online()
  await visitor.portal.db
    .updateTable('reservations')
    .set({ state: 'confirmed' })
    .where('id', '>', 0)
    .execute()
  const other = { ...draft, phone: '13800138001' }
  page.changeReserveDraft(FUND, other, 'phone')
  const clientId = await page.reserve(FUND, other)
  expect(page.$reserve.get()).toMatchObject({
    notice: { text: expect.stringContaining('此前已提交并已处理') },
  })
  expect(page.readReserveDraft(FUND)).toEqual({ ...other, clientId })
  await page.reserve(FUND, page.readReserveDraft(FUND))
  expect(page.$reserve.get()).toMatchObject({ status: 'done', replaced: null })
  expect(await stored()).toHaveLength(2)
})

test('a refused cancellation shows the state, without removing the list', async () => {
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

test('the answer to a closed form does not reach the next one', async () => {
  await enter()
  let pass = () => {}
  const gate = new Promise<void>((resolve) => {
    pass = resolve
  })
  visitor.network = async (send) => {
    const answer = await send()
    await gate
    return answer
  }
  page.startReserving()
  const closed = page.reserve(FUND, DRAFT)
  await until(page.$reserve, ({ status }) => status === 'sending')
  page.startReserving()
  pass()
  await closed
  expect(page.$reserve.get()).toEqual({ status: 'typing', problems: {}, notice: null })
  expect(await stored()).toHaveLength(1)
})

test('an answer after the logout shows nothing', async () => {
  await enter()
  await page.reserve(FUND, DRAFT)
  let pass = () => {}
  const gate = new Promise<void>((resolve) => {
    pass = resolve
  })
  visitor.network = async (send) => {
    const answer = await send()
    await gate
    return answer
  }
  const late = page.refreshReservations()
  page.SIGN_OUT()
  pass()
  await late
  expect(page.$reservations.get()).toEqual({ status: 'idle' })
})

test('experts reload as far as shown, and a broken connection loses none', async () => {
  const { $experts, loadMoreExperts, refreshExperts } = await import('../../src/lib/stores/reservations.ts')
  const total = EXPERTS_PER_PAGE + 3
  const row = { title: '咨询师', fields: '[]', intro: '介绍', hidden: 0, created_at: 1 } as const
  const rows = Array.from({ length: total }, (_, index) => ({ ...row, name: `专家${index}` }))
  await visitor.portal.db.insertInto('experts').values(rows).execute()
  const shown = () => {
    const state = $experts.get()
    return [state.status, state.status === 'idle' ? 0 : state.items.length]
  }
  await refreshExperts()
  expect(shown()).toEqual(['ready', EXPERTS_PER_PAGE])
  await loadMoreExperts()
  await refreshExperts()
  expect(shown()).toEqual(['ready', total])
  visitor.network = OFFLINE
  await refreshExperts()
  expect(shown()).toEqual(['failed', total])
  visitor.online()
  await refreshExperts()
  expect(shown()).toEqual(['ready', total])
})
