import { expect, test } from 'vitest'
import { CONVERSATIONS, DETAIL, RESOURCE, say, uploaded } from '../testing/chat-room.ts'
import { openRoomForEach, room } from '../testing/for-each.ts'

openRoomForEach()

const send = async (type: 1 | 2, local_name: string, browser = room.customer) => {
  const file = await uploaded(room.portal, browser, local_name)
  const { body } = await browser.post(DETAIL, {
    type,
    detail: JSON.stringify(file),
    client_id: `f-${type}`,
  })
  return { file, body }
}
const download = (browser = room.customer, file: { hash_name: string }) =>
  browser.post('/main/api/v1/doc/download', { filename_local: 'a.pdf', filename_server: file.hash_name })

test('an attachment has the size of the store, and both sides may read it, nobody else', async () => {
  const { file, body } = await send(1, '材料.pdf')
  expect(body.data).toMatchObject({ type: 1, size: 7 })
  expect(JSON.parse(body.data.detail)).toEqual(file)
  expect((await download(room.customer, file)).body.code).toBe(200)
  expect((await download(room.operator, file)).body.code).toBe(200)
  expect((await download(room.stranger, file)).body.code).toBe(404)
})

test("an operator's file can be read by the customer's company", async () => {
  await say(room.customer, '您好')
  const file = await uploaded(room.portal, room.operator, '回复.png')
  const path = `${CONVERSATIONS}/${(await room.customer.get(RESOURCE)).body.data.id}/messages`
  const sent = await room.operator.post(path, { type: 2, detail: JSON.stringify(file), client_id: 'f' })
  expect(sent.body.data).toMatchObject({ type: 2, source: 0, size: 7 })
  expect((await download(room.customer, file)).body.code).toBe(200)
  expect((await download(room.stranger, file)).body.code).toBe(404)
})

test('an image must have the name of one', async () => {
  expect((await send(2, '执照.JPG')).body.code).toBe(200)
  expect((await send(2, '执照.svg')).body.message).toBe('图片只支持 jpg、jpeg、png、gif 格式')
})
