import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPortal } from '../testing/portal.ts'
import { EXPERT, EXPERTS, openRoom, type Room, UPGRADE } from '../testing/reservation-room.ts'

const HOUR_MS = 3_600_000
let room: Room

beforeEach(async () => {
  room = await openRoom(await openPortal())
})
afterEach(() => room.portal.close())

describe('cancelling', () => {
  test('gives the time free for the next, and twice is no error', async () => {
    await room.reserve(EXPERT)
    await room.answer(1, 'confirmed')
    expect([await room.cancel(1), await room.cancel(1)]).toEqual([{ code: 200 }, { code: 200 }])
    expect(await room.freeSlots()).toEqual([1, 2])
    expect(await room.reserve(EXPERT, await room.portal.loggedIn('13800000002'))).toMatchObject({ code: 200 })
    await room.cancel(1)
    expect(await room.freeSlots()).toEqual([2])
  })

  test('is refused when the time that was agreed on is over, until then not', async () => {
    await room.reserve(EXPERT)
    await room.reserve({ ...EXPERT, slot_id: 2 })
    await room.answer(1, 'confirmed')
    await room.answer(2, 'confirmed')
    room.portal.clock.ms = Date.parse('2026-11-25T10:50:00+08:00')
    const company = await room.portal.loggedIn('13800000001')
    expect(await room.cancel(1, company)).toEqual({ code: 409, message: '约定的时间已过，不能取消' })
    expect(await room.cancel(2, company)).toEqual({ code: 200 })
  })

  test('is refused when it is closed', async () => {
    await room.reserve(EXPERT)
    await room.answer(1, 'declined')
    expect(await room.cancel(1)).toEqual({ code: 409, message: '这个预约已处理完毕，不能取消' })
  })
})

describe("an operator's answer", () => {
  test('is told to the room.company, with the reason', async () => {
    await room.reserve(EXPERT)
    expect(await room.answer(1, 'confirmed', '请提前准备审计报告')).toMatchObject({
      code: 200,
      data: { id: 1, company_id: 2, state: 'confirmed', answer: '请提前准备审计报告' },
    })
    await room.answer(1, 'done')
    expect((await room.list()).items[0]).toMatchObject({ state: 'done', answer: '请提前准备审计报告' })
    await room.reserve(UPGRADE)
    await room.answer(2, 'declined')
    expect(await room.words()).toEqual([
      '您的企业等级升级申请“专业版”未能受理。',
      '您的专家咨询“甲专家”（11月25日 10:00）已完成。',
      '您的专家咨询“甲专家”（11月25日 10:00）已确认。说明：请提前准备审计报告',
    ])
  })

  test('to a request for a higher level gives the level, and is done with it', async () => {
    await room.reserve(UPGRADE)
    await room.reserve({ ...UPGRADE, target_id: 3 })
    expect(await room.answer(1, 'confirmed', '合同已签')).toMatchObject({
      code: 200,
      data: { state: 'done' },
    })
    expect((await room.company.get('/startup/api/v1/company/guide')).body).toMatchObject({
      result: { privilege: { level: 2 } },
    })
    expect(await room.words()).toEqual(['贵企业的等级已调整为“专业版”。说明：合同已签'])
    expect((await room.list()).items.map(({ state }: { state: string }) => state)).toEqual([
      'requested',
      'done',
    ])
    expect(await room.portal.securityEvents()).toContainEqual(
      expect.objectContaining({ event: 'level-changed', note: '等级 2' }),
    )
  })

  test('that declines gives the time free', async () => {
    await room.reserve(EXPERT)
    await room.answer(1, 'confirmed')
    await room.answer(1, 'declined')
    expect(await room.freeSlots()).toEqual([1, 2])
  })

  test('follows the states: what cannot be is a conflict, what is not there is none', async () => {
    await room.reserve(EXPERT)
    const conflict = { code: 409, message: '预约的状态已经改变，请刷新后再试' }
    expect(await room.answer(1, 'done')).toEqual(conflict)
    await room.answer(1, 'declined')
    for (const state of ['confirmed', 'declined', 'done'])
      expect(await room.answer(1, state)).toEqual(conflict)
    expect((await room.answer(1, 'cancelled')).code).toBe(400)
    expect((await room.answer(99, 'confirmed')).code).toBe(404)
    expect(await room.words()).toHaveLength(1)
  })

  test('and a cancelling at the same time never both happen', async () => {
    await room.reserve(EXPERT)
    await room.answer(1, 'confirmed')
    const answers = await Promise.all([room.cancel(1), room.answer(1, 'done')])
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
  })

  test('is needed before a reserved time can be removed', async () => {
    await room.reserve(EXPERT)
    const remove = async () => (await room.operator.delete(`${EXPERTS}/1/slots/1`)).body.code
    expect(await remove()).toBe(409)
    await room.answer(1, 'declined')
    expect(await remove()).toBe(200)
    expect((await room.list()).items[0].starts_at).toBe('2026-11-25T02:00:00.000Z')
  })
})

describe('the reminder', () => {
  const dayBefore = Date.parse('2026-11-24T10:00:00+08:00')

  test('comes a day before, once', async () => {
    await room.reserve(EXPERT)
    room.portal.clock.ms = dayBefore - 1
    expect(await room.runJobs()).toBe(0)
    room.portal.clock.ms = dayBefore
    expect(await Promise.all([room.runJobs(), room.runJobs(), room.runJobs()])).toContain(1)
    room.portal.clock.ms += HOUR_MS
    await room.runJobs()
    expect(await room.words()).toEqual([
      '提醒：您的专家咨询“甲专家”（11月25日 10:00）即将开始，当前状态：待确认。如不能参加，请及时取消。',
    ])
  })

  test.each([
    ['cancelled', () => room.cancel(1)],
    ['declined', () => room.answer(1, 'declined')],
  ])('does not come for what is %s', async (_, end) => {
    await room.reserve(EXPERT)
    await end()
    const before = await room.words()
    room.portal.clock.ms = dayBefore
    await room.runJobs()
    expect(await room.words()).toEqual(before)
  })

  test('does not come after the time, nor for whoever reserves on the last day', async () => {
    await room.reserve(EXPERT)
    room.portal.clock.ms = dayBefore + HOUR_MS
    await room.reserve({ ...EXPERT, slot_id: 2 })
    room.portal.clock.ms = dayBefore + 25 * HOUR_MS
    expect(await room.runJobs()).toBe(1)
    expect(await room.words()).toEqual([])
  })
})
