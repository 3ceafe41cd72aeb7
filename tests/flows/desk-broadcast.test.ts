/** 发布消息: whatever is lost on the way, a message goes out once. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { whoIs } from '../../server/testing/chat-room.ts'
import type { Audience } from '../../src/lib/contract/operator/message.ts'
import { type DeskRoom, openDeskRoom } from './support/desk.ts'
import { answering } from './support/visitor.ts'

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

/** The server takes it, and its answer is lost. */
async function sendAndLose(text: string): Promise<void> {
  const { desk, visitor } = room
  visitor.network = async (pass) => {
    await pass()
    return answering('', 503)(pass)
  }
  expect(await desk.sendBroadcast(to, text)).toMatchObject({ ok: false })
  visitor.online()
}

test('a message that is sent again after a lost answer goes out once, also after a reload', async () => {
  expect(await room.desk.countAudience(to)).toEqual({ ok: true, value: 1 })
  await sendAndLose(TEXT)
  desk.rewriteBroadcast()
  await send(TEXT)
  expect(desk.$broadcast.get()).toEqual({ status: 'sent', count: 1 })
  expect(await told()).toEqual([TEXT])
})

test('who was counted for a choice that has changed meanwhile is not sent anything', async () => {
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
