import type { Page } from 'playwright/test'
import { violations } from './support/look.ts'
import { expect, fillLogin, logIn, test } from './support/portal.ts'
import { scene } from './support/scene.ts'

function pagesAskedFor(page: Page): number[] {
  const pages: number[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.endsWith('/message') && url.searchParams.has('page'))
      pages.push(Number(url.searchParams.get('page')))
  })
  return pages
}

test('the bell: page by page to the end, a message asks before it is deleted, and another leads to its policy and is read', {
  tag: '@journey',
}, async ({ page, phone }) => {
  await logIn(page, phone)
  await scene('addMessages', phone, 24)
  await page.goto('/')
  await page.getByRole('button', { name: '消息，25 条未读' }).click()
  const list = page.getByRole('dialog', { name: '消息' })
  const box = await list.boundingBox()
  expect(box?.width).toBe(300)
  expect(box?.height).toBeLessThanOrEqual(250)
  const rows = list.getByRole('listitem')
  await expect(rows).toHaveCount(10)
  // The browser decides how far the wheel scrolls: two pages may load at once.
  const pages = pagesAskedFor(page)
  for (let shown = 10; shown < 25; shown = await rows.count()) {
    await list.hover()
    await page.mouse.wheel(0, 5000)
    await expect.poll(() => rows.count()).toBeGreaterThan(shown)
  }
  await expect(rows).toHaveCount(25)
  expect(pages).toEqual([2, 3])
  const colours = await rows.evaluateAll(
    (all) => new Set(all.map((row) => getComputedStyle(row).borderLeftColor)).size,
  )
  expect(colours).toBe(5)
  expect(await violations(page)).toEqual([])

  const confirm = page.getByRole('dialog', { name: '删除这条消息？' })
  await rows
    .nth(1)
    .getByRole('button', { name: /^删除消息/ })
    .click()
  expect((await confirm.boundingBox())?.width).toBe(416)
  await confirm.getByRole('button', { name: '取消' }).click()
  await expect(rows, 'asking to delete keeps the list').toHaveCount(25)
  await rows
    .nth(1)
    .getByRole('button', { name: /^删除消息/ })
    .click()
  await confirm.getByRole('button', { name: '确定' }).click()
  await expect(rows).toHaveCount(24)
  await expect(page.getByText('删除成功')).toBeVisible()
  await expect(page.getByRole('button', { name: '消息，24 条未读' })).toBeVisible()

  // The oldest is the welcome, which is about a policy.
  await rows.last().getByRole('link', { name: /^政策/ }).click()
  await expect(page).toHaveURL(/\/review\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: '消息，23 条未读' })).toBeVisible()
})

test('a visitor who presses the bell logs in, a logout is announced and goes home, and every tab follows both', {
  tag: '@journey',
}, async ({ page, context, phone }) => {
  const other = await context.newPage()
  await other.goto('/reviewlist')
  await page.goto('/information')
  await page.getByRole('button', { name: '消息' }).click()
  await fillLogin(page, phone)
  await expect(page.getByRole('button', { name: '消息，1 条未读' })).toBeVisible()
  await expect(other.getByRole('button', { name: '消息，1 条未读' })).toBeVisible()

  const menu = page.locator('#account-menu')
  await page.getByRole('button', { name: '我的' }).click()
  await expect(menu.getByRole('link')).toHaveText([
    '我的申报订单',
    '我的匹配政策',
    '最新匹配政策',
    '我的关注',
  ])
  await expect(menu.getByRole('button')).toHaveText(['退出登录'])
  await menu.getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByText('已退出登录')).toBeVisible()
  await expect(other.getByRole('banner').getByRole('button', { name: '登录' })).toBeVisible()
  await page.waitForURL('/')
  await expect(page.getByText('已退出登录'), 'the navigation cuts it short no more').toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: '登录' })).toBeVisible()
  expect(await violations(page)).toEqual([])
})
