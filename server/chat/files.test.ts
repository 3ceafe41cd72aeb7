import { afterEach, beforeEach, expect, test } from 'vitest'
import { BLOCK_BYTES } from '../../src/lib/contract/documents/storage.ts'
import type { LockedObjectId } from '../db/tables/storage.ts'
import { limitTo, sizeOf, usageOf } from '../storage/testing/upload.ts'
import {
  CONVERSATIONS,
  DETAIL,
  makeOrder,
  openRoom,
  RESOURCE,
  type Room,
  uploaded,
} from '../testing/chat-room.ts'
import { openPortal } from '../testing/portal.ts'

const FILES = '/customer/api/v1/chat/file'
const FEEDBACK = `${CONVERSATIONS}/files`
const NOWHERE = `companies/1/${'a'.repeat(22)}/file.txt`
const modify = (id: number) => `${FILES}/modify/${id}`
const remark = (id: number) => `/customer/api/v1/chat/remark/${id}`

let room: Room
let feedbackPath: string

beforeEach(async () => {
  room = await openRoom(await openPortal())
  const { body } = await room.customer.post(RESOURCE, {})
  feedbackPath = `${CONVERSATIONS}/${body.data.id}/files`
})
afterEach(() => room.close())

const lists = async (browser = room.customer, path = FILES) => (await browser.get(path)).body.result

async function add(more: object = {}, browser = room.customer, path = FILES) {
  const file = { ...(await uploaded(room.portal, browser)), ...more }
  return (await browser.post(path, file)).body
}

const download = async (browser: Room['customer'], filename_server: string) =>
  (await browser.post('/main/api/v1/doc/download', { filename_local: 'a.pdf', filename_server })).body.code

test('each side lays files there; both see both lists, newest first', async () => {
  const orderId = await makeOrder(room.portal, room.companyId, room.customerId)
  const own = await add({ remark: ' 营业执照 ', advisory_id: orderId })
  expect(own.data).toEqual({
    id: expect.any(Number),
    local_name: '材料.pdf',
    hash_name: expect.stringContaining(`companies/${room.companyId}/`),
    size: 7,
    remark: '营业执照',
    gmt_modified: '2026-11-21T02:00:00.000Z',
    startup_name: '企业用户2',
    admin_name: null,
    advisory_id: orderId,
  })
  const second = await add({ local_name: '二.pdf' })
  const feedback = await add({ local_name: '意见.pdf' }, room.operator, feedbackPath)
  expect(feedback.data).toMatchObject({
    startup_name: null,
    admin_name: '运营人员3',
    advisory_id: 0,
    remark: '',
  })
  const both = { admin: [feedback.data], customer: [second.data, own.data], page: 1, pages: 1 }
  expect(await lists()).toEqual(both)
  expect(await lists(room.operator, feedbackPath)).toEqual(both)
  expect(await lists(room.stranger)).toEqual({ admin: [], customer: [], page: 1, pages: 0 })
  for (const { data } of [own, feedback]) {
    expect(await download(room.customer, data.hash_name)).toBe(200)
    expect(await download(room.operator, data.hash_name)).toBe(200)
    expect(await download(room.stranger, data.hash_name)).toBe(404)
  }
})

test('101 files are two pages', async () => {
  const { data } = await add()
  const { id: _, ...row } = await room.portal.db
    .selectFrom('chat_files')
    .selectAll()
    .where('id', '=', data.id)
    .executeTakeFirstOrThrow()
  const object_id = row.object_id as LockedObjectId
  const copies = Array.from({ length: 100 }, () => ({ ...row, object_id }))
  await room.portal.db.insertInto('chat_files').values(copies).execute()
  const pages = [await lists(), await lists(room.customer, `${FILES}?page=2`)]
  expect(pages.map(({ customer, page, pages }) => [customer.length, page, pages])).toEqual([
    [100, 1, 2],
    [1, 2, 2],
  ])
})

test('another object takes the place of the former, which is removed; an empty remark leaves it', async () => {
  const { data } = await add({ remark: '旧' })
  const next = await uploaded(room.portal, room.customer, '新.pdf')
  const { body } = await room.customer.put(modify(data.id), { ...next, remark: '' })
  expect(body.data).toMatchObject({ id: data.id, ...next, remark: '旧' })
  room.portal.clock.ms += 60_000
  await room.portal.runStorageJobs()
  expect(await sizeOf(room.portal, data.hash_name)).toBeUndefined()
  expect(await sizeOf(room.portal, next.hash_name)).toBe(7)
  expect((await usageOf(room.portal, room.companyId)).used).toBe(BLOCK_BYTES)
})

test('the same object under another name stays', async () => {
  const { data } = await add()
  const change = { hash_name: data.hash_name, local_name: '改名.pdf', remark: '新' }
  expect((await room.customer.put(modify(data.id), change)).body.data).toMatchObject(change)
  await room.portal.runStorageJobs()
  expect(await download(room.customer, data.hash_name)).toBe(200)
})

