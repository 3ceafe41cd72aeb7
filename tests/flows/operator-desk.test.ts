/** The desk's stores against the real server: queue, dialogue, orders, and a session that expires in the middle. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { NEIGHBOUR } from '../../server/testing/neighbour.ts'
import { type DeskRoom, endSessions, OPERATOR_PHONE, openDeskRoom } from './support/desk.ts'
import { logIn, until } from './support/visitor.ts'

let room: DeskRoom

beforeEach(async () => {
  room = await openDeskRoom()
})
afterEach(() => room.close())

const ALL = { state: 'all', assigned: 'all', q: '' } as const

async function openFirst(): Promise<number> {
  const { desk } = room
  await desk.queue.open(ALL, 1)
  const id = desk.queue.$state.get().page?.items[0]?.id ?? 0
  await desk.openDialogue(id)
  return id
}
const texts = () =>
  room.desk.$lines.get().map(({ own, detail }) => [own, detail.kind === 'text' ? detail.text : detail.kind])

describe('the dialogue', () => {
  test('who answers first takes care of it, and the desk says so at once', async () => {
    await room.say('您好')
    const id = await openFirst()
    const { desk } = room
    const assigned = () => desk.findOpen(id)?.conversation.assigned ?? null
    expect(assigned()).toBeNull()
    await desk.sendReply(id, '请讲')
    await until(desk.$unsentReplies, (items) => items.length === 0)
    const { operators } = desk.findOpen(id)?.conversation ?? { operators: [] }
    await until(desk.$dialogue, () => assigned() !== null)
    expect(operators).toContainEqual(assigned())
    expect(desk.queue.$state.get().page?.items).toMatchObject([
      { assigned: assigned(), waiting_since: null },
      { id: NEIGHBOUR.chatId, assigned: null },
    ])
    expect(await desk.handOver(id, assigned()?.id ?? null, null)).toBeUndefined()
    expect(assigned()).toBeNull()
  })

  test('it is handed to a colleague; who was slower sees who has it', async () => {
    await room.say('您好')
    await room.visitor.portal.loggedIn('13900000001')
    const id = await openFirst()
    const { desk } = room
    const open = desk.findOpen(id)
    const colleague = open?.conversation.operators.find(({ name }) => name === '运营人员3')?.id ?? 0
    expect(await desk.handOver(id, null, colleague)).toBeUndefined()
    expect(desk.findOpen(id)?.conversation.assigned?.id).toBe(colleague)
    expect(await desk.handOver(id, null, null)).toBe('这个咨询的负责人刚刚有变化，请刷新后再试')
  })
})

describe('who may sit here', () => {
  test('a session that ends leaves what is shown, asks for login once, and goes on afterwards', async () => {
    await room.say('您好')
    const id = await openFirst()
    const { desk, visitor, page } = room
    const stop = desk.followDesk()
    await endSessions(visitor)
    await desk.sendReply(id, '写了很久的回复')
    const [failed] = await until(desk.$unsentReplies, ([item]) => (item?.reason ?? null) !== null)
    expect(failed).toMatchObject({ isRefused: false, reason: '登录已过期，请重新登录后再试' })
    expect(page.$session.get().topShow).toBe(true)
    expect(desk.$desk.get().status).toBe('operator')
    expect(texts()).toEqual([
      [false, '您好'],
      [true, '写了很久的回复'],
    ])
    visitor.waitSeconds(61)
    await logIn(page, visitor, OPERATOR_PHONE)
    await until(desk.$deskReturns, (returns) => returns === 1)
    await desk.retryReply(failed?.client_id ?? '')
    await until(desk.$unsentReplies, (items) => items.length === 0)
    stop()
  })
})
