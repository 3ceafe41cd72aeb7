import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'

const EXPERTS = '/operator/api/v1/experts'
const SHOWN = '/startup/api/v1/experts'
const FORM = {
  name: '甲专家',
  title: '高级咨询师',
  fields: ['高企认定', '研发费用'],
  intro: '十年经验。\n擅长归集。',
}
let portal: TestPortal
let operator: Browser

beforeEach(async () => {
  portal = await openPortal()
  operator = await portal.loggedIn('13900000000')
})
afterEach(() => portal.close())

const save = async (body: object) => (await operator.post(EXPERTS, { ...FORM, ...body })).body
const shown = async () => (await portal.browser().get(SHOWN)).body.result
const at = (time: string, minutes = 60) => {
  const starts_at = `2026-11-22T${time}:00+08:00`
  return { starts_at, ends_at: new Date(Date.parse(starts_at) + minutes * 60_000).toISOString() }
}
const add = async (...slots: object[]) => (await operator.post(`${EXPERTS}/1/slots`, { slots })).body

test('a new portal has no experts', async () => {
  expect(await shown()).toEqual({ items: [], total: 0, pages: 0, page: 1 })
})

test('an operator adds an expert, whom visitors see with the next free times', async () => {
  const expert = { id: 1, ...FORM }
  const added = (await operator.post(EXPERTS, FORM)).body
  expect(added).toEqual({ code: 200, data: { ...expert, operator_id: null, hidden: false } })
  expect(await add(at('14:00'), at('09:00'))).toEqual({ code: 200 })
  const slots = [
    { id: 2, starts_at: '2026-11-22T01:00:00.000Z', ends_at: '2026-11-22T02:00:00.000Z' },
    { id: 1, starts_at: '2026-11-22T06:00:00.000Z', ends_at: '2026-11-22T07:00:00.000Z' },
  ]
  expect((await shown()).items).toEqual([{ ...expert, slots }])
  portal.clock.ms = Date.parse('2026-11-22T09:00:00+08:00')
  expect((await shown()).items[0].slots).toEqual([slots[1]])
})

test('of many free times the next twenty are shown, of each expert', async () => {
  for (const id of [1, 2]) {
    await operator.post(EXPERTS, FORM)
    const slots = Array.from({ length: 24 }, (_, hour) => at(`${String(hour).padStart(2, '0')}:00`))
    await operator.post(`${EXPERTS}/${id}/slots`, { slots })
  }
  const { items } = await shown()
  expect(items.map((expert: { slots: [] }) => expert.slots.length)).toEqual([20, 20])
  expect((await operator.get(`${EXPERTS}/2/slots`)).body.result.total).toBe(24)
  portal.clock.ms = Date.parse('2026-11-22T02:30:00+08:00')
  await portal.proveAll()
  const { items: free } = (await operator.get(`${EXPERTS}/2/slots?free=1`)).body.result
  expect(free[0]).toMatchObject({ id: 28 })
})

test('a hidden expert is seen by operators only', async () => {
  await operator.post(EXPERTS, FORM)
  expect(await save({ id: 1, name: '乙专家', hidden: true })).toMatchObject({
    data: { name: '乙专家', hidden: true },
  })
  expect((await shown()).total).toBe(0)
  expect((await operator.get(EXPERTS)).body.result.items).toMatchObject([{ name: '乙专家', hidden: true }])
})

test('an expert may be an operator, and nobody else', async () => {
  await portal.loggedIn('13800000001')
  const link = (operator_id: number) => save({ operator_id })
  expect(await link(1)).toMatchObject({ code: 200, data: { operator_id: 1 } })
  const refused = { code: 400, message: '关联的账号不是运营人员' }
  expect(await link(2)).toEqual(refused)
  expect(await link(999)).toEqual(refused)
  expect(await save({ id: 1, operator_id: 2 })).toEqual(refused)
})

test('times of one expert never overlap, also of five at once', async () => {
  await operator.post(EXPERTS, FORM)
  const answers = await Promise.all([0, 10, 20, 30, 40].map((minute) => add(at(`09:${minute || '00'}`))))
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409, 409, 409, 409])
  expect(await add(at('14:00'), at('14:30'))).toMatchObject({ message: '填写的时间互相重叠' })
  expect(await add(at('16:00'), at('17:00'))).toEqual({ code: 200 })
  expect(await add(at('18:00'), at('16:30'))).toMatchObject({ message: '与该专家已有的时间重叠' })
  await operator.post(EXPERTS, FORM)
  expect((await operator.post(`${EXPERTS}/2/slots`, { slots: [at('16:00')] })).body.code).toBe(200)
})

test('a time is removed; what is not there: 404', async () => {
  await operator.post(EXPERTS, FORM)
  await operator.post(EXPERTS, FORM)
  await add(at('09:00'))
  const remove = async (expert: number, slot: number) =>
    (await operator.delete(`${EXPERTS}/${expert}/slots/${slot}`)).body.code
  expect(await remove(2, 1)).toBe(404)
  expect(await remove(1, 9)).toBe(404)
  expect(await remove(1, 1)).toBe(200)
  expect(await remove(1, 1)).toBe(404)
  expect((await operator.get(`${EXPERTS}/9/slots`)).body.code).toBe(404)
  expect((await operator.post(`${EXPERTS}/9/slots`, { slots: [at('09:00')] })).body.code).toBe(404)
  expect((await save({ id: 9 })).code).toBe(404)
})

test.each([
  ['over', { starts_at: '2026-11-21T09:00:00+08:00', ends_at: '2026-11-21T11:00:00+08:00' }],
  ['too long', at('09:00', 481)],
  ['empty', at('09:00', 0)],
  ['turned round', at('09:00', -60)],
  ['too far away', { starts_at: '2028-01-01T09:00:00Z', ends_at: '2028-01-01T10:00:00Z' }],
  ['no time', { starts_at: 'tomorrow', ends_at: 'later' }],
  ['no date of the calendar', { starts_at: '2026-19-39T09:00:00Z', ends_at: '2026-19-39T10:00:00Z' }],
  ['numbers', { starts_at: 1, ends_at: 2 }],
])('a time that is %s is refused', async (_, slot) => {
  await operator.post(EXPERTS, FORM)
  expect((await add(slot)).code).toBe(400)
})

test.each([
  [{ name: '' }, '请填写专家姓名'],
  [{ fields: [] }, '请填写专业领域'],
  [{ fields: [1] }, '请填写专业领域'],
  [{ fields: Array(11).fill('财税') }, '专业领域不能超过 10 个'],
  [{ intro: '\ud800' }, '专家介绍含有不能使用的字符'],
])('%j is refused: %s', async (change, message) => {
  expect(await save(change)).toEqual({ code: 400, message })
})