test('ten replacements at once leave one object, the one that the list shows', async () => {
  const { data } = await add()
  const files = []
  for (let count = 0; count < 10; count += 1) files.push(await uploaded(room.portal, room.customer))
  await Promise.all(files.map((file) => room.customer.put(modify(data.id), file)))
  await room.portal.runStorageJobs()
  const { customer } = await lists()
  expect(customer).toHaveLength(1)
  expect(await download(room.customer, customer[0].hash_name)).toBe(200)
  expect(await usageOf(room.portal, room.companyId)).toMatchObject({ used: BLOCK_BYTES })
})

test('a remark is saved unless it is empty', async () => {
  const { data } = await add()
  expect((await room.customer.post(remark(data.id), { remark: '已盖章' })).body.data.remark).toBe('已盖章')
  for (const text of ['', '  ', 'x'.repeat(201)]) {
    expect((await room.customer.post(remark(data.id), { remark: text })).body.code).toBe(400)
  }
  expect((await lists()).customer[0].remark).toBe('已盖章')
})

test('a deleted file is gone, its bytes, too; twice is 404', async () => {
  const { data } = await add()
  expect((await room.customer.delete(modify(data.id))).body).toEqual({ code: 200 })
  expect((await room.customer.delete(modify(data.id))).body.code).toBe(404)
  await room.portal.runStorageJobs()
  expect(await usageOf(room.portal, room.companyId)).toMatchObject({ used: 0 })
})

test('files of the other side cannot be changed', async () => {
  const own = (await add()).data
  const feedback = (await add({}, room.operator, feedbackPath)).data
  const file = { local_name: 'a.pdf', hash_name: own.hash_name }
  const refused = [
    await room.customer.put(modify(feedback.id), file),
    await room.customer.post(remark(feedback.id), { remark: 'x' }),
    await room.customer.delete(modify(feedback.id)),
    await room.operator.put(`${FEEDBACK}/${own.id}`, file),
    await room.operator.delete(`${FEEDBACK}/${own.id}`),
  ]
  expect(refused.map(({ body }) => body.code)).toEqual([403, 403, 403, 403, 403])
  expect(await lists()).toMatchObject({ admin: [feedback], customer: [own] })
})

test.each(['a/b.pdf', '..', '字'.repeat(256)])('a file cannot be called %s', async (local_name) => {
  expect((await add({ local_name })).code).toBe(400)
  expect((await add({ local_name: '字'.repeat(255) })).code).toBe(200)
})

test('an operator replaces and deletes feedback files', async () => {
  const { data } = await add({}, room.operator, feedbackPath)
  const next = await uploaded(room.portal, room.operator, '新.pdf')
  const { body } = await room.operator.put(`${FEEDBACK}/${data.id}`, next)
  expect(body.data).toMatchObject(next)
  expect(await download(room.customer, next.hash_name)).toBe(200)
  expect((await room.operator.delete(`${FEEDBACK}/${data.id}`)).body.code).toBe(200)
  expect((await lists()).admin).toEqual([])
})

test('who polls the chat hears of the files beside it, not of others', async () => {
  const mark = async () => (await room.customer.get(DETAIL)).body.files
  const before = await mark()
  await room.stranger.post(RESOURCE, {})
  await add({}, room.stranger)
  const order = await makeOrder(room.portal, room.companyId, room.customerId)
  const attachment = { ...(await uploaded(room.portal, room.customer)), advisory_id: order }
  expect((await room.customer.post('/startup/api/v1/advisory/attachment', attachment)).body.code).toBe(200)
  expect(await mark()).toBe(before)
  await add()
  expect(await mark()).not.toBe(before)
})

test('an operator can name an order once it is submitted, its company before', async () => {
  const draft = await makeOrder(room.portal, room.companyId, room.customerId, 'draft')
  const submitted = await makeOrder(room.portal, room.companyId, room.customerId)
  expect(await add({ advisory_id: draft }, room.operator, feedbackPath)).toEqual({
    code: 404,
    message: '没有找到这份申请',
  })
  expect((await add({ advisory_id: submitted }, room.operator, feedbackPath)).code).toBe(200)
  expect((await add({ advisory_id: draft })).code).toBe(200)
})

test('without room the file is refused', async () => {
  const file = await uploaded(room.portal, room.customer)
  await limitTo(room.portal, 0)
  expect((await room.customer.post(FILES, file)).body).toMatchObject({ code: 400, overflow: true })
  expect((await lists()).customer).toEqual([])
})

test.each([
  { local_name: '' },
  { local_name: 'a\nb' },
  { hash_name: '../../etc/passwd' },
  { hash_name: undefined },
  { remark: 'x'.repeat(201) },
  { remark: 7 },
  { advisory_id: -1 },
  { advisory_id: '1' },
])('%o is refused', async (wrong) => {
  const file = { local_name: 'a.pdf', hash_name: NOWHERE }
  expect((await room.customer.post(FILES, { ...file, ...wrong })).body.code).toBe(400)
})
