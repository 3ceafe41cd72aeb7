/** Parallel senders: each number exactly once, and no poller misses a message. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CONVERSATIONS, DETAIL, heard, openRoom, RESOURCE, type Room, say } from '../testing/chat-room.ts'
import { openPortal } from '../testing/portal.ts'

let room: Room
let messagesPath: string

beforeEach(async () => {
  room = await openRoom(await openPortal())
  const { body } = await room.customer.post(RESOURCE, {})
  messagesPath = `${CONVERSATIONS}/${body.data.id}/messages`
})
afterEach(() => room.close())

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

async function poll(path: string, count: number) {
  const read: [number, string][] = []
  while (read.length < count) {
    const after = read.at(-1)?.[0] ?? 0
    read.push(...(await heard(room.operator, `${path}?after=${after}`)))
  }
  return read
}

test('200 sends at once are 1 to 200, in one order for everybody, whoever reads meanwhile', async () => {
  const polled = poll(messagesPath, 200)
  const sent = await Promise.all(
    upTo(200).map((number) =>
      number <= 50 ? say(room.customer, `问${number}`) : say(room.operator, `答${number}`, messagesPath),
    ),
  )
  const numbers = sent.map(({ body }) => body.data.seq).sort((one, other) => one - other)
  expect(numbers).toEqual(upTo(200))
  const bySeq = sent
    .map(({ body }): [number, string] => [body.data.seq, body.data.detail])
    .sort(([one], [other]) => one - other)
  expect(await polled).toEqual(bySeq)
  const pages = [await heard(room.customer, `${DETAIL}?page=2`), await heard(room.customer, DETAIL)]
  expect(pages.flat()).toEqual(bySeq)
})

test('the same client id 20 times at once is one message with one answer', async () => {
  const message = { type: 0, detail: '您好', client_id: 'same' }
  const answers = await Promise.all(upTo(20).map(() => room.customer.post(DETAIL, message)))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(answers[0]?.body.code).toBe(200)
  expect(await heard(room.customer, DETAIL)).toEqual([[1, '您好']])
  expect((await say(room.customer, '再见')).body.data.seq).toBe(2)
})

test('of 100 at once, 60 go through in a minute', async () => {
  const answers = await Promise.all(upTo(100).map(() => say(room.customer, '您好')))
  const codes = answers.map(({ body }) => body.code)
  expect(codes.filter((code) => code === 200)).toHaveLength(60)
  expect(codes.filter((code) => code === 429)).toHaveLength(40)
  expect((await heard(room.customer, DETAIL)).map(([seq]) => seq)).toEqual(upTo(60))
})
