import type { Page } from 'playwright/test'
import { expectAccessible } from './support/desk.ts'
import { expect, logIn, test } from './support/portal.ts'

const loginButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: '登录' })
const overlay = (page: Page) => page.getByRole('dialog', { name: '验证手机' })
const LOGIN_CHUNK = '**/frontend/assets/LoginIsland*'

test('nothing of React loads before a pointer is on an island', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(scripts.filter((url) => /client\.|react|Island|AccountMenu|MessageBell/.test(url))).toEqual([])
  await loginButton(page).hover()
  await expect.poll(() => scripts.some((url) => /LoginIsland/.test(url))).toBe(true)
})

test('a click on a slow section is replayed once; until then its button is busy, with words after a second', {
  tag: '@journey',
}, async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(LOGIN_CHUNK, async (route) => {
    await held
    await route.continue()
  })
  await page.clock.install()
  await page.goto('/')
  // From here on only the test moves the clock.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  await loginButton(page).click()
  await expect(loginButton(page)).toHaveAttribute('aria-busy', 'true')
  const told = page.getByRole('status').filter({ hasText: '正在加载登录…' })
  await page.clock.runFor(900)
  await expect(told).toBeHidden()
  await page.clock.runFor(200)
  await expect(told).toBeVisible()
  await page.clock.resume()
  release()
  await expect(told).toBeHidden()
  await expect(overlay(page)).toHaveCount(1)
  await expect(overlay(page)).toBeVisible()
})

test("a prerendered page checks the session and shows the browser's state when it becomes visible", async ({
  page,
  phone,
}) => {
  // Chromium does not prerender under automation, so the test imitates it.
  await page.addInitScript(() => {
    let isSeen = false
    Object.defineProperty(document, 'prerendering', { get: () => !isSeen })
    document.addEventListener('come', () => {
      isSeen = true
      document.dispatchEvent(new Event('prerenderingchange'))
    })
  })
  const come = () => page.evaluate(() => document.dispatchEvent(new Event('come')))
  const session = () => page.evaluate(() => document.documentElement.dataset['session'])
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/api\/|Island|MessageBell/.test(request.url())) asked.push(request.url())
  })

  await page.goto('/pmanagement/2')
  const other = await page.context().newPage()
  await other.goto('/')
  await logIn(other, phone)
  await other.evaluate(() => {
    localStorage.setItem('region', JSON.stringify({ code: '440300', name: '深圳市' }))
    localStorage.setItem('reading', JSON.stringify({ size: 'large' }))
  })
  expect(await session()).toBe('out')
  await come()
  await expect.poll(session).toBe('in')
  expect(await page.locator('[data-region-name]').textContent()).toBe('深圳市')
  expect(await page.evaluate(() => document.documentElement.dataset['size'])).toBe('large')

  await expect.poll(() => asked.length).toBeGreaterThan(0)
  await page.goto('about:blank')
  asked.length = 0
  await page.goto('/pmanagement/2')
  expect(await session()).toBe('in')
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 5000 })))
  expect(asked).toEqual([])
  await come()
  await expect.poll(() => asked.length).toBeGreaterThan(0)
})

test.describe('a section that does not come', () => {
  test.use({ expectedErrors: /section load timed out|Failed to (load resource|fetch dynamically)/ })

  test('is given up after 120 seconds with a message, and can be retried', async ({ page }) => {
    await page.clock.install()
    await page.route(LOGIN_CHUNK, () => {})
    await page.goto('/')
    await loginButton(page).click()
    await expect(loginButton(page)).toHaveAttribute('aria-busy', 'true')
    await page.clock.runFor(119_000)
    await expect(page.getByText('Loading chunk')).toBeHidden()
    await page.clock.runFor(2000)
    await expect(page.getByRole('alert')).toContainText('Loading chunk login failed.')
    await page.unroute(LOGIN_CHUNK)
    await page.getByRole('button', { name: '重试' }).click()
    await expect(overlay(page)).toBeVisible()
  })

  test('reports a failure at once, and can be retried', { tag: '@journey' }, async ({ page }) => {
    await page.route(LOGIN_CHUNK, (route) => route.abort())
    await page.goto('/')
    await loginButton(page).click()
    await expect(page.getByRole('alert')).toContainText('Loading chunk login failed.')
    await expect(page.getByRole('alert'), 'read out in English').toHaveAttribute('lang', 'en')
    await page.unroute(LOGIN_CHUNK)
    await page.getByRole('button', { name: '重试' }).click()
    await expect(overlay(page)).toBeVisible()
    await expectAccessible(page)
  })
})
