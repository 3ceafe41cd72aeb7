/** 政策计算器: what a policy is worth, on the result, on its page, and side by side. */
import type { Page } from 'playwright/test'
import { overflow, violations } from './support/look.ts'
import { group } from './support/match.ts'
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

for (const width of [375, 1600]) {
  test(`at ${width} px the total unfolds to its calculation, and a changed number changes it`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await answered(page, { ...COMPANY, taxable_income: '2000000' })
    await page.goto('/match#result')
    await expect(total(page)).toHaveText(/^今年可得40万元$/)
    const row = page.locator('.worth-row', { hasText: '小型微利企业所得税减征' })
    await expect(row).toContainText('＝ 40 万元')
    await row.locator('summary').first().click()
    const lines = row.locator('.working-lines > li')
    await expect(lines.last()).toContainText('200 万元 × 20% ＝ 40 万元')
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
}

const TECH = {
  ...{ kind: 'company', region: '440106', industry: 'C4012', founded_on: '2016-03-01', employees: 120 },
  ...{ revenue: '60000000', revenue_prior: '52000000', revenue_prior2: '43000000', main_revenue: '54000000' },
  ...{ rd_expense: '4200000', rd_expense_prior: '3100000', rd_expense_prior2: '2600000', rd_staff: 26 },
  ...{ assets: '80000000', taxable_income: '10000000', ip_invention: 4, ip_utility: 12, violations: false },
  ...{ tax_credit: 'A', '2.core_ip': true, '2.field': true, '2.domestic': true, '2.income': true },
  ...{ '3.books': true, '3.activity': true, '3.deducted': false, '3.outsourced': '0' },
}

test('what a certificate brings is no money of this year before it is held', async ({ page }) => {
  await answered(page, { ...TECH, certificates: [] })
  await page.goto('/match#result')
  await expect(total(page)).toHaveText(/^今年可得105万元$/)
  const ahead = page.locator('.worth-fold', {
    hasText: '取得高新技术企业资质后，每年约多 58 万元（现在不计入）',
  })
  await ahead.click()
  const row = page.locator('.worth-row', { hasText: '高新技术企业认定' })
  await expect(row).toContainText('取得资质后 100 万元／年')
  await row.locator('summary').click()
  await expect(row.locator('.working-sum')).toHaveText(/^取得资质后 100 万元／年/)
  const card = group(page, '符合').getByRole('listitem').filter({ hasText: '高新技术企业认定' }).first()
  await expect(card.locator('.match-worth')).toHaveText('取得资质后 100 万元／年')

  const { certificates: _, ...untold } = { ...TECH, certificates: [] }
  await answered(page, untold)
  await page.goto('/match#result')
  await page
    .getByRole('listitem')
    .filter({ hasText: '没有回答“已有资质”，凭资质才有的先不计入' })
    .getByRole('button')
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()

  await answered(page, { ...TECH, certificates: ['high_tech'] })
  await page.goto('/match#result')
  await expect(total(page)).toHaveText(/^今年可得163万元$/)
  await expect(ahead).toHaveCount(0)
})

test('without answers nothing leads to a road that is not there; beyond reason is said at the top', async ({
  page,
}) => {
  await page.goto('/match#result')
  await expect(total(page)).toHaveText('今年可得再答几题就能算')
  await expect(page.locator('[href="#road"]')).toHaveCount(0)
  await answered(page, {
    ...COMPANY,
    taxpayer: 'small',
    taxable_income: '2000000',
    '22.surtax': '99999999999',
  })
  await page.goto('/match#result')
  await expect(page.locator('.match-besides')).toContainText('1 项填的数超出常理，请核对，暂不计入')
})

test.describe('without the network', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  test('names that do not come are said where the three would stand', async ({ page }) => {
    await answered(page, { ...COMPANY, taxable_income: '2000000' })
    await page.route('**/rules/words-*', (route) => route.abort())
    await page.goto('/match#result')
    const notice = page.locator('.match-working > .match-empty')
    await expect(notice).toContainText('政策名称加载失败')
    const fold = page.locator('.worth-folds details').first()
    await fold.locator('summary').first().click()
    await expect(fold.locator('.match-empty')).toContainText('政策名称加载失败')
    await expect(fold.getByRole('listitem')).toHaveCount(0)
    await page.unroute('**/rules/words-*')
    await notice.getByRole('button', { name: '重试' }).click()
    await expect(page.locator('.worth-row', { hasText: '小型微利企业所得税减征' })).toBeVisible()
    await expect(fold.getByRole('listitem').first()).toBeVisible()
  })
})

test('each card says what it is worth, and what is not met is worth nothing', async ({ page }) => {
  await answered(page, { ...COMPANY, taxable_income: '2000000' })
  await page.goto('/match#result')
  const card = (name: '符合' | '待确认' | '不符合', title: string) =>
    group(page, name).getByRole('listitem').filter({ hasText: title }).first().locator('summary').first()
  await expect(card('符合', '小型微利企业所得税减征').locator('.match-worth')).toHaveText('40 万元／年')
  await expect(card('符合', '“六税两费”减半征收').locator('.match-worth')).toHaveText('填了数就能算')
  await expect(card('不符合', '西部鼓励类产业所得税减征').locator('.match-worth')).toHaveCount(0)
  // What is open is no part of the total, and is said beside it.
  await expect(page.locator('.worth-fold', { hasText: '项填了数就能算' })).toBeVisible()
})

