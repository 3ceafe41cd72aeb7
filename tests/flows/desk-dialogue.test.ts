import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CONVERSATIONS, whoIs } from '../../server/testing/chat-room.ts'
import { type DeskRoom, openDeskRoom } from './support/desk.ts'
import { settled, until } from './support/visitor.ts'

let room: DeskRoom
let id: number

beforeEach(async () => {
  room = await openDeskRoom()
  await room.say('您好')
  const { desk } = room
  await desk.queue.open({ state: 'all', assigned: 'all', q: '' }, 1)
  id = desk.queue.$state.get().page?.items[0]?.id ?? 0
})
afterEach(() => room.close())

const open = () => room.desk.findOpen(id)
const readSeq = async () =>
  (
    await room.visitor.portal.db
      .selectFrom('conversations')
      .select('operator_read_seq')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).operator_read_seq

function lookAgain(state: DocumentVisibilityState = 'visible'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(state === 'hidden')
  window.dispatchEvent(new window.Event('focus'))
}

describe('the read mark', () => {
  test('stays while nobody looks at the page, and moves when somebody does', async () => {
    const { desk, visitor } = room
    await desk.openDialogue(id)
    lookAgain('hidden')
    await desk.readDialogue(id)
    await settled(visitor)
    expect(await readSeq()).toBe(0)
    expect(open()?.conversation).toMatchObject({ read_seq: 0, unread: 1 })
    lookAgain()
    await until(desk.$dialogue, () => open()?.conversation.unread === 0)
    expect(await readSeq()).toBe(1)
  })
})

async function colleague() {
  const browser = await room.visitor.portal.loggedIn('13900000001')
  const { id: colleagueId } = await whoIs(browser)
  return { browser, colleagueId }
}

describe('the responsible operator', () => {
  test('is known after the first own reply, so that it can be handed over', async () => {
    const { desk } = room
    const { colleagueId } = await colleague()
    await desk.openDialogue(id)
    desk.sendReply(id, '请讲')
    await until(desk.$dialogue, () => open()?.conversation.assigned !== null)
    const mine = open()?.conversation.assigned?.id ?? 0
    expect(desk.$desk.get()).toMatchObject({ id: mine })
    expect(await desk.handOver(id, mine, colleagueId)).toBeUndefined()
    expect(open()?.conversation.assigned?.id).toBe(colleagueId)
  })

  test('is read again when another change came while it was read', async () => {
    const { desk } = room
    const { browser, colleagueId } = await colleague()
    await desk.openDialogue(id)
    await browser.put(`${CONVERSATIONS}/${id}`, { act: 'assign', operator_id: colleagueId, from: null })
    const reading = desk.refreshConversation(id)
    desk.showConversation(id, { unread: 0 })
    await reading
    expect(open()?.conversation).toMatchObject({ assigned: { id: colleagueId }, history: [{}] })
  })

  test('who was too slow sees who has it, and keeps what was read of the dialogue', async () => {
    const { desk, visitor } = room
    const { browser, colleagueId } = await colleague()
    for (let number = 2; number <= 101; number++) {
      // The rate of messages is limited.
      visitor.waitSeconds(5)
      await room.say(`第 ${number} 条`)
    }
    await desk.openDialogue(id)
    await desk.loadOlder()
    expect(desk.log()?.messages).toHaveLength(101)
    await browser.put(`${CONVERSATIONS}/${id}`, { act: 'assign', operator_id: colleagueId, from: null })
    expect(await desk.handOver(id, null, null)).toBe('这个咨询的负责人刚刚有变化，请刷新后再试')
    expect(open()?.conversation.assigned?.id).toBe(colleagueId)
    expect(desk.log()?.messages).toHaveLength(101)
  })
})
