import type { Locator, Page } from 'playwright/test'
import { expect, test } from './support/portal.ts'

const NEAR = 20
const FAR = 120
/** Its place when the hand that holds its middle is at 300, 300. */
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

test.use({ viewport: { width: 1000, height: 700 } })

test('is dragged within its limits, opens no card by that, and stays where it was put', async ({ page }) => {
  await page.goto('/')
  const button = page.locator('#KF')
  expect(await place(button)).toEqual({ x: 1000 - FAR, y: 700 - FAR })
  await drag(page, button, 300, 300)
  const put = HELD_AT_300
  await expect.poll(() => place(button)).toEqual(put)
  await expect(page.locator('#kf-card')).toBeHidden()
  await page.reload()
  expect(await place(button)).toEqual(put)
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#kf-card')).toBeVisible()
  await page.keyboard.press('Escape')
  await drag(page, button, -50, -50)
  expect(await place(button)).toEqual({ x: NEAR, y: NEAR })
  await drag(page, button, 999, 699)
  expect(await place(button)).toEqual({ x: 1000 - FAR, y: 700 - FAR })
})

test('a hand that is quicker than the line drags it, too', async ({ page }) => {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/kf-drag.*.js', async (route) => {
    await arrived
    await route.continue()
  })
  await page.goto('/')
  const button = page.locator('#KF')
  await drag(page, button, 300, 300)
  arrive()
  await expect.poll(() => place(button)).toEqual(HELD_AT_300)
})

test('comes in with a smaller window and goes back with a larger one', async ({ page }) => {
  await page.goto('/')
  const button = page.locator('#KF')
  await page.setViewportSize({ width: 400, height: 500 })
  await expect.poll(() => place(button)).toEqual({ x: 400 - FAR, y: 500 - FAR })
  await page.setViewportSize({ width: 1000, height: 700 })
  await expect.poll(() => place(button)).toEqual({ x: 1000 - FAR, y: 700 - FAR })
})

test('moves by arrow keys, and opens by Enter', async ({ page }) => {
  await page.goto('/')
  const button = page.locator('#KF')
  const before = await place(button)
  await button.focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => place(button)).toEqual({ x: before.x - 16, y: before.y - 16 })
  await page.keyboard.press('Enter')
  await expect(page.locator('#kf-card')).toBeVisible()
  await expect(page.locator('#kf-card')).toContainText('政策咨询热线（7×24小时）')
  await page.keyboard.press('Escape')
  await expect(page.locator('#kf-card')).toBeHidden()
})

test('goes to the other side by a button of its card, for who cannot drag, and stays there', async ({
  page,
}) => {
  await page.goto('/')
  const button = page.locator('#KF')
  for (const x of [NEAR, 1000 - FAR]) {
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
  test.use({ viewport: { width: 375, height: 812 } })

  test('gives way to who reads on, and is back on the way up, at the end and for the focus', async ({
    page,
  }) => {
    await page.goto('/help')
    const button = page.locator('#KF')
    const opacity = () => button.evaluate((element) => getComputedStyle(element).opacity)
    const scrollPage = (top: number) => page.evaluate((y) => scrollTo(0, y), top)
    await scrollPage(119)
    expect(await opacity()).toBe('1')
    await scrollPage(300)
    await expect.poll(opacity).toBe('0')
    await expect(button).toHaveCSS('pointer-events', 'none')
    await scrollPage(277)
    expect(await opacity()).toBe('0')
    await scrollPage(276)
    await expect.poll(opacity).toBe('1')
    await scrollPage(600)
    await expect.poll(opacity).toBe('0')
    await button.focus()
    await expect.poll(opacity).toBe('1')
    await button.blur()
    await expect.poll(opacity).toBe('0')
    await scrollPage(1e6)
    await expect.poll(opacity).toBe('1')
  })

  test('stays above the bar that a page has at its foot, and in sight while its card is open', async ({
    page,
  }) => {
    await page.goto('/help')
    await page.evaluate(() => document.documentElement.style.setProperty('--bar-height', '100px'))
    expect(await place(page.locator('#KF'))).toEqual({ x: 375 - FAR, y: 812 - 100 - 52 })
    await page.locator('#KF').click()
    await page.locator('#kf-card').getByRole('link', { name: '400-000-0000' }).focus()
    await page.evaluate(() => scrollTo(0, 300))
    await expect(page.locator('#KF')).toHaveAttribute('data-away')
    await expect(page.locator('#KF')).toHaveCSS('opacity', '1')
  })
})

test.describe('by touch', () => {
  test.use({ hasTouch: true })

  test('a finger drags it', async ({ page }) => {
    await page.goto('/')
    const button = page.locator('#KF')
    const box = await button.boundingBox()
    const start = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 20 }
    const client = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', x: number, y: number) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: /End|Cancel/.test(type) ? [] : [{ x, y }],
      })
    await touch('touchStart', start.x, start.y)
    for (let step = 1; step <= 5; step++) await touch('touchMove', start.x - 60 * step, start.y - 40 * step)
    await touch('touchEnd', 0, 0)
    await expect.poll(async () => (await place(button)).x).toBeLessThan((box?.x ?? 0) - 200)
    const put = await place(button)
    await touch('touchStart', put.x + 20, put.y + 20)
    await touch('touchMove', put.x + 90, put.y + 90)
    await touch('touchCancel', 0, 0)
    expect(await place(button), 'a cancelled drag leaves it where it was').toEqual(put)
    expect(put.y).toBeLessThan((box?.y ?? 0) - 100)
  })
})
