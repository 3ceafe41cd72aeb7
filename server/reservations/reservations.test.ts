import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { OPEN_RESERVATIONS_LIMIT } from '../../src/lib/contract/services/reservation.ts'
import type { Browser } from '../testing/browser.ts'
import { NEIGHBOUR } from '../testing/neighbour.ts'
import { openPortal } from '../testing/portal.ts'
import {
  ALL,
  CONTACT,
  EXPERT,
  EXPERT_FORM,
  EXPERTS,
  FUND,
  idsOf,
  MINE,
  openRoom,
  type Room,
  TAKEN,
  UPGRADE,
} from '../testing/reservation-room.ts'

let room: Room

beforeEach(async () => {
  room = await openRoom(await openPortal())
})
afterEach(() => room.portal.close())

describe('reserving', () => {
  test("takes an expert's time, which nobody else is offered then", async () => {
    const data = {
      id: 1,
      kind: 'expert',
      target_id: 1,
      target_name: '甲专家',
      starts_at: '2026-11-25T02:00:00.000Z',
      ends_at: '2026-11-25T02:50:00.000Z',
      note: null,
      state: 'requested',
      answer: null,
      gmt_create: '2026-11-21T02:00:00.000Z',
      gmt_modified: '2026-11-21T02:00:00.000Z',
      ...CONTACT,
    }
    expect(await room.reserve(EXPERT)).toEqual({ code: 200, data })
    expect(await room.list()).toEqual({ items: [data], total: 1, pages: 1, page: 1 })
    expect(await room.freeSlots()).toEqual([2])
    expect((await room.list(`${EXPERTS}/1/slots`, room.operator)).items[0].reservation_id).toBe(1)
    expect(idsOf(await room.list(`${EXPERTS}/1/slots?free=1`, room.operator))).toEqual([2])
  })

  test('one that is over counts no longer, though nobody has closed it', async () => {
    for (let times = 1; times < OPEN_RESERVATIONS_LIMIT; times += 1) await room.reserve(FUND)
    expect((await room.reserve(EXPERT)).code).toBe(200)
    expect(await room.reserve(FUND)).toMatchObject({
      code: 409,
      message: expect.stringContaining('已有 20 个'),
    })
    room.portal.clock.ms = Date.parse('2026-11-25T10:49:00+08:00')
    expect((await room.reserve(FUND)).code).toBe(409)
    room.portal.clock.ms = Date.parse('2026-11-25T10:50:00+08:00')
    expect((await room.reserve(FUND)).code).toBe(200)
    expect((await room.reserve(FUND)).code).toBe(409)
  })

  test('of fifty companies at once one gets the time', async () => {
    const phones = Array.from({ length: 50 }, (_, index) => `137000000${String(index).padStart(2, '0')}`)
    const browsers: Browser[] = []
    for (const phone of phones) browsers.push(await room.portal.loggedIn(phone))
    const answers = await Promise.all(browsers.map((browser) => room.reserve(EXPERT, browser)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code !== 200)).toEqual(Array(49).fill(TAKEN))
    const stored = await room.portal.db.selectFrom('reservations').select('id').where('id', '>', 0).execute()
    expect(stored).toHaveLength(1)
  })

  test('the same client_id ten times at once is one reservation, of each company', async () => {
    const once = { ...EXPERT, client_id: 'client-0001' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => room.reserve(once)))
    expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1)
    expect((await room.list()).total).toBe(1)
    const other = await room.portal.loggedIn('13800000002')
    expect(await room.reserve({ ...FUND, client_id: 'client-0001' }, other)).toMatchObject({ code: 200 })
  })

  test('works for an expert without a time, a fund, a provider and a higher level', async () => {
    const provider = { ...FUND, kind: 'provider', target_id: await room.addProvider('示例事务所') }
    const targets = [{ ...EXPERT, slot_id: undefined }, FUND, provider, UPGRADE]
    const names: string[] = []
    for (const target of targets) names.push((await room.reserve(target)).data.target_name)
    expect(names).toEqual(['甲专家', '示例产业基金', '示例事务所', '专业版'])
    await room.portal.db.updateTable('public_providers').set({ off_at: 1 }).execute()
    expect((await room.reserve(provider)).code).toBe(404)
  })

  test('one level is asked for once, until the request is closed', async () => {
    await room.reserve(UPGRADE)
    expect(await room.reserve(UPGRADE)).toEqual({
      code: 409,
      message: '贵企业已申请升级到“专业版”，请等待处理',
    })
    expect(await room.reserve(UPGRADE, await room.portal.loggedIn('13800000002'))).toMatchObject({
      code: 200,
    })
    expect(await room.reserve({ ...UPGRADE, target_id: 3 })).toMatchObject({ code: 200 })
    await room.answer(1, 'declined')
    expect(await room.reserve(UPGRADE)).toMatchObject({ code: 200 })
  })

  test('a time that is over, of another expert, or not there cannot be taken', async () => {
    expect(await room.reserve({ ...EXPERT, target_id: 2 })).toEqual(TAKEN)
    expect(await room.reserve({ ...EXPERT, slot_id: 99 })).toEqual(TAKEN)
    room.portal.clock.ms = Date.parse('2026-11-25T10:00:00+08:00')
    expect(await room.reserve(EXPERT)).toEqual(TAKEN)
    expect((await room.list()).total).toBe(0)
  })

  test('a hidden or unknown target is not there', async () => {
    await room.operator.post(EXPERTS, { ...EXPERT_FORM, id: 1, hidden: true })
    expect(await room.reserve({ ...FUND, target_id: 99 })).toEqual({ code: 404, message: '没有找到这只基金' })
    const missing = { code: 404, message: '没有找到这位专家' }
    expect(await room.reserve(EXPERT)).toEqual(missing)
    expect(await room.reserve({ ...EXPERT, target_id: 99 })).toEqual(missing)
    for (const target_id of [9, Number.MAX_SAFE_INTEGER]) {
      expect(await room.reserve({ ...UPGRADE, target_id })).toMatchObject({ code: 404 })
    }
    expect(await room.reserve({ ...UPGRADE, target_id: 1 })).toEqual({
      code: 400,
      message: '请选择更高的企业等级',
    })
  })

  test('twenty may be open, also when thirty are asked for at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => room.reserve(FUND)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(20)
    expect(answers.filter(({ code }) => code === 409)).toHaveLength(10)
    await room.cancel(1)
    expect((await room.reserve(FUND)).code).toBe(200)
  })

  test.each([
    [{ kind: 'loan' }, '请选择预约的类型'],
    [{ kind: 'fund' }, '只有预约专家时可以选择时间'],
    [{ target_id: 0 }, '“target_id”的内容不正确'],
    [{ target_id: 2 ** 60 }, '“target_id”的内容不正确'],
    [{ slot_id: '1' }, '“slot_id”的内容不正确'],
    [{ contact: '' }, '请填写联系人'],
    [{ phone: '12345' }, '请输入正确的手机号'],
    [{ note: '字'.repeat(501) }, '备注不能超过 500 个字'],
    [{ note: '\u0000' }, '备注含有不能使用的字符'],
    [{ client_id: "' or 1=1" }, '提交编号不正确'],
  ])('%j is refused: %s', async (change, message) => {
    expect(await room.reserve({ ...EXPERT, ...change })).toEqual({ code: 400, message })
  })
})

