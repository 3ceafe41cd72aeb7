import { afterEach, beforeEach, expect, test } from 'vitest'
import { usageOf } from '../storage/testing/upload.ts'
import { makeOrder, openRoom, type Room, uploaded } from '../testing/chat-room.ts'
import { openPortal } from '../testing/portal.ts'

const ATTACHMENT = '/startup/api/v1/advisory/attachment'
let room: Room
let orderId: number
let topicId: number

beforeEach(async () => {
  room = await openRoom(await openPortal())
  orderId = await makeOrder(room.portal, room.companyId, room.customerId)
  const { body } = await room.customer.get(`/startup/api/v1/advisory/${orderId}/groups`)
  topicId = body.result.items[0].id
})
afterEach(() => room.close())

const list = async (browser = room.customer) => (await browser.get(`${ATTACHMENT}s/${orderId}`)).body
const add = async (place: object, browser = room.customer) =>
  (await browser.post(ATTACHMENT, { ...(await uploaded(room.portal, browser)), ...place })).body

test('an attachment belongs to the order or to one of its topics; both sides list and download all', async () => {
  const own = await add({ advisory_id: orderId, remark: '审计报告' })
  expect(own.data).toMatchObject({
    local_name: '材料.pdf',
    size: 7,
    remark: '审计报告',
    advisory_id: orderId,
    group_id: 0,
    startup_name: '企业用户2',
    admin_name: null,
  })
  const other = await add({ group_id: topicId }, room.operator)
  expect(other.data).toMatchObject({ advisory_id: orderId, group_id: topicId, admin_name: '运营人员3' })
  for (const browser of [room.customer, room.operator]) {
    expect((await list(browser)).result).toEqual({
      items: [other.data, own.data],
      total: 2,
      pages: 1,
      page: 1,
    })
    for (const { data } of [own, other]) {
      const { body } = await browser.get(`${ATTACHMENT}/download/${data.id}`)
      expect(body).toEqual({ code: 200, download_url: expect.stringContaining('http') })
    }
  }
})

test('each side changes and deletes its own only', async () => {
  const own = (await add({ advisory_id: orderId })).data
  const other = (await add({ advisory_id: orderId }, room.operator)).data
  const next = await uploaded(room.portal, room.customer, '新.pdf')
  expect((await room.customer.put(`${ATTACHMENT}/modify/${own.id}`, next)).body.data).toMatchObject(next)
  const refused = [
    await room.customer.put(`${ATTACHMENT}/modify/${other.id}`, next),
    await room.customer.delete(`${ATTACHMENT}/delete/${other.id}`),
    await room.operator.delete(`${ATTACHMENT}/delete/${own.id}`),
  ]
  expect(refused.map(({ body }) => body.code)).toEqual([403, 403, 403])
  expect((await room.customer.delete(`${ATTACHMENT}/delete/${own.id}`)).body).toEqual({ code: 200 })
  expect((await room.operator.delete(`${ATTACHMENT}/delete/${other.id}`)).body).toEqual({ code: 200 })
  await room.portal.runStorageJobs()
  expect((await usageOf(room.portal, room.companyId)).used).toBe(0)
  expect((await list()).result.items).toEqual([])
})

test("a conversation tells of its own order's files only", async () => {
  const mark = async () =>
    (await room.customer.get(`/startup/api/v1/advisory/group/${topicId}/messages`)).body.files
  const before = await mark()
  const other = await makeOrder(room.portal, room.companyId, room.customerId)
  await add({ advisory_id: other })
  const beside = { ...(await uploaded(room.portal, room.customer)), advisory_id: orderId }
  expect((await room.customer.post('/customer/api/v1/chat/file', beside)).body.code).toBe(200)
  expect(await mark()).toBe(before)
  await add({ advisory_id: orderId })
  expect(await mark()).not.toBe(before)
})

test("a draft's attachments are not there for operators", async () => {
  orderId = await makeOrder(room.portal, room.companyId, room.customerId, 'draft')
  const { id } = (await add({ advisory_id: orderId })).data
  const file = await uploaded(room.portal, room.operator)
  const answers = [
    await list(room.operator),
    await add({ advisory_id: orderId }, room.operator),
    (await room.operator.put(`${ATTACHMENT}/modify/${id}`, file)).body,
    (await room.operator.get(`${ATTACHMENT}/download/${id}`)).body,
    (await room.operator.delete(`${ATTACHMENT}/delete/${id}`)).body,
  ]
  expect(answers.map(({ code }) => code)).toEqual(Array(5).fill(404))
  expect((await room.customer.get(`${ATTACHMENT}/download/${id}`)).body.code).toBe(200)
})

test('a file beside the chat is no attachment', async () => {
  const file = await uploaded(room.portal, room.customer)
  const { id } = (await room.customer.post('/customer/api/v1/chat/file', file)).body.data
  expect((await room.customer.delete(`${ATTACHMENT}/delete/${id}`)).body.code).toBe(404)
})

test.each([
  [{}, '请给出 advisory_id 或 group_id 之一'],
  [{ advisory_id: 1, group_id: 1 }, '请给出 advisory_id 或 group_id 之一'],
  [{ advisory_id: 1, local_name: '' }, '请填写文件名'],
])('%o is refused: %s', async (place, message) => {
  const file = { local_name: 'a.pdf', hash_name: `companies/1/${'a'.repeat(22)}/file.txt` }
  expect((await room.customer.post(ATTACHMENT, { ...file, ...place })).body).toEqual({ code: 400, message })
})
