import { afterEach, beforeEach, expect, test } from 'vitest'
import { CONVERSATIONS, openRoom, put, RESOURCE, type Room, say } from '../testing/chat-room.ts'
import { openPortal } from '../testing/portal.ts'

const NAME = '/operator/api/v1/name'
let room: Room

beforeEach(async () => {
  room = await openRoom(await openPortal())
})
afterEach(() => room.close())

test('an operator is called as he wishes, by colleagues and by customers', async () => {
  expect((await put(room.operator, NAME, { name: ' 王晓燕 ' })).body).toEqual({
    code: 200,
    data: { name: '王晓燕' },
  })
  expect((await room.operator.get('/customer/api/v1/login')).body.data.name).toBe('王晓燕')
  const { items } = (await room.operator.get('/operator/api/v1/operator-accounts')).body.result
  expect(items).toMatchObject([{ name: '王晓燕' }])
  await say(room.customer, '您好')
  const { id } = (await room.customer.get(RESOURCE)).body.data
  await say(room.operator, '请讲', `${CONVERSATIONS}/${id}/messages`)
  expect((await room.customer.get(RESOURCE)).body.data.expert.name).toBe('王晓燕')
})

test.each([
  ['', '请填写姓名'],
  ['   ', '请填写姓名'],
  ['长'.repeat(31), '姓名不能超过 30 个字'],
])('%j is no name: %s', async (name, message) => {
  expect((await put(room.operator, NAME, { name })).body).toEqual({ code: 400, message })
})

test('it is for operators', async () => {
  expect((await put(room.portal.browser(), NAME, { name: '王' })).body.code).toBe(401)
  expect((await put(room.customer, NAME, { name: '王' })).body.code).toBe(403)
})
