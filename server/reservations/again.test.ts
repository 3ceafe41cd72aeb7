/** A reservation whose answer was lost, sent again under its `client_id`. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { confirmedWords } from '../../src/lib/rules/orders/reservations.ts'
import { openPortal } from '../testing/portal.ts'
import { CONTACT, EXPERT, FUND, openRoom, type Room, TAKEN } from '../testing/reservation-room.ts'

const ONCE = { client_id: 'client-0001' }
const FUND_ONCE = { ...FUND, ...ONCE }
const EXPERT_ONCE = { ...EXPERT, ...ONCE }
const CONFIRMED = { code: 409, message: confirmedWords('expert'), confirmed: true }
let room: Room

beforeEach(async () => {
  room = await openRoom(await openPortal())
})
afterEach(() => room.portal.close())

const rows = async () => (await room.list()).items

test('with other words, it has those words', async () => {
  await room.reserve({ ...FUND_ONCE, note: '想了解投资条件' })
  const again = await room.reserve({ ...FUND_ONCE, contact: '赵六', phone: '13800000010' })
  expect(again).toMatchObject({
    code: 200,
    data: { id: 1, contact: '赵六', phone: '13800000010', note: null },
  })
  expect(await rows()).toEqual([again.data])
})

test('with the same words, it is the one that was stored, confirmed or not', async () => {
  await room.reserve(EXPERT_ONCE)
  await room.answer(1, 'confirmed')
  expect(await room.reserve(EXPERT_ONCE)).toMatchObject({ code: 200, data: { id: 1, state: 'confirmed' } })
  const { slot_id: _, ...anyTime } = EXPERT_ONCE
  expect(await room.reserve(anyTime)).toMatchObject({ code: 200, data: { id: 1 } })
})

test('with other words when it is confirmed, it is refused, and nothing changes', async () => {
  await room.reserve(EXPERT_ONCE)
  await room.answer(1, 'confirmed')
  expect(await room.reserve({ ...EXPERT_ONCE, phone: '13800000010' })).toEqual(CONFIRMED)
  expect(await room.reserve({ ...EXPERT_ONCE, slot_id: 2 })).toEqual(CONFIRMED)
  expect(await rows()).toMatchObject([{ ...CONTACT, starts_at: '2026-11-25T02:00:00.000Z' }])
})

test('for another time, it takes that and gives the first one free', async () => {
  await room.reserve(EXPERT_ONCE)
  expect(await room.reserve({ ...EXPERT_ONCE, slot_id: 2 })).toMatchObject({
    data: { id: 2 },
    replaced: { id: 1, state: 'cancelled', starts_at: '2026-11-25T02:00:00.000Z' },
  })
  expect(await room.freeSlots()).toEqual([1])
  expect((await rows()).map(({ state }: { state: string }) => state)).toEqual(['requested', 'cancelled'])
})

test('for a time that is taken, it keeps the first one', async () => {
  await room.reserve({ ...EXPERT, slot_id: 2 }, await room.portal.loggedIn('13800000002'))
  await room.reserve(EXPERT_ONCE)
  expect(await room.reserve({ ...EXPERT_ONCE, slot_id: 2 })).toEqual(TAKEN)
  expect(await rows()).toMatchObject([{ id: 2, state: 'requested', starts_at: '2026-11-25T02:00:00.000Z' }])
})

test.each([
  ['cancelled', () => room.cancel(1)],
  ['declined', () => room.answer(1, 'declined')],
])('when the first was %s meanwhile, it is a new one', async (state, close) => {
  await room.reserve(EXPERT_ONCE)
  await close()
  expect(await room.reserve(EXPERT_ONCE)).toMatchObject({ code: 200, data: { id: 2, state: 'requested' } })
  expect(await room.reserve(EXPERT_ONCE)).toMatchObject({ code: 200, data: { id: 2 } })
  expect(await rows()).toMatchObject([{ id: 2 }, { id: 1, state }])
})

test('a correction and an answer at the same time: the answer is to what the operator read, or comes after', async () => {
  await room.reserve(FUND_ONCE)
  const [again] = await Promise.all([
    room.reserve({ ...FUND_ONCE, phone: '13800000010' }),
    room.answer(1, 'declined'),
  ])
  const phones = (await rows()).map(({ phone }: { phone: string }) => phone)
  expect(phones).toContain(again.code === 200 ? '13800000010' : CONTACT.phone)
})
