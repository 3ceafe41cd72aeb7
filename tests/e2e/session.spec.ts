import type { Page } from 'playwright/test'
import { expect, logIn, logInByHand, test } from './support/portal.ts'
import { scene } from './support/scene.ts'

test('the welcome message waits in the bell, leads to its policy and is then read', async ({
  page,
  phone,
}) => {
  await logIn(page, phone)
  await page.goto('/')
  const bell = page.getByRole('button', { name: '消息，1 条未读' })
  await bell.click()
  const list = page.getByRole('dialog', { name: '消息' })
  await expect(list).toBeVisible()
  const box = await list.boundingBox()
  expect(box?.width).toBe(300)
  expect(box?.height).toBeLessThanOrEqual(250)
  await list.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/review\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: '消息', exact: true })).toBeVisible()
})

test('deleting a message asks first', async ({ page, phone }) => {
  await logIn(page, phone)
  await page.goto('/')
  await page.getByRole('button', { name: '消息，1 条未读' }).click()
  await page.getByRole('button', { name: /^删除消息/ }).click()
  const confirm = page.getByRole('dialog', { name: '删除这条消息？' })
  expect((await confirm.boundingBox())?.width).toBe(416)
  await confirm.getByRole('button', { name: '取消' }).click()
  await expect(page.getByRole('button', { name: /^删除消息/ })).toBeVisible()
  await page.getByRole('button', { name: /^删除消息/ }).click()
  await page.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('没有新消息。')).toBeVisible()
  await expect(page.getByRole('button', { name: '消息', exact: true })).toBeVisible()
})

test('a visitor who presses the bell or the chat is asked to log in', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: '消息' }).click()
  const overlay = page.getByRole('dialog', { name: '验证手机' })
  await expect(overlay).toBeVisible()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1600, height: 900 })
  await page.getByRole('button', { name: '专家咨询' }).first().click()
  await expect(overlay).toBeVisible()
})

test('the personal menu has exactly its entries', async ({ page, phone }) => {
  await logIn(page, phone)
  await page.goto('/')
  await page.getByRole('button', { name: '我的' }).click()
  const menu = page.locator('#account-menu')
  await expect(menu.getByRole('link')).toHaveText([
    '我的申报订单',
    '我的匹配政策',
    '最新匹配政策',
    '我的关注',
  ])
  await expect(menu.getByRole('button')).toHaveText(['退出登录'])
})

test('logging out says so, goes home, and every tab follows', async ({ page, context, phone }) => {
  await logIn(page, phone)
  await page.goto('/information')
  const other = await context.newPage()
  await other.goto('/reviewlist')
  await expect(other.getByRole('button', { name: '我的' })).toBeVisible()
  await page.getByRole('button', { name: '我的' }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByText('已退出登录')).toBeVisible()
  await expect(other.getByRole('banner').getByRole('button', { name: '登录' })).toBeVisible()
  await page.waitForURL('/')
  await expect(page.getByText('已退出登录'), 'the navigation cuts it short no more').toBeVisible()
  await expect(page.getByText('已退出登录')).toBeHidden()
  await expect(page.getByRole('banner').getByRole('button', { name: '登录' })).toBeVisible()
})

test('logging in shows in the other tabs', async ({ page, context, phone }) => {
  const other = await context.newPage()
  await other.goto('/reviewlist')
  await page.goto('/')
  await logInByHand(page, phone)
  await expect(other.getByRole('button', { name: '我的' })).toBeVisible()
  await expect(other.getByRole('button', { name: '消息，1 条未读' })).toBeVisible()
})

/** The pages of messages that the page asks for from now on. */
function pagesAskedFor(page: Page): number[] {
  const pages: number[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.endsWith('/message') && url.searchParams.has('page'))
      pages.push(Number(url.searchParams.get('page')))
  })
  return pages
}

test('scrolling the bell to its end brings the next page, until all are there', async ({ page, phone }) => {
  await logIn(page, phone)
  await scene('addMessages', phone, 24)
  await page.goto('/')
  await page.getByRole('button', { name: /^消息/ }).click()
  const list = page.getByRole('dialog', { name: '消息' })
  const rows = list.getByRole('listitem')
  await expect(rows).toHaveCount(10)
  // How far one turn of the wheel goes is the browser's matter: two pages may come at once.
  const pages = pagesAskedFor(page)
  for (let shown = 10; shown < 25; shown = await rows.count()) {
    await list.hover()
    await page.mouse.wheel(0, 5000)
    await expect.poll(() => rows.count()).toBeGreaterThan(shown)
  }
  await expect(rows).toHaveCount(25)
  expect(pages).toEqual([2, 3])
  await rows.last().getByRole('button').click()
  await page.getByRole('dialog', { name: '删除这条消息？' }).getByRole('button', { name: '取消' }).click()
  await expect(rows, 'asking to delete keeps the list').toHaveCount(25)
  await expect(page.getByRole('button', { name: '消息，25 条未读' })).toBeVisible()
  const colours = await rows.evaluateAll(
    (all) => new Set(all.map((row) => getComputedStyle(row).borderLeftColor)).size,
  )
  expect(colours).toBe(5)
})

test('a session that has ended is said where somebody needs it, and asked for again', async ({
  page,
  phone,
}) => {
  await logIn(page, phone)
  await page.goto('/')
  await expect(page.getByRole('button', { name: /条未读/ }), 'the first list is there').toBeVisible()
  await scene('endSessions', phone)
  await page.getByRole('button', { name: /^消息/ }).click()
  const overlay = page.getByRole('dialog', { name: '验证手机' })
  await expect(overlay.getByRole('alert')).toHaveText('登录已过期，请重新登录')
})
