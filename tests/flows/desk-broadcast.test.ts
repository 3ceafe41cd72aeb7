/** 发布消息: despite lost answers, the same message is sent once, to the counted companies. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { whoIs } from '../../server/testing/chat-room.ts'
import type { Audience } from '../../src/lib/contract/operator/message.ts'
import { type DeskRoom, openDeskRoom } from './support/desk.ts'
import { answering, until } from './support/visitor.ts'

const TEXT = '政策有更新'

let room: DeskRoom
let to: Audience

beforeEach(async () => {
  room = await openDeskRoom()
  to = { kind: 'company', company_id: (await whoIs(room.company)).company_id }
})
afterEach(() => room.close())

const told = async () =>
  (await room.company.get('/customer/api/v1/message?status=0')).body.result.items
    .map(({ message }: { message: string }) => message)
    .filter((message: string) => message.startsWith(TEXT))

async function send(text: string, desk = room.desk): Promise<void> {
  await desk.previewBroadcast(to)
  await desk.sendBroadcast(text)
}

/** The server accepts it, and its answer is lost. */
async function sendAndLose(text: string): Promise<void> {
  const { desk, visitor } = room
  await desk.previewBroadcast(to)
  visitor.network = async (pass) => {
    await pass()
    return answering('', 503)(pass)
  }
  await desk.sendBroadcast(text)
  visitor.online()
  expect(desk.$broadcast.get().status).toBe('failed')
}

test('a repeat after a lost answer is sent once, also after another count', async () => {
  const { desk } = room
  await sendAndLose(TEXT)
  desk.rewriteBroadcast()
  await send(TEXT)
  expect(desk.$broadcast.get()).toEqual({ status: 'sent', count: 1 })
  expect(await told()).toEqual([TEXT])
})

test('nor does a reload after the lost answer send it twice', async () => {
  await sendAndLose(TEXT)
  const desk = await room.reload()
  await send(TEXT, desk)
  expect(await told()).toEqual([TEXT])
})

test('another text is another message, and so is the same one on another day', async () => {
  await sendAndLose(TEXT)
  await send(`${TEXT}，请留意`)
  await send(TEXT)
  await send(TEXT)
  expect((await told()).sort()).toEqual([TEXT, TEXT, TEXT, `${TEXT}，请留意`])
})

test('nothing can be changed while it is sent', async () => {
  const { desk, visitor } = room
  await desk.previewBroadcast(to)
  const slow = Promise.withResolvers<void>()
  visitor.network = async (pass) => {
    await slow.promise
    return pass()
  }
  const sending = desk.sendBroadcast(TEXT)
  desk.rewriteBroadcast()
  expect(desk.$broadcast.get().status).toBe('sending')
  slow.resolve()
  await sending
  expect(desk.$broadcast.get()).toEqual({ status: 'sent', count: 1 })
})

test('a changed choice is not sent to the companies counted before', async () => {
  const { desk, visitor } = room
  const slow = Promise.withResolvers<void>()
  visitor.network = async (pass) => {
    await slow.promise
    return pass()
  }
  const first = desk.previewBroadcast(to)
  desk.rewriteBroadcast()
  visitor.online()
  const others: Audience = { kind: 'followers', policy_id: 11 }
  const second = desk.previewBroadcast(others)
  slow.resolve()
  await Promise.all([first, second])
  expect(await until(desk.$broadcast, ({ status }) => status === 'counted')).toMatchObject({ to: others })
})

test("an old tab's record in another form prevents a duplicate as well", async () => {
  const { desk } = room
  await sendAndLose(TEXT)
  const { id, content } = JSON.parse(desk.readDraft('broadcast-sent'))
  const old = 'c9bf9e57-1685-4c89-bafb-ff5af830be8a'
  await room.visitor.portal.db
    .updateTable('broadcasts')
    .set({ client_id: old })
    .where('client_id', '=', id)
    .execute()
  desk.keepDraft('broadcast-sent', old + content)
  await send(TEXT)
  expect(await told()).toEqual([TEXT])
})

test('an answer after the logout is shown to nobody', async () => {
  const { desk, visitor } = room
  await desk.previewBroadcast(to)
  const slow = Promise.withResolvers<void>()
  visitor.network = async (pass) => {
    await slow.promise
    return pass()
  }
  const sending = desk.sendBroadcast(TEXT)
  desk.clearDesk()
  slow.resolve()
  await sending
  expect(desk.$broadcast.get()).toEqual({ status: 'writing' })
})
