import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'

const LIST = '/startup/api/v1/categorys'
const ONE = '/startup/api/v1/category'
const ALL = '/operator/api/v1/categorys'
const FORM = { name: '金融服务', description: '融资与担保', position: 7 }
let portal: TestPortal
let operator: Browser

beforeEach(async () => {
  portal = await openPortal()
  operator = await portal.loggedIn('13900000000')
})
afterEach(() => portal.close())

const put = async (path: string, body: unknown) => (await operator.put(path, body)).body
const names = (result: { items: { name: string }[] }) => result.items.map(({ name }) => name)

test('a new portal has six categories, which a visitor sees in their order', async () => {
  const { result } = (await portal.browser().get(LIST)).body
  expect(result).toMatchObject({ total: 6, pages: 1, page: 1 })
  expect(names(result)).toEqual(['知识产权', '财税服务', '法律服务', '检验检测', '科技成果转化', '人力资源'])
  const first = { id: 1, name: '知识产权', position: 1, description: expect.any(String) }
  expect(result.items[0]).toEqual(first)
  expect((await portal.browser().get(`${ONE}/1`)).body).toEqual({ code: 200, data: first })
})

test('an operator adds, changes and moves a category', async () => {
  expect((await operator.post(LIST, FORM)).body).toEqual({ code: 200, data: { id: 7, ...FORM } })
  expect(await put(`${ONE}/7`, { ...FORM, name: '投融资', position: 0 })).toMatchObject({
    data: { id: 7, name: '投融资', position: 0 },
  })
  expect(names((await portal.browser().get(LIST)).body.result)[0]).toBe('投融资')
})

test('a hidden category is seen by operators only, and can be shown again', async () => {
  await put(`${ONE}/1`, { ...FORM, hidden: true })
  const visitor = portal.browser()
  expect((await visitor.get(LIST)).body.result.total).toBe(5)
  expect((await visitor.get(`${ONE}/1`)).body).toEqual((await visitor.get(`${ONE}/99`)).body)
  expect((await visitor.get(`${ONE}/1`)).body.code).toBe(404)
  const { items } = (await operator.get(ALL)).body.result
  expect(items).toHaveLength(6)
  expect(items.at(-1)).toEqual({ id: 1, hidden: true, ...FORM })
  await put(`${ONE}/1`, FORM)
  expect((await visitor.get(`${ONE}/1`)).body.code).toBe(200)
})

test('a name is there once, also of ten at once', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => operator.post(LIST, FORM)))
  expect(answers.map(({ body }) => body.code).toSorted()).toEqual([200, ...Array(9).fill(409)])
  const renamed = await Promise.all([1, 2, 3].map((id) => put(`${ONE}/${id}`, { ...FORM, name: '同名' })))
  expect(renamed.map(({ code }) => code).toSorted()).toEqual([200, 409, 409])
  expect(await put(`${ONE}/4`, { ...FORM, name: '同名' })).toMatchObject({ message: '已有同名的类别' })
})

test('changing what is not there: 404', async () => {
  expect(await put(`${ONE}/99`, FORM)).toMatchObject({ code: 404, message: '没有找到这个服务商类别' })
})

test.each([
  [{ name: '' }, '请填写类别名称'],
  [{ name: '字'.repeat(21) }, '类别名称不能超过 20 个字'],
  [{ name: '\u0000' }, '类别名称含有不能使用的字符'],
  [{ description: undefined }, '请填写类别说明'],
  [{ position: -1 }, '排序从 0 开始'],
  [{ position: 1e15 }, '排序不能大于 9999'],
  [{ position: 1.5 }, '排序应为整数'],
  [{ position: '1' }, '排序应为数字'],
  [{ hidden: 1 }, '是否隐藏应为是或否'],
])('%j is refused: %s', async (change, message) => {
  expect((await operator.post(LIST, { ...FORM, ...change })).body).toEqual({ code: 400, message })
})
