/** Files beside the desk's dialogues: separate for a company's chat and an order's consultation. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LockedObjectId } from '../../server/db/tables/storage.ts'
import { makeOrder, uploaded, whoIs } from '../../server/testing/chat-room.ts'
import { CHAT_FILES_PER_PAGE } from '../../src/lib/contract/chat/chat-file.ts'
import { type DeskRoom, endSessions, openDeskRoom } from './support/desk.ts'
import { logIn, OFFLINE, settled, until } from './support/visitor.ts'

const ATTACHMENT = '/startup/api/v1/advisory/attachment'

let room: DeskRoom
let orderId: number
let topicId: number

beforeEach(async () => {
  room = await openDeskRoom()
  const { id, company_id } = await whoIs(room.company)
  orderId = await makeOrder(room.visitor.portal, company_id, id)
  const { body } = await room.company.get(`/startup/api/v1/advisory/${orderId}/groups`)
  topicId = body.result.items[0].id
})
afterEach(() => room.close())

/** The customer's view beside the order's consultation. */
async function attached(): Promise<[string, string, number][]> {
  const { body } = await room.company.get(`${ATTACHMENT}s/${orderId}`)
  return body.result.items.map((file: { local_name: string; remark: string; group_id: number }) => [
    file.local_name,
    file.remark,
    file.group_id,
  ])
}

const chatFiles = async () => (await room.company.get('/customer/api/v1/chat/file')).body.result
const shown = () => {
  const state = room.desk.shelf().$state.get()
  if (state.status !== 'ready') return state
  const names = (files: readonly { local_name: string }[]) => files.map(({ local_name }) => local_name)
  return { admin: names(state.admin), customer: names(state.customer) }
}

async function attach(name: string): Promise<void> {
  const file = await uploaded(room.visitor.portal, room.company, name)
  const { body } = await room.company.post(ATTACHMENT, { ...file, advisory_id: orderId })
  if (body.code !== 200) throw new Error(JSON.stringify(body))
}

test("documents of a consultation show at the desk, and an operator's files reach the order", async () => {
  const { desk, visitor } = room
  await room.giveFile('咨询里的.pdf')
  await attach('审计报告.pdf')
  await desk.openDialogue(topicId)
  const shelf = desk.shelf()
  await shelf.load()
  expect(shown()).toEqual({ admin: [], customer: ['审计报告.pdf'] })

  const colleague = await visitor.portal.loggedIn('13900000001')
  const stored = await uploaded(visitor.portal, colleague, '批注.docx')
  const file = { localName: stored.local_name, hashName: stored.hash_name }
  expect(await shelf.add(file, ' 请按批注修改 ')).toBeUndefined()
  expect(shown()).toEqual({ admin: ['批注.docx'], customer: ['审计报告.pdf'] })
  expect(await attached()).toContainEqual(['批注.docx', '请按批注修改', topicId])
  expect((await chatFiles()).admin, 'not beside the chat of the company').toEqual([])

  const state = shelf.$state.get()
  const [mine] = state.status === 'ready' ? state.admin : []
  if (!mine) throw new Error('no file')
  expect(await shelf.remark(mine, '第二版')).toBeUndefined()
  expect(await attached()).toContainEqual(['批注.docx', '第二版', topicId])
  expect(await shelf.findUrl(mine)).toEqual({ url: expect.stringContaining('http') })
  expect(await shelf.remove(mine)).toBeUndefined()
  expect(shown()).toEqual({ admin: [], customer: ['审计报告.pdf'] })
})

test('a document that the company adds beside the consultation shows with the next poll', async () => {
  const { desk } = room
  await desk.openDialogue(topicId)
  await desk.shelf().load()
  await attach('补正材料.pdf')
  const come = until(desk.shelf().$state, (files) => files.status === 'ready' && files.customer.length === 1)
  window.dispatchEvent(new window.Event('focus'))
  expect(await come).toMatchObject({ customer: [{ local_name: '补正材料.pdf' }], admin: [] })
})

test('documents that fail to load are loaded with a later poll', async () => {
  const { desk, visitor } = room
  await desk.openDialogue(topicId)
  await desk.shelf().load()
  await settled(visitor)
  await attach('补正材料.pdf')
  const isOfFiles = () => visitor.requests.at(-1)?.includes('/advisory/attachments/') === true
  visitor.network = (pass) => (isOfFiles() ? OFFLINE(pass) : pass())
  window.dispatchEvent(new window.Event('focus'))
  await until(desk.$deskTrouble, (text) => text !== null)
  visitor.online()
  await settled(visitor)
  window.dispatchEvent(new window.Event('focus'))
  await until(desk.shelf().$state, (files) => files.status === 'ready' && files.customer.length === 1)
})

