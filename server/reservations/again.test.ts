import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPortal } from '../testing/portal.ts'
import { EXPERT, FUND, openRoom, type Room, TAKEN } from '../testing/reservation-room.ts'

const ONCE = { client_id: 'client-0001' }
const EXPERT_ONCE = { ...EXPERT, ...ONCE }
let room: Room

beforeEach(async () => {
  room = await openRoom(await openPortal())
})
afterEach(() => room.portal.close())

const rows = async () => (await room.list()).items

test('with other words, it has those words', async () => {
  await room.reserve({ ...FUND, ...ONCE, note: '想了解投资条件' })
  const again = await room.reserve({ ...FUND, ...ONCE, contact: '赵六', phone: '13800000010' })
  expect(again).toMatchObject({
    code: 200,
    data: { id: 1, contact: '赵六', phone: '13800000010', note: null },
  })
  expect(await rows()).toEqual([again.data])
})

test('confirmed meanwhile, it stays the one that was stored', async () => {
  await room.reserve(EXPERT_ONCE)
  await room.answer(1, 'confirmed')
  const { slot_id: _, ...anyTime } = EXPERT_ONCE
  for (const again of [EXPERT_ONCE, anyTime])
    expect(await room.reserve(again)).toMatchObject({ code: 200, data: { id: 1, state: 'confirmed' } })
})

test('for another time it is another one, unless that is taken', async () => {
  await room.reserve({ ...EXPERT, slot_id: 2 }, await room.portal.loggedIn('13800000002'))
  await room.reserve(EXPERT_ONCE)
  expect(await room.reserve({ ...EXPERT_ONCE, slot_id: 2 })).toEqual(TAKEN)
  expect(await room.reserve({ ...FUND, ...ONCE })).toMatchObject({ code: 200 })
  expect(await rows()).toMatchObject([{ kind: 'fund' }, { id: 2, state: 'requested', kind: 'expert' }])
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