test('without a number there is no sum, and it says what is missing', async ({ page }) => {
  await answered(page, { ...COMPANY })
  await page.goto('/match#result')
  await expect(total(page)).not.toContainText(/\d/)
  await answered(page, { kind: 'founder', founder_groups: [] })
  await page.goto('/match#result')
  await expect(total(page)).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('on its page a policy is calculated for whoever types a number; the next visit begins with it', async ({
  page,
}) => {
  await page.goto('/pmanagement/1')
  const head = page.locator('.policy-head')
  await head.getByRole('link', { name: /^填 \d 个答案，算出您能少缴多少$/ }).click()
  await expect(page).toHaveURL(/#worth$/)
  const calculator = page.locator('section:has(> .section-head #worth)')
  await calculator.getByLabel('应纳税所得额（元）').fill('200万')
  await expect(calculator.getByRole('status')).toContainText('40 万元／年')
  expect(await violations(page)).toEqual([])
  await page.reload()
  await expect(head.locator('[data-worth]')).toContainText(/^按您的回答 .+ ＝ 40 万元／年$/)
  await expect(calculator.getByRole('status')).toContainText('40 万元／年')
})

test('on a phone the head of a policy is as tall with answers as without', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/pmanagement/1')
  const head = page.locator('.policy-head')
  const before = await head.boundingBox()
  await answered(page, { ...COMPANY, taxable_income: '2000000' })
  await page.goto('/pmanagement/1')
  await expect(head.locator('[data-worth]')).toContainText('40 万元／年')
  await expect(head.locator('[data-verdict]')).toHaveAttribute('data-status', /./)
  expect((await head.boundingBox())?.height).toBe(before?.height)
})

test('what is compared has rows for verdict and worth, for whoever has answered', async ({ page }) => {
  await page.goto('/compare?ids=1,17')
  const table = page.getByRole('table')
  await expect(table.getByRole('columnheader')).toHaveCount(2)
  await expect(table.getByRole('rowheader', { name: '值多少' })).toBeHidden()
  await page.getByLabel('只看不同').uncheck()
  await expect(table.getByRole('row', { name: /值多少/ })).toContainText('答题后显示')
  await answered(page, { ...COMPANY, taxable_income: '2000000' })
  await page.goto('/compare?ids=1,17')
  await expect(table.getByRole('row', { name: /按您的回答/ })).toContainText('不符合')
  await expect(table.getByRole('row', { name: /值多少/ })).toContainText('40 万元／年')
  await expect(table.getByRole('row', { name: /值多少/ })).toContainText('不符合条件，不计算')
  expect(await violations(page)).toEqual([])
})

test('a number beyond reason is asked back, and not calculated with', async ({ page }) => {
  await answered(page, { ...COMPANY, taxable_income: '2000000', '22.surtax': '99000000000' })
  await page.goto('/match#result')
  await expect(total(page)).toHaveText(/^今年可得40万元$/)
  await page.locator('.worth-fold', { hasText: '项填了数就能算' }).click()
  const row = page.locator('.worth-row', { hasText: '“六税两费”减半征收' })
  await row.locator('summary').first().click()
  await expect(row.getByText(/^超出常理（最多 .+），请核对单位$/)).toBeVisible()
  await row.getByLabel('一年应缴的六税两费（元）').fill('10万')
  await expect(total(page)).toHaveText(/^今年可得45万元$/)
  expect(await violations(page)).toEqual([])
})

test.describe('rules that do not come', () => {
  test.use({ expectedErrors: /Failed to load resource|ERR_/ })

  test('are said on the page of a policy, and asked for again', async ({ page }) => {
    await page.route('**/frontend/data/rules.jsonl', (route) => route.abort())
    await page.goto('/pmanagement/1')
    const calculator = page.locator('section:has(> .section-head #worth)')
    await expect(calculator.locator('.formula')).toContainText('＝ 应纳税所得额 × 少缴的比例')
    await calculator.getByRole('button', { name: '填数计算' }).click()
    await expect(calculator.getByRole('alert')).toContainText('加载失败')
    await page.unroute('**/frontend/data/rules.jsonl')
    await calculator.getByRole('button', { name: '重试' }).click()
    await expect(calculator.getByLabel('应纳税所得额（元）')).toBeVisible()
    await expect(calculator.locator('.formula')).toBeHidden()
  })
})

test('the slider says what another number would bring, by keyboard, and changes no answer', async ({
  page,
}) => {
  await answered(page, { ...COMPANY, taxable_income: '2000000' })
  await page.goto('/pmanagement/1')
  const calculator = page.locator('section:has(> .section-head #worth)')
  const slider = calculator.getByRole('slider', { name: '试一试：应纳税所得额' })
  await calculator.getByRole('button', { name: '填数计算' }).click()
  await expect(slider).toHaveAttribute('aria-valuetext', '200 万元')
  await expect(calculator.getByText('应纳税所得额超过 300 万元，少得 60 万元')).toBeVisible()
  await slider.focus()
  await page.keyboard.press('End')
  await expect(calculator.getByRole('status')).toContainText('这时不符合条件')
  await calculator.getByRole('button', { name: '回到我的回答' }).click()
  await expect(calculator.getByRole('status')).toHaveText('40 万元／年')
  await calculator.getByText('图上的每个转折').click()
  await expect(
    calculator.getByRole('listitem').filter({ hasText: '应纳税所得额 300 万元：60 万元' }),
  ).toBeVisible()
  expect(await violations(page)).toEqual([])
})
