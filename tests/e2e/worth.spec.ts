import type { Page } from 'playwright/test'
import { overflow, violations } from './support/look.ts'
import { expect, test } from './support/portal.ts'

const COMPANY = {
  ...{ kind: 'company', region: '440106', industry: 'I651', '1.industry': true, founded_on: '2019-05-01' },
  ...{ employees: 80, assets: '20000000', revenue: '20000000' },
}

async function answered(page: Page, answers: Record<string, unknown>): Promise<void> {
  await page.goto('/help')
  await page.evaluate(
    (kept) => localStorage.setItem('answers', kept),
    JSON.stringify({ answers, place: 'device', unsent: [] }),
  )
}

const total = (page: Page) => page.locator('.match-total .figure')

test('the total unfolds to its calculation, and a changed number changes it', {
  tag: '@journey',
}, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await answered(page, { ...COMPANY, taxable_income: '2000000' })
  await page.goto('/match#result')
  await expect(total(page)).toHaveText(/^今年可得40万元$/)
  const row = page.locator('.worth-row', { hasText: '小型微利企业所得税减征' })
  await expect(row).toContainText('＝ 40 万元')
  await row.locator('summary').first().click()
  const lines = row.locator('.working-lines > li')
  await expect(lines.last()).toContainText('200 万元 ×（25% − 5%） ＝ 40 万元')
  await expect(lines.getByRole('link', { name: '第三条' }).first()).toHaveAttribute('href', /^\/review\//)
  await expect(row).toContainText('企业所得税税率 25%，2008-01-01 起')
  await expect(row).toContainText(/按.+估算；以主管部门核定为准。/)
  expect(await violations(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)

  const income = row.getByLabel('应纳税所得额（元）')
  await income.fill('一百')
  await expect(row.getByText('请填写数字')).toBeVisible()
  await expect(total(page), 'what is no number changes nothing').toHaveText(/40万元/)
  await income.fill('100万')
  await expect(total(page)).toHaveText(/^今年可得20万元$/)
  await expect(income).toBeFocused()
  await page.reload()
  await expect(total(page)).toHaveText(/^今年可得20万元$/)
})

test('contested money is beside the total, and a debtor’s interest only beside its policy', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await answered(page, {
    ...{ kind: 'company', region: '340100', industry: 'C367', taxable_income: '2000000', employees: 80 },
    ...{ '1.industry': true, founded_on: '2019-05-01', assets: '20000000', revenue: '20000000' },
    ...{ '72.green': true, '72.pilot': false, '72.excellent': false },
    ...{ '8.owed': true, '8.amount': '1000000', '8.days': '100' },
  })
  await page.goto('/match#result')
  await expect(total(page)).toHaveText(/^今年可得40万元$/)
  const beside = page.locator('.match-total')
  await expect(beside).toContainText('只算依法就能得到的')
  await expect(beside).toContainText('另有 1 项可争取，最多 50 万元，经评审或者限额，不计入合计')
  await expect(beside).toContainText('1 项是别人的钱（如欠款利息），不计入')
  await page.locator('.worth-fold', { hasText: '可争取的 1 项，不计入' }).click()
  const row = page.locator('.worth-row', { hasText: '智能工厂' })
  await row.locator('summary').first().click()
  await expect(row).toContainText('要经评审、有名额或者看当年资金，不一定得到，不计入今年可得。')
  expect(await violations(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})

test('on its page a policy is calculated from a typed number; the next visit begins with it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/pmanagement/1')
  const head = page.locator('.policy-head')
  const height = () => head.evaluate((element) => element.getBoundingClientRect().height)
  const before = await height()
  await head.getByRole('link', { name: /^填写 \d 项，测算可少缴多少$/ }).click()
  await expect(page).toHaveURL(/#worth$/)
  const calculator = page.locator('section:has(> .section-head #worth)')
  await calculator.getByLabel('应纳税所得额（元）').fill('200万')
  await expect(calculator.getByRole('status')).toContainText('40 万元／年')
  expect(await violations(page)).toEqual([])

  await answered(page, { ...COMPANY, taxable_income: '2000000' })
  await page.goto('/pmanagement/1')
  await expect(head.locator('[data-worth]')).toContainText(/^按您的回答 .+ ＝ 40 万元／年$/)
  await expect(head.locator('[data-verdict]')).toHaveAttribute('data-status', /./)
  expect(await height(), 'with answers it is as tall as without').toBe(before)
})
