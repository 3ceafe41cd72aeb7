import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TimelineEntry } from '../../src/lib/contract/operator/company.ts'
import { say, whoIs } from '../testing/chat-room.ts'
import { fillDesk } from '../testing/fill-desk.ts'
import { openPortal } from '../testing/portal.ts'
import { FUND, openRoom, type Room } from '../testing/reservation-room.ts'

let room: Room
let id: number
beforeEach(async () => {
  room = await openRoom(await openPortal({ env: { OPERATOR_PHONES: '13900000000' } }))
  id = (await whoIs(room.company)).company_id
})
afterEach(() => room.portal.close())

async function read(query = '', of = id): Promise<{ items: TimelineEntry[]; next: string | null }> {
  await room.portal.securityEvents()
  return (await room.operator.get(`/operator/api/v1/company/${of}/timeline?${query}`)).body
}

/** All pieces, one after the other. */
async function readAll(query: string, of: number): Promise<TimelineEntry[]> {
  const all: TimelineEntry[] = []
  for (let before: string | null = ''; before !== null; ) {
    const piece = await read(`${query}${before && `&before=${before}`}`, of)
    all.push(...piece.items)
    before = piece.next
  }
  return all
}

test('everything about a company stands in one line, the newest first', async () => {
  const { portal, company } = room
  const step = () => {
    portal.clock.ms += 60_000
  }
  step()
  await say(company, '请问高企怎么申报')
  step()
  const form = { kind: 'company', company_name: '示例科技有限公司' }
  const { id: order } = (await company.post('/customer/api/v1/additional', form)).body.data
  step()
  const { id: me } = await whoIs(room.operator)
  const given = { operator_id: me, from: null, note: '资料齐了' }
  await room.put(`/operator/api/v1/orders/${order}/assign`, given)
  step()
  await room.put(`/operator/api/v1/additional/${order}`, { action: 'approve' })
  step()
  const { data } = await room.reserve(FUND)
  step()
  await room.answer(data.id, 'declined', '基金已满')
  step()
  await room.put(`/operator/api/v1/company/${id}/level`, { level: 2 })
  step()
  await company.post('/customer/api/v1/correction', {
    kind: 'original',
    page_id: 11,
    text: '第十一条的比例写错了',
  })
  const { items, next } = await read()
  expect(next).toBeNull()
  expect(items.map(({ kind, title }) => `${kind} ${title}`)).toEqual([
    'correction 提交纠错',
    'message 发送消息',
    'level 调整企业等级',
    'reservation 预约未能受理：基金预约',
    'message 发送消息',
    'reservation 提出预约：基金预约',
    'order 企业档案：审核通过',
    'message 发送消息',
    'work 运营人员1 转给 运营人员1',
    'order 企业档案：已提交',
    'message 发送消息',
    'conversation 企业说',
    'message 发送消息',
    'account 登录成功',
    'account 注册',
  ])
  expect(items.find(({ kind }) => kind === 'conversation')).toMatchObject({ text: '请问高企怎么申报' })
  expect(items.find(({ kind }) => kind === 'work')).toMatchObject({
    text: expect.stringContaining('资料齐了'),
    href: `/operator/requests?id=${order}`,
  })
  const { items: levels } = await read('kind=level')
  expect(levels.map(({ kind }) => kind)).toEqual(['level'])
})

test('piece by piece it is whole: each once, also of many at one moment', async () => {
  const { portal } = room
  await fillDesk(portal.db, {
    companies: 1,
    conversations: 120,
    applications: 100,
    operatorId: (await whoIs(room.operator)).id,
    nowMs: portal.clock.ms,
  })
  await portal.db.updateTable('chat_messages').set({ created_at: 5 }).where('id', '>', 0).execute()
  const all = await readAll('', 1000)
  expect(new Set(all.map((entry) => entry.id)).size).toBe(all.length)
  const { events } = await portal.db
    .selectFrom('order_events')
    .where('order_id', '>=', 1000)
    .select((row) => row.fn.countAll<number>().as('events'))
    .executeTakeFirstOrThrow()
  const count = (kind: string) => all.filter((entry) => entry.kind === kind).length
  expect([count('order'), count('conversation'), count('account')]).toEqual([events, 240, 1])
  const times = all.map(({ at }) => at)
  expect(times).toEqual([...times].sort().reverse())
  expect((await readAll('kind=order', 1000)).length).toBe(events)
})

test('it is for operators, of companies alone, and noted', async () => {
  expect((await room.company.get(`/operator/api/v1/company/${id}/timeline`)).body.code).toBe(403)
  expect((await room.operator.get('/operator/api/v1/company/4711/timeline')).body.code).toBe(404)
  expect(await read('before=1.2')).toMatchObject({ code: 400 })
  await read()
  const seen = (await room.portal.securityEvents()).filter(({ action }) => action === '一家企业的时间线')
  expect(seen).toContainEqual(expect.objectContaining({ event: 'operator-read', target: `id=${id}` }))
})
