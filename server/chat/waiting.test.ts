import { expect, test } from 'vitest'
import { CHAT_GAP_MS } from '../../src/lib/rules/chat/chat-time.ts'
import { CONVERSATIONS, DETAIL, heard, RESOURCE, say } from '../testing/chat-room.ts'
import { openRoomForEach, room } from '../testing/for-each.ts'
import { NEIGHBOUR } from '../testing/neighbour.ts'

openRoomForEach()

const waiting = async () => (await room.operator.get(CONVERSATIONS)).body.result.items
const settle = async (id: number, seq: number) =>
  (await room.operator.put(`${CONVERSATIONS}/${id}`, { act: 'settle', seq })).body
const openChat = async (companyId: number, browser = room.operator) =>
  (await browser.post(`/operator/api/v1/company/${companyId}/chat`, {})).body

test('what needs no reply leaves 待回复, until the company says more', async () => {
  await say(room.customer, '谢谢')
  const [{ id }] = await waiting()
  expect(await settle(id, 1)).toMatchObject({ code: 200, data: { waiting_since: null, assigned: null } })
  expect(await waiting()).toEqual([])
  expect((await settle(id, 1)).code, 'once more').toBe(200)
  await say(room.customer, '还有一个问题')
  expect(await waiting()).toHaveLength(1)
})

test('what has come meanwhile is not taken out unseen', async () => {
  await say(room.customer, '谢谢')
  const [{ id }] = await waiting()
  await say(room.customer, '还有一个问题')
  expect(await settle(id, 1)).toEqual({ code: 409, message: '企业刚刚又发来了消息，请看过后再处理' })
  expect(await waiting()).toHaveLength(1)
  expect((await settle(id, 2)).code).toBe(200)
})

test('who opens a chat at the desk leaves it about what the company asks, and begins nothing by that', async () => {
  await room.customer.post(RESOURCE, { topic: '研发补贴', policy_id: 12 })
  room.portal.clock.ms += CHAT_GAP_MS + 1000
  const { data } = await openChat(room.companyId)
  const { body } = await room.operator.get(`${CONVERSATIONS}/${data.id}`)
  expect(body.data).toMatchObject({ title: '研发补贴', policy_id: 12 })
  const all = await room.operator.get(`${CONVERSATIONS}?state=all`)
  expect(all.body.result.items).toMatchObject([{ id: NEIGHBOUR.chatId }])
})

test('an operator begins: the company finds his words in its chat, which is the only one', async () => {
  const first = await openChat(room.companyId)
  expect(first).toEqual({ code: 200, data: { id: expect.any(Number) } })
  expect(await openChat(room.companyId)).toEqual(first)
  const { id } = first.data
  await say(room.operator, '您的材料差一页', `${CONVERSATIONS}/${id}/messages`)
  expect(await heard(room.customer, DETAIL)).toEqual([[1, '您的材料差一页']])
  expect(await waiting()).toEqual([])
  expect((await openChat(room.companyId + 100)).code).toBe(404)
  expect((await openChat(room.companyId, room.customer)).code).toBe(403)
})
