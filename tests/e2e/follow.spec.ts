import type { Page } from 'playwright/test'
import { violations } from './support/look.ts'
import { expect, fillLogin, test } from './support/portal.ts'

const star = (page: Page, title: string) => page.getByRole('button', { name: `关注：${title}`, exact: true })

test('a star in a list asks a visitor to log in, then follows, in every tab, and stays through filters and pages', {
  tag: '@journey',
}, async ({ page, context, phone }) => {
  await page.goto('/pmanagementlist')
  const title = (await page.locator('[data-list-rows] li h3 a').first().textContent()) ?? ''
  await star(page, title).click()
  await fillLogin(page, phone)
  await expect(star(page, title)).toHaveAttribute('aria-pressed', 'true')
  const other = await context.newPage()
  await other.goto('/pmanagementlist')
  await expect(star(other, title)).toHaveAttribute('aria-pressed', 'true')

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
  await expect(star(other, title)).toHaveAttribute('aria-pressed', 'false')
  expect(await violations(page)).toEqual([])
})

test("the policy calendar shows today's states and the filtered rows, has an address, and can be subscribed to", {
  tag: '@journey',
}, async ({ page }) => {
  await page.goto('/pmanagementlist')
  await page.getByRole('link', { name: '看日历' }).click()
  const calendar = page.locator('[data-calendar]')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('政策日历')
  await expect(calendar.getByRole('heading', { name: /接下来 [1-9]\d* 项截止/ })).toBeVisible()
  await expect(calendar.getByRole('heading', { name: /^2027年12月/ })).toBeVisible()
  await calendar.getByRole('button', { name: '按月看' }).click()
  await expect(page).toHaveURL(/month=20/)
  await expect(calendar.getByRole('table')).toBeVisible()
  await expect(calendar.getByRole('cell').first()).toBeVisible()
  await page.goto('/pmanagementlist?view=calendar&month=2027-12')
  await expect(calendar.getByRole('heading', { name: '2027年12月', exact: true })).toBeVisible()
  await expect(calendar.getByRole('heading', { name: /^2027年12月31日/ })).toBeVisible()
  await calendar.getByRole('button', { name: '下个月' }).click()
  await expect(page).toHaveURL(/month=2028-01/)
  await expect(calendar.getByText('该月没有开始或截止的政策。')).toBeVisible()
  await calendar.getByRole('button', { name: '全部截止' }).click()
  await expect(page).not.toHaveURL(/month/)
  await expect(calendar.getByRole('heading', { name: /接下来/ })).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.getByLabel('标题或发文字号').fill('没有这样的政策')
  await page.getByLabel('标题或发文字号').press('Enter')
  await expect(calendar.getByRole('heading', { name: '没有定下的截止日' })).toBeVisible()
  await calendar.getByRole('link', { name: '订阅到手机或电脑的日历' }).click()
  const feeds = page.getByRole('region', { name: '日历与订阅' })
  const link = feeds.getByRole('link', { name: '加入日历' })
  await expect(link).toHaveAttribute('href', /^webcal:\/\/.+\/frontend\/calendar\/all\.ics$/)
  await feeds.getByLabel('订阅哪些政策').selectOption('税费减免')
  await expect(link).toHaveAttribute('href', /^webcal:\/\/.+\/theme-tax\.ics$/)
  const answer = await page.request.get((await feeds.locator('[data-address]').textContent()) ?? '')
  expect(answer.headers()['content-type']).toContain('text/calendar')
})

test('订阅这个条件 keeps its condition through a login, and is stored in the account', {
  tag: '@journey',
}, async ({ page, phone }) => {
  await page.goto('/pmanagementlist?support=奖补')
  await page.getByRole('button', { name: '订阅这个条件' }).click()
  const dialog = page.getByRole('dialog', { name: '订阅这个条件' })
  await expect(dialog).toContainText('奖补')
  const address = await dialog.getByLabel('订阅地址').inputValue()
  expect((await page.request.get(address)).headers()['content-type']).toContain('application/atom+xml')
  expect(await violations(page)).toEqual([])

  await dialog.getByRole('radio', { name: /每周/ }).check()
  await dialog.getByRole('button', { name: '登录并订阅' }).click()
  await fillLogin(page, phone)
  await expect(dialog.getByText('已订阅，通知频率：每周。')).toBeVisible()
  await expect(page).toHaveURL(/support=/)
  await dialog.getByRole('link', { name: '管理我的订阅' }).click()

  const rhythm = page.getByLabel('通知频率：奖补')
  await expect(rhythm).toHaveValue('weekly')
  await rhythm.selectOption('每天')
  await page.getByRole('button', { name: /^不再提醒 ?：奖补$/ }).click()
  await expect(page.getByText('政策解读，不再提醒')).toBeVisible()
  await page.reload()
  await expect(rhythm).toHaveValue('daily')
  await page.getByRole('button', { name: /^删除 ?订阅：奖补$/ }).click()
  await expect(rhythm).toBeHidden()
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(rhythm).toHaveValue('daily')
})
