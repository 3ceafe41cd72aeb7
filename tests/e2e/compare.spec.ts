import { expectAccessible } from './support/desk.ts'
import { expect, test } from './support/portal.ts'

test('policies are compared side by side, shared rows are less prominent, and the address can be shared', {
  tag: '@journey',
}, async ({ page }) => {
  await page.goto('/pmanagement/2')
  await page.getByRole('link', { name: '加入对比' }).click()
  await expect(page).toHaveURL('/pmanagement/2')
  await page.getByRole('link', { name: '去对比（1）' }).click()
  await expect(page).toHaveURL('/compare?ids=2')
  await expect(page.getByRole('status')).toContainText('正在对比 1 项政策')
  await page.getByLabel('添加政策').fill('60分以上')
  await page.getByRole('button', { name: '科技型中小企业评价' }).click()
  await expect(page).toHaveURL('/compare?ids=2,15')
  const table = page.getByRole('table')
  await expect(table.getByRole('columnheader')).toHaveCount(2)
  await expect(table.getByRole('rowheader', { name: '适用条件' })).toBeVisible()
  await expect(table.getByRole('rowheader', { name: '适用地区' })).toBeHidden()
  await page.getByLabel('只看不同').uncheck()
  await expect(table.getByRole('rowheader', { name: '适用地区' })).toBeVisible()
  await page.reload()
  await expect(table.getByRole('columnheader')).toHaveCount(2)
  await page.getByRole('button', { name: /^移除：高新技术企业认定/ }).click()
  await expect(page).toHaveURL('/compare?ids=15')
  await page.goBack()
  await expect(table.getByRole('columnheader')).toHaveCount(2)
  await expectAccessible(page)
})

test.describe('what is missing', () => {
  test.use({ expectedErrors: /404|Failed to load resource|ERR_|dynamically imported module/ })

  test('is reported: unknown policies, too many of them, and a part of the page that fails to load', async ({
    page,
  }) => {
    await page.goto('/compare?ids=999999,2,%3Cscript%3E,1e9,-1')
    await expect(page.getByRole('status')).toContainText('有 1 项政策不存在或已下线')
    await expect(page.getByRole('columnheader')).toHaveCount(1)
    await page.goto('/compare?ids=1,2,3,4,5,6')
    await expect(page.getByRole('status')).toContainText('最多对比 4 项，另外 2 项未列出')
    await expect(page.getByRole('columnheader')).toHaveCount(4)
    await page.getByRole('button', { name: '全部移除' }).click()
    await expect(page.getByText('尚未选择政策')).toBeVisible()
    await page.route(/\/compare-page\.[^/]*\.js/, (route) => route.abort())
    await page.goto('/compare?ids=1,2')
    await expect(page.getByRole('status')).toHaveText('加载失败，请检查网络后刷新页面。')
  })
})
