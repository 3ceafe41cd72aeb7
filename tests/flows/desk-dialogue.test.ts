/** The dialogue at the desk, while others act too: what is read, who has it, and that one poll asks at a time. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type DeskRoom, openDeskRoom } from './support/desk.ts'
import { answering, settled, until } from './support/visitor.ts'

let room: DeskRoom
let id: number

beforeEach(async () => {
  room = await openDeskRoom()
  await room.say('您好')
  const { desk } = room
  await desk.openQueue({ state: 'all', assigned: 'all', q: '' }, 1)
  id = desk.$queue.get().page?.items[0]?.id ?? 0
})
afterEach(() => room.close())

const open = () => room.desk.findOpen(id)
/** As the server has it. */
const readSeq = async () =>
  (
    await room.visitor.portal.db
      .selectFrom('conversations')
      .select('operator_read_seq')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).operator_read_seq

/** Somebody comes back to the window, and the poll asks at once. */
function lookAgain(state: DocumentVisibilityState = 'visible'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(state === 'hidden')
  window.dispatchEvent(new window.Event('focus'))
}

describe('what has been read', () => {
  test('is nothing while nobody looks at the page, and is told when somebody does', async () => {
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

  test('stays unread when the server was not told, and is told with the next poll', async () => {
    const { desk, visitor } = room
    await desk.openDialogue(id)
    await settled(visitor)
    visitor.network = answering('', 503)
    await desk.readDialogue(id)
    expect(open()?.conversation).toMatchObject({ read_seq: 0, unread: 1 })
    visitor.online()
    lookAgain()
    await until(desk.$dialogue, () => open()?.conversation.unread === 0)
    expect(await readSeq()).toBe(1)
  })
})
