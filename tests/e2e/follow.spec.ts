/** 关注 wherever a policy is shown: in lists that scripts page and filter, in search results, on phone pages. */
import type { Page } from 'playwright/test'
import { expect, fillLogin, test } from './support/portal.ts'

const star = (page: Page, title: string) => page.getByRole('button', { name: `关注：${title}`, exact: true })

test('a star in a list asks a visitor to log in, then follows, and stays through filters and pages', async ({
  page,
  phone,
}) => {
  await page.goto('/pmanagementlist')
  const title = (await page.locator('[data-list-rows] li h3 a').first().textContent()) ?? ''
  await star(page, title).click()
  await fillLogin(page, phone)
  await expect(star(page, title)).toHaveAttribute('aria-pressed', 'true')

  await page.getByLabel('标题或发文字号').fill(title)
  await page.getByLabel('标题或发文字号').press('Enter')
  await expect(page.locator('[data-list-rows] li')).toHaveCount(1)
  await expect(star(page, title)).toHaveAttribute('aria-pressed', 'true')

  await page.goto(`/search?q=${encodeURIComponent(title)}`)
  const found = star(page, title).first()
  await expect(found).toHaveAttribute('aria-pressed', 'true')
  await found.click()
  await expect(found).toHaveAttribute('aria-pressed', 'false')

  await page.goto('/pmanagementlist')
  await expect(star(page, title)).toHaveAttribute('title', '关注')
})

test('on a phone page 关注 asks to log in, and follows', async ({ page, phone }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/pmobile/2')
  const button = page.getByRole('button', { name: /^关注：/ })
  await button.click()
  await fillLogin(page, phone)
  await expect(button).toHaveAttribute('aria-pressed', 'true')
})

test('the calendar shows what the filters leave, and its addresses can be subscribed to', async ({
  page,
}) => {
  await page.goto('/pmanagementlist?view=calendar')
  const calendar = page.locator('[data-calendar]')
  await expect(calendar.getByRole('table')).toBeVisible()
  await page.getByLabel('标题或发文字号').fill('没有这样的政策')
  await page.getByLabel('标题或发文字号').press('Enter')
  await expect(calendar.getByText('该月没有开始或截止的政策。')).toBeVisible()
  await expect(page).toHaveURL(/view=calendar/)
  await calendar.getByRole('link', { name: '订阅到手机或电脑的日历' }).click()
  const address = await page.getByRole('link', { name: '加入日历' }).getAttribute('href')
  const answer = await page.request.get(address?.replace(/^webcal/, 'http') ?? '')
  expect(answer.headers()['content-type']).toContain('text/calendar')
})
