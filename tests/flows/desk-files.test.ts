import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeOrder, uploaded, whoIs } from '../../server/testing/chat-room.ts'
import { type DeskRoom, openDeskRoom } from './support/desk.ts'
import { until } from './support/visitor.ts'

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

test('a second file while one is on its way is refused in words, and a logout ends the first', async () => {
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
  expect(await first).toEqual({ status: 'failed', text: '已退出登录，上传已取消' })
  expect(desk.$deskUpload.get()).toEqual({ status: 'idle' })
  expect(await desk.uploadForDesk(new File(['%PDF-三'], '三.pdf'))).toMatchObject({ status: 'refused' })
})
