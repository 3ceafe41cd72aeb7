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

async function sendAndLose(text: string): Promise<void> {
  const { desk, visitor } = room
  visitor.network = async (pass) => {
    await pass()
    return answering('', 503)(pass)
  }
  expect(await desk.sendBroadcast(to, text)).toMatchObject({ ok: false })
  visitor.online()
}

test('a message that is sent again after a lost answer goes out once', async () => {
  const { desk } = room
  expect(await desk.countAudience(to)).toEqual({ ok: true, value: 1 })
  await sendAndLose(TEXT)
  await sendAndLose(TEXT)
  expect(await desk.sendBroadcast(to, ` ${TEXT} `)).toEqual({ ok: true, value: 1 })
  expect(await told()).toEqual([TEXT])
})

test('another text is another message, and so is the same one after an answer', async () => {
  const { desk } = room
  await sendAndLose(TEXT)
  for (const text of [`${TEXT}，请留意`, TEXT, TEXT]) await desk.sendBroadcast(to, text)
  expect((await told()).sort()).toEqual([TEXT, TEXT, TEXT, `${TEXT}，请留意`])
})
