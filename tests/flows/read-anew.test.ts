/** Data newer than the build or the login: partner logos, provider categories, 能得到多少. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { put } from '../../server/testing/order-parties.ts'
import { CATALOGUE } from '../../server/testing/portal.ts'
import { ask } from '../../src/lib/api/ask.ts'
import { listQuestions, saveAnswers } from '../../src/lib/contract/policies/question.ts'
import { logIn, opens, openVisitor, type Page, type Visitor } from './support/visitor.ts'

const OPERATOR = '13900000001'

let visitor: Visitor
let page: Awaited<ReturnType<typeof openStores>>

async function openStores() {
  vi.resetModules()
  const [session, login, home, providers, bill] = await Promise.all([
    import('../../src/lib/stores/session.ts'),
    import('../../src/lib/stores/login.ts'),
    import('../../src/lib/stores/home.ts'),
    import('../../src/lib/stores/providers.ts'),
    import('../../src/lib/stores/match/my-policies.ts'),
  ])
  return opens({ ...session, ...login, ...home, ...providers, ...bill })
}

const GRANT = {
  region: '000000',
  window: { kind: 'rolling' as const },
  amount: { max: 500_000, unit: '元' as const },
  support: '奖补',
  eligibility: { fact: 'employees' as const, op: 'gte' as const, value: 10 },
}

beforeEach(async () => {
  const items = [
    { id: 41, policy: 11, title: '甲补贴', ...GRANT },
    { id: 42, policy: 12, title: '乙补贴', ...GRANT, excludes: [41] },
  ]
  visitor = await openVisitor({
    env: { OPERATOR_PHONES: OPERATOR },
    catalogue: { ...CATALOGUE, items: [...CATALOGUE.items, ...items] },
  })
  page = await openStores()
})
afterEach(() => visitor.close())

describe('partner logos', () => {
  test("are the server's", async () => {
    await page.refreshLogos()
    expect(page.$logos.get()).toEqual(CATALOGUE.logos)
  })
})

describe('provider categories', () => {
  test("follow the operators' changes", async () => {
    const operator = await visitor.portal.loggedIn(OPERATOR)
    const form = { name: '展会服务', description: '会展与布展', position: 0 }
    const { data } = (await operator.post('/startup/api/v1/categorys', form)).body
    await put(operator, '/startup/api/v1/category/1', {
      name: '知识产权',
      description: '专利',
      position: 1,
      hidden: true,
    })
    await page.refreshCategories()
    const categories = page.$categories.get() ?? []
    expect(categories[0]).toMatchObject({ id: data.id, name: '展会服务' })
    expect(categories.some(({ id }) => id === 1)).toBe(false)
  })
})

describe('the worth of the answers', () => {
  beforeEach(() => logIn(page as unknown as Page, visitor))

  test('is the sum of what applies, without contested money and excluded policies', async () => {
    const { result } = await ask(listQuestions, {})
    const question = result.items.find(({ key }) => key === 'employees')
    await ask(saveAnswers, { body: { answers: [{ id: question?.id ?? 0, value: 30 }] } })
    await page.openMatchBill()
    expect(page.$matchBill.get()).toMatchObject({
      status: 'ready',
      bill: {
        ...{ count: 0, max: '0' },
        items: [
          { id: 41, standing: 'contested', max: '500000' },
          { id: 42, standing: 'excluded' },
        ],
      },
    })
  })
})
