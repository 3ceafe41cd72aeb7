import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DeskRoom, openDeskRoom } from './support/desk.ts'
import { OFFLINE } from './support/visitor.ts'

const MINE = { title: '问候', text: '您好' }
const THEIRS = { title: '材料', text: '材料已收到' }

let room: DeskRoom
beforeEach(async () => {
  room = await openDeskRoom()
  await room.desk.quickReplies.load(null)
})
afterEach(() => room.close())

test("each is added, changed and removed by itself; colleagues' stay", async () => {
  const { desk, visitor } = room
  const colleague = await visitor.portal.loggedIn('13900000001')
  await colleague.put('/operator/api/v1/replies', { items: [THEIRS], revision: 0 })
  const shown = () => desk.quickReplies.$state.get()
  expect(await desk.saveQuickReply(undefined, MINE)).toBeUndefined()
  expect(shown()).toEqual({ status: 'ready', value: { items: [THEIRS, MINE], revision: 2 } })
  await desk.saveQuickReply(THEIRS, { ...THEIRS, title: '收到' })
  expect(shown()).toMatchObject({ value: { items: [{ ...THEIRS, title: '收到' }, MINE] } })
  await desk.saveQuickReply({ ...THEIRS, title: '收到' }, undefined)
  expect(shown()).toMatchObject({ value: { items: [MINE] } })
})

test('a broken connection removes nothing from the screen', async () => {
  const { desk, visitor } = room
  await desk.saveQuickReply(undefined, MINE)
  visitor.network = OFFLINE
  expect(await desk.saveQuickReply(MINE, undefined)).toEqual(expect.any(String))
  await desk.quickReplies.load(null)
  expect(desk.quickReplies.$state.get()).toMatchObject({ status: 'ready', value: { items: [MINE] } })
})