test("beside the company's chat nothing of the consultation shows", async () => {
  const { desk } = room
  await room.say('您好')
  await attach('审计报告.pdf')
  await room.giveFile('咨询里的.pdf')
  await desk.openQueue({ state: 'all', assigned: 'all', q: '' }, 1)
  const id = desk.$queue.get().page?.items[0]?.id ?? 0
  await desk.openDialogue(id)
  await desk.shelf().load()
  expect(shown()).toEqual({ admin: [], customer: ['咨询里的.pdf'] })
})

test('shown pages stay when a remark changes; a failed page is reported', async () => {
  const { desk, visitor } = room
  await desk.openDialogue(topicId)
  const shelf = desk.shelf()
  await attach('第一份.pdf')
  const [paper] = await visitor.portal.db
    .selectFrom('chat_files')
    .selectAll()
    .where('company_id', '>', 0)
    .execute()
  if (!paper) throw new Error('no file')
  const { id: _, object_id, ...rest } = paper
  const more = { ...rest, object_id: object_id as LockedObjectId }
  await visitor.portal.db
    .insertInto('chat_files')
    .values(Array.from({ length: CHAT_FILES_PER_PAGE }, () => more))
    .execute()
  const colleague = await visitor.portal.loggedIn('13900000001')
  const stored = await uploaded(visitor.portal, colleague, '批注.docx')
  const file = { localName: stored.local_name, hashName: stored.hash_name }
  expect(await shelf.add(file)).toBeUndefined()
  await shelf.load()
  const count = () => {
    const state = shelf.$state.get()
    return state.status === 'ready' ? state.customer.length : undefined
  }
  expect(count(), 'newest first, and one of them is ours').toBe(CHAT_FILES_PER_PAGE - 1)
  visitor.network = OFFLINE
  expect(await shelf.loadMore()).toContain('网络')
  visitor.online()
  expect(await shelf.loadMore()).toBeUndefined()
  expect(count()).toBe(CHAT_FILES_PER_PAGE + 1)
  const state = shelf.$state.get()
  const [mine] = state.status === 'ready' ? state.admin : []
  if (!mine) throw new Error('no file')
  expect(await shelf.remark(mine, '第二版')).toBeUndefined()
  expect(count()).toBe(CHAT_FILES_PER_PAGE + 1)
  expect(shelf.$state.get()).toMatchObject({ admin: [{ remark: '第二版' }] })
})

test('a second file during an upload is refused in words, and a logout ends the first', async () => {
  const { desk, visitor, page } = room
  const line = Promise.withResolvers<Response>()
  const asked = Promise.withResolvers<void>()
  visitor.network = () => {
    asked.resolve()
    return line.promise
  }
  const first = desk.uploadForDesk(new File(['%PDF-一'], '一.pdf'))
  expect(desk.$deskUpload.get()).toMatchObject({ status: 'uploading', name: '一.pdf' })
  expect(await desk.uploadForDesk(new File(['%PDF-二'], '二.pdf'))).toEqual({
    status: 'refused',
    text: '每次只能上传一个文件',
  })
  expect(desk.$deskUpload.get(), 'the first goes on').toMatchObject({ name: '一.pdf' })
  await asked.promise
  visitor.online()
  await page.logOutHere()
  desk.clearDesk()
  line.reject(new TypeError('fetch failed'))
  expect(await first).toEqual({ status: 'failed' })
  expect(desk.$deskUpload.get()).toEqual({ status: 'idle' })
  expect(await desk.uploadForDesk(new File(['%PDF-三'], '三.pdf'))).toMatchObject({ status: 'refused' })
})

test('a cancelled upload is reported when its storage is free', async () => {
  const { desk, visitor } = room
  visitor.network = (pass) =>
    visitor.requests.at(-1)?.endsWith('/sts_not_token/cancel') ? pass() : OFFLINE(pass)
  const end = desk.uploadForDesk(new File(['%PDF-一'], '一.pdf'))
  await until(desk.$deskUpload, (state) => state.status === 'uploading' && state.isWaiting)
  desk.cancelDeskUpload()
  expect(desk.$deskUpload.get()).toEqual({ status: 'cancelling', place: 'desk', name: '一.pdf' })
  expect(await end).toEqual({ status: 'cancelled', text: '取消成功!' })
  expect(desk.$deskUpload.get()).toEqual({ status: 'idle' })
})

test('a colleague who logs in after an expired session sends nothing of it in their own name', async () => {
  const { desk, visitor, page } = room
  const stop = desk.followDesk()
  await settled(visitor)
  const line = Promise.withResolvers<Response>()
  visitor.network = (pass) => (visitor.requests.at(-1)?.includes('sts') ? line.promise : pass())
  const end = desk.uploadForDesk(new File(['%PDF-一'], '一.pdf'))
  await endSessions(visitor)
  visitor.waitSeconds(61)
  await logIn(page, visitor, '13900000001')
  line.reject(new TypeError('fetch failed'))
  expect(await end).toEqual({ status: 'failed' })
  const text = '上传期间换了登录账号，文件未发出，请重新上传'
  expect(desk.$deskUpload.get()).toEqual({ status: 'failed', name: '一.pdf', text })
  stop()
})
