import { afterEach, expect, test } from 'vitest'
import { makeOrder, openRoom, type Room, say, whoIs } from '../testing/chat-room.ts'
import { openPortal } from '../testing/portal.ts'

const CHATTING = '/startup/api/v1/home/page/chatting'
let room: Room

afterEach(() => room.close())

const recent = async (id: number, browser = room.customer) => (await browser.get(`${CHATTING}/${id}`)).body

test('chat and topics in which something was said, newest first, by the own id and that of the portal', async () => {
  room = await openRoom(await openPortal())
  await say(room.customer, '您好')
  const orderId = await makeOrder(room.portal, room.companyId, room.customerId)
  const groups = `/startup/api/v1/advisory/${orderId}/groups`
  const group_id = (await room.customer.get(groups)).body.result.items[0].id
  await room.customer.post(groups, { title: '没有消息的话题' })
  room.portal.clock.ms += 1000
  const answer = { group_id, type: 0, detail: '请补材料', client_id: 'a' }
  await room.operator.post('/startup/api/v1/advisory/group/message', answer)
  const { result } = await recent(room.companyId)
  expect(result).toMatchObject({ total: 2, pages: 1, page: 1 })
  expect(result.items).toEqual([
    {
      id: group_id,
      kind: 'advisory',
      title: '综合咨询',
      advisory_id: orderId,
      advisory_title: '贷款申请',
      unread: 1,
      last: {
        type: 0,
        detail: '请补材料',
        source: 1,
        admin: '运营人员3',
        gmt_create: '2026-11-21T02:00:01.000Z',
      },
    },
    expect.objectContaining({ kind: 'chat', advisory_id: 0, advisory_title: null, unread: 0 }),
  ])
  const { company_id } = await whoIs(room.operator)
  expect((await recent(company_id)).result).toEqual(result)
  const foreign = (await whoIs(room.stranger)).company_id
  expect(await recent(foreign)).toEqual(await recent(99_999))
  expect((await recent(foreign)).code).toBe(404)
  expect((await recent(company_id, room.stranger)).result.items).toEqual([])
})

test('SITE_COMPANY_ID is the id that means the portal', async () => {
  room = await openRoom(await openPortal({ env: { SITE_COMPANY_ID: '4711' } }))
  expect((await recent(4711)).code).toBe(200)
  expect((await recent((await whoIs(room.operator)).company_id)).code).toBe(404)
})
