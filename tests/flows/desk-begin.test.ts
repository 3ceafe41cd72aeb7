import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeOrder, whoIs } from '../../server/testing/chat-room.ts'
import { type DeskRoom, openDeskRoom } from './support/desk.ts'
import { until } from './support/visitor.ts'

let room: DeskRoom
beforeEach(async () => {
  room = await openDeskRoom()
})
afterEach(() => room.close())

test('an order leads to its consultation: a new one, or the last active topic', async () => {
  const { desk, company, visitor } = room
  const { id: person, company_id } = await whoIs(company)
  const order = await makeOrder(visitor.portal, company_id, person)
  const first = await desk.beginAboutOrder(order)
  expect(first).toEqual({ ok: true, value: expect.any(Number) })
  expect(await desk.beginAboutOrder(order)).toEqual(first)
  const topics = `/startup/api/v1/advisory/${order}/groups`
  const { body } = await company.post(topics, { title: '材料' })
  const message = { type: 0, detail: '材料齐了吗', client_id: 'a', group_id: body.data.id }
  await company.post('/startup/api/v1/advisory/group/message', message)
  expect(await desk.beginAboutOrder(order)).toEqual({ ok: true, value: body.data.id })
  await desk.openDialogue(body.data.id)
  expect(desk.$dialogue.get()).toMatchObject({ status: 'ready', conversation: { advisory_id: order } })
  await company.put(`/startup/api/v1/advisory/group/${body.data.id}`, { closed: true })
  expect(await desk.beginAboutOrder(order), 'the other one was closed').toEqual(first)
})

test('a company that needs no reply leaves 待回复; unseen messages do not', async () => {
  const { desk } = room
  await room.say('谢谢')
  await desk.queue.open({ state: 'waiting', assigned: 'all', q: '' }, 1)
  const id = desk.queue.$state.get().page?.items[0]?.id ?? 0
  await desk.openDialogue(id)
  await room.say('等一下')
  expect(await desk.needsNoReply(id)).toBe('企业刚刚又发来了消息，请看过后再处理')
  window.dispatchEvent(new window.Event('focus'))
  await until(desk.$lines, () => desk.log()?.upTo === 2)
  expect(await desk.needsNoReply(id)).toBeUndefined()
  expect(desk.$dialogue.get()).toMatchObject({ conversation: { waiting_since: null } })
  await desk.queue.open({ state: 'waiting', assigned: 'all', q: '' }, 1)
  expect(desk.queue.$state.get().page?.items).toEqual([])
})
