import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'

const PACKAGES = '/operator/api/v1/packages'
const FORM = { name: '成长版', description: '适合成长中的企业', file_storage: 2048 }
let portal: TestPortal
let operator: Browser
let company: Browser

beforeEach(async () => {
  portal = await openPortal()
  operator = await portal.loggedIn('13900000000')
  company = await portal.loggedIn('13800000001')
})
afterEach(() => portal.close())

const put = async (path: string, body: unknown) => (await operator.put(path, body)).body
const companyId = async () => (await company.get('/customer/api/v1/login')).body.data.company_id
const levelMessages = async () => {
  const { items } = (await company.get('/customer/api/v1/message')).body.result
  return items.filter(({ category }: { category: string }) => category === 'application')
}

test('a visitor sees the levels, lowest first, with their storage in MB', async () => {
  const { result } = (await portal.browser().get('/startup/api/v1/packages')).body
  expect(result).toMatchObject({ total: 3, pages: 1, page: 1 })
  expect(result.items.map(({ level }: { level: number }) => level)).toEqual([1, 2, 3])
  expect(result.items[0]).toEqual({
    level: 1,
    name: '基础版',
    description: expect.any(String),
    privileges: [{ name: 'file_storage', limit: 1024 }],
    files: 10_000,
    folders: 1000,
  })
})

test('an operator changes what a level allows, and sees how many companies have it', async () => {
  const data = {
    level: 1,
    name: FORM.name,
    description: FORM.description,
    privileges: [{ name: 'file_storage', limit: 2048 }],
    files: 10_000,
    folders: 1000,
  }
  expect(await put(`${PACKAGES}/1`, FORM)).toEqual({ code: 200, data })
  const { items } = (await operator.get(PACKAGES)).body.result
  expect(items[0]).toEqual({ ...data, id: 1, companies: 3 })
  const more = { ...FORM, files: 20_000, folders: 2000 }
  expect((await put(`${PACKAGES}/1`, more)).data).toEqual({ ...data, files: 20_000, folders: 2000 })
  expect(items[1].companies).toBe(0)
  expect(await put(`${PACKAGES}/9`, FORM)).toMatchObject({ code: 404, message: '没有这个企业等级' })
  expect(await put(`${PACKAGES}/999999999999999`, FORM)).toMatchObject({ code: 400 })
})

test('a raised company is told once, with the reason', async () => {
  const path = `/operator/api/v1/company/${await companyId()}/level`
  const raise = () => put(path, { level: 2, note: '线下已签约' })
  expect(await Promise.all(Array.from({ length: 5 }, raise))).toEqual(Array(5).fill({ code: 200 }))
  expect(await levelMessages()).toMatchObject([
    { message: '贵企业的等级已调整为“专业版”。说明：线下已签约', application_id: null, status: 0 },
  ])
  expect(await put(path, { level: 1 })).toEqual({ code: 200 })
  expect((await levelMessages())[0].message).toBe('贵企业的等级已调整为“基础版”。')
})

test('what was asked for ends with the level that was given, and what goes beyond it stays', async () => {
  const ask = (target_id: number) =>
    company.post('/startup/api/v1/reservations', {
      kind: 'upgrade',
      target_id,
      contact: '李雷',
      phone: '13800000001',
      client_id: `upgrade-to-${target_id}`,
    })
  for (const level of [2, 3]) expect((await ask(level)).body.code).toBe(200)
  const stranger = await portal.loggedIn('13800000002')
  await stranger.post('/startup/api/v1/reservations', {
    kind: 'upgrade',
    target_id: 2,
    contact: '韩梅梅',
    phone: '13800000002',
  })
  const statesOf = async (browser: Browser) =>
    (await browser.get('/startup/api/v1/reservations')).body.result.items.map(
      ({ target_id, state }: { target_id: number; state: string }) => [target_id, state],
    )
  const before = (await levelMessages()).length
  const path = `/operator/api/v1/company/${await companyId()}/level`
  expect(await put(path, { level: 2 })).toEqual({ code: 200 })
  expect((await statesOf(company)).sort()).toEqual([
    [2, 'done'],
    [3, 'requested'],
  ])
  expect(await statesOf(stranger)).toEqual([[2, 'requested']])
  expect((await levelMessages()).length, 'one message says it').toBe(before + 1)
})

test('an unknown level or company is refused, and nobody is told', async () => {
  const id = await companyId()
  expect(await put(`/operator/api/v1/company/${id}/level`, { level: 9 })).toMatchObject({ code: 400 })
  expect(await put(`/operator/api/v1/company/${id}/level`, { level: 1e15 })).toMatchObject({ code: 400 })
  expect(await put('/operator/api/v1/company/999/level', { level: 2 })).toMatchObject({ code: 404 })
  expect(await levelMessages()).toEqual([])
})

test.each([
  [{ name: ' ' }, '请填写等级名称'],
  [{ description: '字'.repeat(201) }, '等级说明不能超过 200 个字'],
  [{ file_storage: -1 }, '文件空间不能小于 0'],
  [{ file_storage: 1.5 }, '文件空间应为整数'],
  [{ file_storage: 1e12 }, '文件空间不能大于 10485760'],
  [{ file_storage: '1' }, '文件空间应为数字'],
  [{ files: -1 }, '文件数不能小于 0'],
  [{ folders: 50_001 }, '文件夹数不能大于 50000'],
])('%j is refused: %s', async (change, message) => {
  expect(await put(`${PACKAGES}/1`, { ...FORM, ...change })).toEqual({ code: 400, message })
})
