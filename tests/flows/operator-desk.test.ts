/** The desk's stores against the real server: queue, dialogue, orders, and a session that expires in the middle. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { NEIGHBOUR } from '../../server/testing/neighbour.ts'
import { type DeskRoom, endSessions, OPERATOR_PHONE, openDeskRoom } from './support/desk.ts'
import { answering, logIn, OFFLINE, until } from './support/visitor.ts'

let room: DeskRoom

beforeEach(async () => {
  room = await openDeskRoom()
})
afterEach(() => room.close())

const ALL = { state: 'all', assigned: 'all', q: '' } as const

async function openFirst(): Promise<number> {
  const { desk } = room
  await desk.openQueue(ALL, 1)
  const id = desk.$queue.get().page?.items[0]?.id ?? 0
  await desk.openDialogue(id)
  return id
}
const texts = () =>
  room.desk.$lines.get().map(({ own, detail }) => [own, detail.kind === 'text' ? detail.text : detail.kind])
const heard = async () =>
  (await room.company.get('/customer/api/v1/chat/detail/phone')).body.result.items.map(
    (item: { detail: string }) => item.detail,
  )

describe('the dialogue', () => {
  test('a question waits in the queue, is answered, and no longer waits', async () => {
    await room.say('您好，想了解高企认定')
    const { desk } = room
    await desk.openQueue({ state: 'waiting', assigned: 'all', q: '' }, 1)
    expect(desk.$queue.get().page?.items).toMatchObject([{ unread: 1, assigned: null }])
    const id = await openFirst()
    expect(texts()).toEqual([[false, '您好，想了解高企认定']])
    await desk.readDialogue(id)
    expect(desk.$queue.get().page?.items).toMatchObject([{ unread: 0 }, { id: NEIGHBOUR.chatId }])
    expect(await desk.sendReply(id, '  请讲  ')).toBeUndefined()
    expect(desk.$lines.get().at(-1)).toMatchObject({ own: true, state: { status: 'sending' } })
    await until(desk.$unsentReplies, (items) => items.length === 0)
    expect(texts().at(-1)).toEqual([true, '请讲'])
    expect(await heard()).toEqual(['您好，想了解高企认定', '请讲'])
    await desk.openQueue({ state: 'waiting', assigned: 'all', q: '' }, 1)
    expect(desk.$queue.get().page?.total).toBe(0)
    await desk.openQueue({ state: 'all', assigned: 'mine', q: '' }, 1)
    expect(desk.$queue.get().page?.total).toBe(1)
  })

  test('the first operator to reply is responsible, and the desk shows it at once', async () => {
    await room.say('您好')
    const id = await openFirst()
    const { desk } = room
    const assigned = () => desk.findOpen(id)?.conversation.assigned ?? null
    expect(assigned()).toBeNull()
    await desk.sendReply(id, '请讲')
    await until(desk.$unsentReplies, (items) => items.length === 0)
    const { operators } = desk.findOpen(id)?.conversation ?? { operators: [] }
    await until(desk.$dialogue, () => assigned() !== null)
    expect(operators).toContainEqual(assigned())
    expect(desk.$queue.get().page?.items).toMatchObject([
      { assigned: assigned(), waiting_since: null },
      { id: NEIGHBOUR.chatId, assigned: null },
    ])
    expect(await desk.handOver(id, assigned()?.id ?? null, null)).toBeUndefined()
    expect(assigned()).toBeNull()
  })

  test('empty text is not sent; a failed reply is kept, retried, and is one message', async () => {
    await room.say('您好')
    const id = await openFirst()
    const { desk, visitor } = room
    expect(await desk.sendReply(id, ' \n ')).toBe('发送内容不能为空')
    visitor.network = OFFLINE
    await desk.sendReply(id, '请讲')
    const [failed] = await until(desk.$unsentReplies, ([item]) => (item?.reason ?? null) !== null)
    expect(failed).toMatchObject({ isRefused: false, reason: '网络连接失败，请检查网络后重试' })
    // The server accepts it, but its answer is lost.
    visitor.network = async (pass) => {
      await pass()
      return answering('')(pass)
    }
    await desk.retryReply(failed?.client_id ?? '')
    await until(desk.$unsentReplies, ([item]) => (item?.reason ?? null) !== null)
    visitor.online()
    await desk.retryReply(failed?.client_id ?? '')
    await until(desk.$unsentReplies, (items) => items.length === 0)
    expect(await heard()).toEqual(['您好', '请讲'])
  })

  test('older messages load a hundred at a time, without gap or repeat, while new ones arrive', async () => {
    await room.say('第 1 条')
    const { visitor, desk } = room
    const { db } = visitor.portal
    const conversation = await db
      .selectFrom('conversations')
      .selectAll()
      .where('company_id', '>', 0)
      .executeTakeFirstOrThrow()
    const { sender_id } = await db
      .selectFrom('chat_messages')
      .selectAll()
      .where('conversation_id', '=', conversation.id)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('chat_messages')
      .values(
        Array.from({ length: 249 }, (_, index) => ({
          conversation_id: conversation.id,
          seq: index + 2,
          side: 'company' as const,
          sender_id,
          type: 0 as const,
          detail: `第 ${index + 2} 条`,
          client_id: `old-${index}`,
          created_at: 0,
        })),
      )
      .execute()
    await db.updateTable('conversations').set({ last_seq: 250 }).where('id', '=', conversation.id).execute()
    await openFirst()
    const seqs = () => desk.log()?.messages.map(({ seq }) => seq) ?? []
    expect(seqs()).toHaveLength(100)
    await room.say('新的一条')
    await Promise.all([desk.loadOlder(), desk.loadOlder()])
    expect(seqs()[0]).toBe(51)
    await desk.loadOlder()
    await desk.loadOlder()
    expect(desk.log()).toMatchObject({ older: { status: 'none' } })
    expect(seqs().slice(0, 250)).toEqual(Array.from({ length: 250 }, (_, index) => index + 1))
  })

  test('it is handed to a colleague; a slower operator sees to whom', async () => {
    await room.say('您好')
    await room.visitor.portal.loggedIn('13900000001')
    const id = await openFirst()
    const { desk } = room
    const open = desk.findOpen(id)
    const colleague = open?.conversation.operators.find(({ name }) => name === '运营人员3')?.id ?? 0
    expect(await desk.handOver(id, null, colleague)).toBeUndefined()
    expect(desk.findOpen(id)?.conversation.assigned?.id).toBe(colleague)
    expect(await desk.handOver(id, null, null)).toBe('这个咨询的负责人刚刚有变化，请刷新后再试')
  })
})

test('a new file of the company shows beside the dialogue with the next poll', async () => {
  const { desk } = room
  await room.say('您好')
  await openFirst()
  await desk.shelf().load()
  await room.giveFile('材料.pdf')
  const shown = until(desk.shelf().$state, (files) => files.status === 'ready' && files.customer.length === 1)
  window.dispatchEvent(new window.Event('focus'))
  expect(await shown).toMatchObject({ customer: [{ local_name: '材料.pdf' }], admin: [], more: false })
})

test('an application goes from submitted to 兑现, and the company is informed of each step', async () => {
  const { desk, company } = room
  const { company_id } = (await company.get('/customer/api/v1/login')).body.data
  const created = await company.post(`/startup/api/v1/company/order/${company_id}`, {
    item_id: 22,
    fields: { contact: '王示例', phone: '13800000001' },
    submit: true,
    client_id: 'order-0001',
  })
  const { id } = created.body.order
  await desk.orders.open({ q: '' }, 1)
  expect(desk.orders.$state.get().page?.items).toMatchObject([{ id, state: 'submitted', operator: null }])
  await desk.openDeskOrder(id)
  expect(await desk.moveDeskOrder(id, 'approved', '')).toContain('不能改为“审核通过”')
  expect(await desk.takeDeskOrder(id)).toBeUndefined()
  expect(await desk.moveDeskOrder(id, 'more-needed', ' ')).toBeTruthy()
  for (const state of ['approved', 'publicity', 'paid'] as const) {
    expect(await desk.moveDeskOrder(id, state, '说明')).toBeUndefined()
  }
  expect(desk.$deskOrder.get()).toMatchObject({ status: 'ready', open: { order: { state: 'paid' } } })
  expect(desk.orders.$state.get().page?.items).toMatchObject([{ state: 'paid' }])
  const { items } = (await company.get('/customer/api/v1/message?status=0')).body.result
  const told = items.filter((item: { application_id: number | null }) => item.application_id === id)
  expect(told.map(({ message }: { message: string }) => /“(.+?)”/.exec(message)?.[1])).toEqual([
    '已兑现',
    '公示中',
    '审核通过',
    '审核中',
    '已提交',
  ])
})

describe('access', () => {
  test('a company user gets only the explanation', async () => {
    const { page, visitor, desk } = room
    await page.logOutHere()
    visitor.waitSeconds(61)
    await logIn(page, visitor, '13800000002')
    desk.clearDesk()
    await desk.enterDesk()
    expect(desk.$desk.get()).toEqual({ status: 'stranger' })
  })

  test('an expired session leaves the screen, asks for a login once, and continues afterwards', async () => {
    await room.say('您好')
    const id = await openFirst()
    const { desk, visitor, page } = room
    const stop = desk.followDesk()
    await endSessions(visitor)
    await desk.sendReply(id, '写了很久的回复')
    const [failed] = await until(desk.$unsentReplies, ([item]) => (item?.reason ?? null) !== null)
    expect(failed).toMatchObject({ isRefused: false, reason: '登录已过期，请重新登录后再试' })
    expect(page.$session.get().topShow).toBe(true)
    expect(desk.$desk.get().status).toBe('operator')
    expect(texts()).toEqual([
      [false, '您好'],
      [true, '写了很久的回复'],
    ])
    visitor.waitSeconds(61)
    await logIn(page, visitor, OPERATOR_PHONE)
    await until(desk.$deskReturns, (returns) => returns === 1)
    await desk.retryReply(failed?.client_id ?? '')
    await until(desk.$unsentReplies, (items) => items.length === 0)
    stop()
  })
})
