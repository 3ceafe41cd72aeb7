import type { Locator, Page } from 'playwright/test'
import { expectAccessible } from './support/desk.ts'
import { expect, test } from './support/portal.ts'

const NEAR = 20
const FAR = 120
/** Its place when the pointer that holds its middle is at 300, 300. */
const HELD_AT_300 = { x: 300 - 104 / 2, y: 300 - 44 / 2 }

async function place(button: Locator): Promise<{ x: number; y: number }> {
  const box = await button.boundingBox()
  return { x: Math.round(box?.x ?? -1), y: Math.round(box?.y ?? -1) }
}

async function drag(page: Page, button: Locator, x: number, y: number): Promise<void> {
  await button.hover()
  await page.mouse.down()
  await page.mouse.move(x, y, { steps: 5 })
  await page.mouse.up()
}

test.use({ viewport: { width: 1100, height: 700 } })

test('is dragged within its limits, opens no card by that, and keeps its place', {
  tag: '@journey',
}, async ({ page }) => {
  await page.goto('/')
  const button = page.locator('#KF')
  const card = page.locator('#kf-card')
  expect(await place(button)).toEqual({ x: 1100 - FAR, y: 700 - FAR })
  await drag(page, button, 300, 300)
  await expect.poll(() => place(button)).toEqual(HELD_AT_300)
  await expect(card).toBeHidden()
  await page.reload()
  expect(await place(button)).toEqual(HELD_AT_300)
  await button.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => place(button)).toEqual({ x: HELD_AT_300.x - 16, y: HELD_AT_300.y - 16 })
  await page.keyboard.press('Enter')
  await expect(card).toContainText('政策咨询热线（7×24小时）')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
  await drag(page, button, -50, -50)
  await expect.poll(() => place(button)).toEqual({ x: NEAR, y: NEAR })
  await drag(page, button, 1099, 699)
  await expect.poll(() => place(button)).toEqual({ x: 1100 - FAR, y: 700 - FAR })
  await page.setViewportSize({ width: 400, height: 500 })
  await expect.poll(() => place(button)).toEqual({ x: 400 - FAR, y: 500 - FAR })
  await page.setViewportSize({ width: 1100, height: 700 })
  await expect.poll(() => place(button)).toEqual({ x: 1100 - FAR, y: 700 - FAR })
})

test('goes to the other side by a button of its card, for who cannot drag, and stays there', async ({
  page,
}) => {
  await page.goto('/')
  const button = page.locator('#KF')
  for (const x of [NEAR, 1100 - FAR]) {
    await button.click()
    await page.locator('#kf-card').getByRole('button', { name: '移到另一侧' }).click()
    await expect.poll(() => place(button)).toEqual({ x, y: 700 - FAR })
    await page.keyboard.press('Escape')
  }
  await button.click()
  await page.locator('#kf-card').getByRole('button', { name: '移到另一侧' }).click()
  await page.reload()
  expect(await place(button)).toEqual({ x: NEAR, y: 700 - FAR })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 }, hasTouch: true })

  test('is entirely visible, takes a tap in its middle, and stays above the bar at the foot of a page', async ({
    page,
  }) => {
    await page.goto('/help')
    const button = page.locator('#KF')
    const title = await page.getByRole('heading', { level: 1 }).boundingBox()
    expect(await button.boundingBox()).toEqual({ x: 375 - FAR, y: title?.y, width: 104, height: 44 })
    const scroll = (by: number) => page.evaluate((top) => scrollBy({ top, behavior: 'instant' }), by)
    await scroll(300)
    await expect(button, 'covers no line that is read').toHaveCSS('opacity', '0')
    await scroll(-50)
    await expect(button).toHaveCSS('opacity', '1')
    expect((await place(button)).y).toBe(667 - FAR)
    await page.evaluate(() => document.documentElement.style.setProperty('--bar-height', '100px'))
    expect((await place(button)).y + 44).toBeLessThan(667 - 100)
    await button.tap()
    const card = page.locator('#kf-card')
    await card.getByRole('button', { name: '移到另一侧' }).tap()
    await expect.poll(async () => (await place(button)).x).toBe(NEAR)
    await page.keyboard.press('Escape')
    await expect(card).toBeHidden()
    await page.reload()
    expect((await place(button)).x).toBe(NEAR)
  })

  test('a finger drags it, and a cancelled drag leaves it in place', async ({ page }) => {
    await page.goto('/')
    const button = page.locator('#KF')
    const start = await place(button)
    const client = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', x: number, y: number) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: /End|Cancel/.test(type) ? [] : [{ x, y }],
      })
    await touch('touchStart', start.x + 20, start.y + 20)
    for (let step = 1; step <= 5; step++) await touch('touchMove', start.x - 60 * step, start.y + 40 * step)
    await touch('touchEnd', 0, 0)
    await expect.poll(async () => (await place(button)).x).toBe(NEAR)
    const put = await place(button)
    expect(put.y).toBeGreaterThan(start.y + 100)
    await touch('touchStart', put.x + 20, put.y + 20)
    await touch('touchMove', put.x + 90, put.y + 90)
    await touch('touchCancel', 0, 0)
    expect(await place(button)).toEqual(put)
  })
})
