import type { Locator, Page } from 'playwright/test'
import type { Facts } from '../../../src/lib/rules/eligibility/facts.ts'
import { expect } from './portal.ts'

type Place = Pick<Page, 'getByRole' | 'getByText' | 'locator'>

export const SOFTWARE_COMPANY = {
  founded_on: '2019-05-01',
  employees: '80',
  revenue: '3000万',
  assets: '2000万',
  taxable_income: '200万',
  rd_expense: '300万',
}

/** A company with many goals ahead: no certificate yet, reliefs that end, conditions that it nearly meets. */
export const GROWING: Facts = {
  kind: 'company',
  region: '440106',
  industry: 'I6513',
  founded_on: '2019-05-01',
  employees: 80,
  insured: 80,
  revenue: '30000000',
  revenue_prior: '26000000',
  revenue_prior2: '20000000',
  main_revenue: '29000000',
  rd_expense: '3000000',
  rd_expense_prior: '2500000',
  rd_expense_prior2: '2000000',
  rd_staff: 7,
  assets: '20000000',
  liabilities: '5000000',
  taxable_income: '2000000',
  investment: '0',
  ip_invention: 1,
  ip_utility: 6,
  certificates: [],
  hired_groups: [],
  tax_credit: 'A',
  taxpayer: 'general',
  tech_transfer: false,
  abnormal: false,
  violations: false,
  '1.industry': true,
  '3.books': true,
  '2.core_ip': true,
  '2.field': true,
  '2.domestic': true,
  '2.income': true,
  '15.products': true,
  '15.ip': true,
}

export function question(page: Place, fact: string): Locator {
  return page.locator(`.question[data-fact="${fact}"]`)
}

export async function fillStep(page: Place, answers: Record<string, string>): Promise<void> {
  for (const [fact, value] of Object.entries(answers)) {
    const field = question(page, fact).locator('input.field')
    if (await field.count()) await field.fill(value)
  }
}

export async function pickFirst(page: Place, fact: string, query: string): Promise<void> {
  const field = question(page, fact).getByRole('combobox')
  await field.fill(query)
  await expect(question(page, fact).getByRole('option').first()).toBeVisible()
  await field.press('Enter')
  await field.press('Escape')
}

/** Waits for the next step: until then the fields of this one are still there. */
export async function nextStep(page: Place): Promise<void> {
  const counter = page.getByText(/^第 \d+ 步，共 \d+ 步$/)
  const before = (await counter.textContent()) ?? ''
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(counter).not.toHaveText(before)
}

/** Walks from the first step to the result, through the deciding questions. */
export async function walkToResult(page: Place): Promise<void> {
  await question(page, 'kind').getByText('公司', { exact: true }).click()
  await pickFirst(page, 'region', '天河')
  await pickFirst(page, 'industry', '软件开发')
  await fillStep(page, SOFTWARE_COMPANY)
  await nextStep(page)
  const boxes = page.locator('.match-next').locator('[data-fact], [data-ask]')
  const wanted = new Set(['taxable_income', 'assets', 'rd_expense', '3.books', '3.activity'])
  while (wanted.size > 0) {
    const { fact = '', ask = '' } = await boxes.first().evaluate(({ dataset }) => ({ ...dataset }))
    wanted.delete(ask)
    for (const box of await boxes.all()) {
      const key = (await box.getAttribute('data-fact')) ?? ''
      const value = (SOFTWARE_COMPANY as Record<string, string>)[key]
      const isSaid = ['1.industry', '3.books', '3.activity'].includes(ask)
      if (value) await box.locator('input.field').fill(value)
      else await box.getByText(isSaid ? '是' : '不清楚', { exact: true }).click()
      wanted.delete(key)
    }
    if (fact) await page.locator('.match-next').getByRole('button', { name: '提交' }).click()
    await expect(
      page.locator(`.match-next [data-fact="${fact}"], .match-next [data-ask="${ask}"]`),
    ).toHaveCount(0)
  }
  await page.getByRole('button', { name: '查看匹配结果' }).click()
  await expect(group(page, '待确认').locator('details').first()).toBeVisible()
}

export function group(page: Place, name: '符合' | '待确认' | '不符合'): Locator {
  return page.getByRole('region', { name: new RegExp(`^${name}`) })
}

export async function showAll(list: Locator): Promise<void> {
  const more = list.getByRole('button', { name: /^加载更多/ })
  while (await more.isVisible()) await more.click()
}

/** Returns every later call of the API, and all other requests with a body. */
export function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const isCall = /^\/(main|customer|startup|wechat|operator)\//.test(pathname)
    if (isCall || request.method() !== 'GET') calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}

export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 200; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the Tab key does not get there')
}
