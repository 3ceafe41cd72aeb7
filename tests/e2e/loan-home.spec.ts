import { violations } from './support/look.ts'
import { expect, test } from './support/portal.ts'

test('the calculator tries a product twice, announces settled input, and filters products by purpose, each checked against it', async ({
  page,
}) => {
  await page.goto('/loan/home')
  const product = page.locator('#product-1')
  const amount = page.getByLabel('贷款金额（元）')
  for (const _ of ['first', 'second']) {
    await product.getByRole('link', { name: '试算' }).click()
    await expect(amount).toBeFocused()
    await expect(amount).toHaveValue('3000000')
    await expect(page.getByText('按“示例经营周转贷”的最高利率试算')).toBeInViewport()
    await amount.fill('十')
  }
  const spoken = page.locator('.calculator > [role=status]')
  await expect(spoken).toHaveText('没有结果。请输入 1000 元至 10 亿元之间的金额，最多两位小数')
  await amount.fill('12万')
  await page.getByLabel('期限（月）').fill('12个月')
  await page.getByLabel('年化利率（%）').fill('0')
  await expect(spoken).toHaveText(
    '第 1 个月还 10,000.00 元，最后一个月还 10,000.00 元，利息合计 0.00 元，本息合计 120,000.00 元',
  )
  expect(await violations(page)).toEqual([])

  const products = page.locator('li[data-needs]')
  const all = await products.count()
  const needs = page.getByRole('navigation', { name: '按用途筛选' })
  await needs.getByRole('link').nth(1).click()
  await expect(page).toHaveURL(/[?]need=/)
  const shown = await products.filter({ visible: true }).count()
  expect(shown).toBeGreaterThan(0)
  expect(shown).toBeLessThan(all)
  await expect(page.getByText(`共 ${shown} 个产品`)).toBeVisible()
  await page.goBack()
  await expect(products.filter({ visible: true })).toHaveCount(all)

  const compared = page.getByRole('region', { name: '同额同期利息对比' })
  const rods = compared.locator('.compare-rods > li')
  await amount.fill('50万')
  await expect(rods).not.toHaveCount(0)
  await needs.getByRole('link', { name: '日常经营' }).click()
  await expect(compared.getByRole('status')).toContainText('4 个产品可借')
  await amount.fill('12万')
  await page.getByLabel('期限（月）').fill('24')
  // 示例纳税信用贷 lends for 12 months at most.
  await expect(rods.getByRole('link', { name: '示例纳税信用贷' })).toHaveCount(0)
  await expect(compared.getByRole('listitem').filter({ hasText: '示例纳税信用贷' })).toContainText(
    '这个产品的期限是 6 至 12 个月',
  )
  expect(await violations(page)).toEqual([])
  await amount.fill('1')
  await expect(page.locator('.calculator .problem')).toHaveText(/^请输入 1000 元至 10 亿元之间的金额/)
  await expect(rods).toHaveCount(0)
})
