import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../../src/lib/rules/time/durations.ts'
import type { Browser } from '../testing/browser.ts'
import { CONVERSATIONS, joinCompany, openRoom, RESOURCE, type Room, say } from '../testing/chat-room.ts'
import { openPortal } from '../testing/portal.ts'

let room: Room
let path: string
let desk: string

beforeEach(async () => {
  room = await openRoom(await openPortal())
  await say(room.customer, '请问')
  const { id } = (await room.customer.get(RESOURCE)).body.data
  path = `/customer/api/v1/chat/${id}/rating`
  desk = `${CONVERSATIONS}/${id}`
})
afterEach(() => room.close())

const asked = async (browser: Browser = room.customer) => (await browser.get(path)).body.data
const rate = async (body: object, browser: Browser = room.customer) => (await browser.put(path, body)).body
const answer = async (words = '答') => {
  await room.portal.proveAll()
  return say(room.operator, words, `${desk}/messages`)
}
const settle = async (seq: number) => {
  await room.portal.proveAll()
  return (await room.operator.put(desk, { act: 'settle', seq })).body
}
const NONE = { is: 'none' }

test('asked once when it has ended, changed for a week, and asked anew at the next end', async () => {
  const { portal } = room
  expect(await asked()).toEqual(NONE)
  await answer()
  expect(await asked()).toEqual(NONE)
  await say(room.customer, '谢谢')
  expect(await asked()).toEqual(NONE)
  await settle(3)
  expect(await asked()).toEqual({ is: 'ask', seq: 3 })
  expect((await rate({ seq: 2, grade: 3 })).code).toBe(409)
  expect((await rate({ seq: 3, grade: 4 })).code).toBe(400)
  expect((await rate({ seq: 3, grade: 3, note: '字'.repeat(301) })).code).toBe(400)
  const given = { is: 'given', seq: 3, grade: 1, note: '太慢' }
  expect(await rate({ seq: 3, grade: 1, note: ' 太慢 ' })).toMatchObject({ code: 200, data: given })
  const colleague = await joinCompany(portal, '13800000009', room.companyId)
  expect(await asked(colleague)).toEqual(given)
  expect((await rate({ seq: 3, grade: 2 }, colleague)).data).toMatchObject({ grade: 2, note: '' })
  portal.clock.ms += 7 * DAY_MS
  expect(await asked()).toEqual(NONE)
  expect((await rate({ seq: 3, grade: 3 })).code).toBe(409)
  await say(room.customer, '还有一件事')
  await settle(4)
  expect(await asked()).toEqual(NONE)
  await answer()
  portal.clock.ms += DAY_MS
  expect(await asked()).toEqual({ is: 'ask', seq: 5 })
  expect((await rate({ seq: 5, grade: null, note: '不留' })).data).toEqual(NONE)
  expect(await asked()).toEqual(NONE)
  const rows = await portal.db.selectFrom('ratings').select(['grade', 'note']).where('id', '>', 0).execute()
  expect(rows).toContainEqual({ grade: null, note: '' })
})

test('after two weeks nobody is asked, and what is said in this moment is not rated', async () => {
  await answer()
  room.portal.clock.ms += 14 * DAY_MS
  expect(await asked()).toEqual({ is: 'ask', seq: 2 })
  room.portal.clock.ms += 1
  expect(await asked()).toEqual(NONE)
})

test('neither strangers nor operators: they have no word in it', async () => {
  await answer()
  room.portal.clock.ms += DAY_MS
  expect((await room.stranger.get(path)).body.code).toBe(404)
  expect((await rate({ seq: 2, grade: 3 }, room.stranger)).code).toBe(404)
  expect((await room.portal.browser().get(path)).body.code).toBe(401)
  await joinOperator()
  expect(await asked(room.operator)).toEqual(NONE)
  expect((await rate({ seq: 2, grade: 3 }, room.operator)).code).toBe(403)
})

async function joinOperator(): Promise<void> {
  await room.portal.db
    .updateTable('customers')
    .set({ company_id: room.companyId })
    .where('phone', '=', '13900000000')
    .execute()
}

test('of several colleagues at once one row stays', async () => {
  await answer()
  room.portal.clock.ms += DAY_MS
  const grades = [1, 2, 3, 1, 2, 3]
  const answers = await Promise.all(grades.map((grade) => rate({ seq: 2, grade })))
  expect(answers.every(({ code }) => code === 200)).toBe(true)
  const rows = await room.portal.db.selectFrom('ratings').select('id').where('id', '>', 0).execute()
  expect(rows).toHaveLength(1)
})

test('operators see the sentences with their conversations', async () => {
  room.portal.clock.ms = Date.parse('2026-11-29T20:00:00+08:00')
  await say(room.customer, '在吗')
  await answer()
  room.portal.clock.ms = Date.parse('2026-12-01T00:10:00+08:00')
  const customer = await room.portal.loggedIn('13800000001')
  await rate({ seq: 3, grade: 3, note: '很清楚' }, customer)
  const operator = await room.portal.loggedIn('13900000000')
  await room.portal.proveAll()
  const { items } = (await operator.get('/operator/api/v1/ratings')).body.result
  const id = Number(desk.split('/').at(-1))
  expect(items[0]).toMatchObject({ conversation_id: id, grade: 3, note: '很清楚' })
  expect(items[0].operator).toEqual(expect.any(String))
  expect((await customer.get('/operator/api/v1/ratings')).body.code).toBe(403)
})
