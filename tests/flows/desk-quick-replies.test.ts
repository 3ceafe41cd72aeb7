/** The quick replies belong to all operators: nobody writes over what he has not seen, or loses what he wrote. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { put } from '../../server/testing/chat-room.ts'
import { type DeskRoom, openDeskRoom } from './support/desk.ts'
import { OFFLINE } from './support/visitor.ts'

const MINE = { title: '问候', text: '您好' }
const THEIRS = { title: '材料', text: '材料已收到' }

let room: DeskRoom
beforeEach(async () => {
  room = await openDeskRoom()
  await room.desk.loadQuickReplies()
})
afterEach(() => room.close())

async function saveAsColleague(): Promise<void> {
  const colleague = await room.visitor.portal.loggedIn('13900000001')
  await put(colleague, '/operator/api/v1/replies', { items: [THEIRS], revision: 0 })
}

test('whoever is overtaken by a colleague learns it each time he saves, until he has seen the other list', async () => {
  const { desk } = room
  await saveAsColleague()
  const theirs = { items: [THEIRS], revision: 1 }
  for (let tries = 0; tries < 2; tries++) {
    const end = await desk.saveQuickReplies({ items: [MINE], revision: 0 })
    expect(end).toEqual({ status: 'overtaken', theirs })
  }
  expect(desk.$quickReplies.get()).toEqual({ status: 'ready', replies: theirs })
  expect(await desk.saveQuickReplies({ items: [MINE], revision: 1 })).toEqual({ status: 'saved' })
  expect(desk.$quickReplies.get()).toMatchObject({ replies: { items: [MINE], revision: 2 } })
})

test('a cut line takes nothing from the screen', async () => {
  const { desk, visitor } = room
  await desk.saveQuickReplies({ items: [MINE], revision: 0 })
  visitor.network = OFFLINE
  expect(await desk.saveQuickReplies({ items: [], revision: 1 })).toMatchObject({ status: 'failed' })
  await desk.loadQuickReplies()
  expect(desk.$quickReplies.get()).toMatchObject({ status: 'ready', replies: { items: [MINE] } })
})
