import { afterEach, beforeEach, expect, test } from 'vitest'
import { OPEN_RESERVATIONS_LIMIT } from '../../src/lib/contract/services/reservation.ts'
import { openPortal } from '../testing/portal.ts'
import { CONTACT, EXPERT, FUND, openRoom, type Room, TAKEN, UPGRADE } from '../testing/reservation-room.ts'

const ANY_TIME = { kind: 'expert', target_id: 1, ...CONTACT }
const SOON = '2026-11-25T14:30:00+08:00'
let room: Room

beforeEach(async () => {
  room = await openRoom(await openPortal())
})
afterEach(() => room.portal.close())

const mine = async () => (await room.list()).items[0]

test('an expert’s free time is taken with the answer, told, and reminded of', async () => {
  await room.reserve(ANY_TIME)
  expect(await room.setTime(1, { slot_id: 2 })).toMatchObject({
    code: 200,
    data: { state: 'confirmed', starts_at: '2026-11-25T03:00:00.000Z', ends_at: '2026-11-25T03:50:00.000Z' },
  })
  expect(await mine()).toMatchObject({ state: 'confirmed', starts_at: '2026-11-25T03:00:00.000Z' })
  expect(await room.freeSlots()).toEqual([1])
  expect(await room.words()).toEqual(['您的专家咨询“甲专家”（11月25日 11:00）已确认。'])
  room.portal.clock.ms = Date.parse('2026-11-24T11:00:00+08:00')
  await room.runJobs()
  expect((await room.words())[0]).toContain('提醒：您的专家咨询“甲专家”（11月25日 11:00）即将开始')
  await room.cancel(1)
  expect(await room.freeSlots()).toEqual([1, 2])
})

test('a talk about a fund gets a moment, and a reminder', async () => {
  await room.reserve(FUND)
  await room.setTime(1, { starts_at: SOON })
  expect(await mine()).toMatchObject({ starts_at: '2026-11-25T06:30:00.000Z', ends_at: null })
  expect(await room.words()).toEqual(['您的基金预约“示例产业基金”（11月25日 14:30）已确认。'])
  room.portal.clock.ms = Date.parse('2026-11-24T14:30:00+08:00')
  await room.runJobs()
  expect((await room.words())[0]).toContain('即将开始')
})

test('a moment that is over leaves room for another', async () => {
  for (let times = 0; times < OPEN_RESERVATIONS_LIMIT; times += 1) await room.reserve(FUND)
  await room.setTime(1, { starts_at: SOON })
  expect((await room.reserve(FUND)).code).toBe(409)
  room.portal.clock.ms = Date.parse(SOON)
  expect((await room.reserve(FUND, await room.portal.loggedIn('13800000001'))).code).toBe(200)
})

test('what was confirmed without a time gets it later, once', async () => {
  await room.reserve(ANY_TIME)
  await room.answer(1, 'confirmed', '时间稍后通知')
  await room.setTime(1, { slot_id: 1 })
  expect(await room.words()).toHaveLength(2)
  const again = { code: 409, message: '这个预约已经有时间，请刷新后查看' }
  expect(await room.setTime(1, { slot_id: 2 })).toEqual(again)
  expect(await room.freeSlots()).toEqual([2])
})

test('a time that is taken leaves everything as it was', async () => {
  await room.reserve(EXPERT, await room.portal.loggedIn('13800000002'))
  await room.reserve(ANY_TIME)
  expect(await room.setTime(2, { slot_id: 1 })).toEqual(TAKEN)
  expect(await mine()).toMatchObject({ state: 'requested', starts_at: null })
  expect(await room.words()).toEqual([])
})

test('two operators at once give one time', async () => {
  await room.reserve(ANY_TIME)
  const answers = await Promise.all([room.setTime(1, { slot_id: 1 }), room.setTime(1, { slot_id: 2 })])
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
  expect(await room.freeSlots()).toHaveLength(1)
  expect(await room.words()).toHaveLength(1)
})

test('one time for two companies at once goes to one', async () => {
  await room.reserve(ANY_TIME)
  await room.reserve(ANY_TIME, await room.portal.loggedIn('13800000002'))
  const answers = await Promise.all([room.setTime(1, { slot_id: 1 }), room.setTime(2, { slot_id: 1 })])
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
})

test.each([
  [ANY_TIME, { starts_at: SOON }, '专家的时间请从可约时段中选择'],
  [FUND, { slot_id: 1 }, '只有预约专家时可以选择专家的时段'],
  [UPGRADE, { starts_at: SOON }, '等级升级不需要约定时间'],
  [FUND, { starts_at: '2026-11-20T10:00:00+08:00' }, '时间应在今后一年内'],
  [FUND, { starts_at: '2028-11-20T10:00:00+08:00' }, '时间应在今后一年内'],
  [FUND, { starts_at: '明天' }, '时间应在今后一年内'],
])('of %j the time %j is refused: %s', async (request, time, message) => {
  await room.reserve(request)
  expect(await room.setTime(1, time)).toEqual({ code: 400, message })
  expect(await mine()).toMatchObject({ state: 'requested' })
})

test('a time goes with a confirmation only', async () => {
  await room.reserve(ANY_TIME)
  const declined = await room.put('/operator/api/v1/reservations/1', { state: 'declined', slot_id: 1 })
  expect(declined).toEqual({ code: 400, message: '确认预约时才能安排时间' })
})