describe('the list', () => {
  test('has the newest first, ten a page, of the own company only', async () => {
    for (let index = 0; index < 12; index += 1) await room.reserve(FUND)
    const stranger = await room.portal.loggedIn('13800000002')
    await room.reserve(FUND, stranger)
    expect(idsOf(await room.list())).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
    expect(idsOf(await room.list(`${MINE}?page=2`))).toEqual([2, 1])
    expect(idsOf(await room.list(MINE, stranger))).toEqual([13])
  })

  test('of operators has all companies, the longest wait first, by state and kind', async () => {
    await room.reserve(EXPERT)
    await room.reserve(FUND, await room.portal.loggedIn('13800000002'))
    room.portal.clock.ms += 1
    await room.reserve(FUND)
    await room.answer(1, 'confirmed')
    expect((await room.list(ALL, room.operator)).items).toMatchObject([
      { id: -7, company_id: NEIGHBOUR.companyId },
      { id: 2, company_id: 3, company_name: '企业用户3', phone: CONTACT.phone },
      { id: 3, company_id: 2 },
      { id: 1, company_id: 2, company_name: '企业用户2' },
    ])
    expect(idsOf(await room.list(`${ALL}?state=confirmed`, room.operator))).toEqual([1])
    expect(idsOf(await room.list(`${ALL}?kind=fund`, room.operator))).toEqual([-7, 2, 3])
    expect(idsOf(await room.list(`${ALL}?kind=fund&state=done`, room.operator))).toEqual([])
    expect((await room.operator.get(`${ALL}?state=new`)).body.code).toBe(400)
  })
})
