/** Verdicts of saved answers on the cards of policies: for who has answered, and without a byte for everybody else. */
import { expect, type Page, test } from 'playwright/test'

/** Somebody who has not registered a company yet: not much is for him. */
const ANSWERS = { answers: { kind: 'founder' }, place: 'device', unsent: [] }

async function answered(page: Page): Promise<void> {
  await page.addInitScript((kept) => localStorage.setItem('answers', kept), JSON.stringify(ANSWERS))
}

/** How far what is on the page has moved by itself. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput)
          Object.assign(window, { shifted: Reflect.get(window, 'shifted') + entry.value })
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

const WORDS = /^按您的回答：(符合|不符合|待确认|符合条件，由主管部门评审决定)$|供参考$/

for (const path of [
  '/',
  '/pmanagementlist',
  '/search?q=税',
  '/compare?ids=1,2',
  '/pmanagement/1',
  '/popular',
]) {
  test(`${path}: who has answered reads the verdicts, and nothing moves`, async ({ page }) => {
    await answered(page)
    await watchShifts(page)
    await page.goto(path)
    const places = page.locator('.verdict-place:visible')
    await expect(places.first()).toHaveText(WORDS)
    for (const place of await places.all()) await expect(place).toHaveText(WORDS)
    if (!path.startsWith('/search'))
      expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toBeLessThan(0.001)
  })
}

test('the home page says what the last answers came to', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByText('不用登录，回答只留在这台设备上')).toBeVisible()
  await answered(page)
  await page.goto('/')
  await expect(page.getByText(/^按您上次的回答：符合 \d+ 项，待确认 \d+ 项$/)).toBeVisible()
})

test('who has not answered loads nothing for them, and sees no room for them', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/pmanagementlist', { waitUntil: 'networkidle' })
  expect(asked.filter((address) => /show-verdicts|rules\.json/.test(address))).toEqual([])
  await expect(page.locator('.verdict-place:visible')).toHaveCount(0)
})

test('they follow the rows that paging brings, and the answers of another tab', async ({ page, context }) => {
  await answered(page)
  await page.goto('/pmanagementlist?page=2')
  const first = page.locator('.row .verdict-place').first()
  await expect(first).toHaveText(WORDS)
  const other = await context.newPage()
  await other.goto('/match')
  await other.evaluate(() => {
    localStorage.removeItem('answers')
    new BroadcastChannel('answers').postMessage(0)
  })
  await expect(first).toHaveText('')
})

test('a first answer in another tab shows where there was none', async ({ page, context }) => {
  await page.goto('/pmanagementlist')
  const other = await context.newPage()
  await other.goto('/help')
  await other.evaluate((kept) => {
    localStorage.setItem('answers', kept)
    new BroadcastChannel('answers').postMessage(0)
  }, JSON.stringify(ANSWERS))
  await expect(page.locator('.row .verdict-place').first()).toHaveText(WORDS)
})

test('what is over is not offered: no verdict, nothing to declare, and 关注 is the one solid button', async ({
  page,
}) => {
  const head = page.locator('.policy-head')
  const over = head.getByText('2026-09-07 已截止。关注它，下一批开始时告诉您。')
  const solid = () =>
    head.locator('.button:visible').evaluateAll((buttons) =>
      buttons
        .filter(
          (button) =>
            getComputedStyle(button).backgroundColor !== getComputedStyle(document.body).backgroundColor,
        )
        .filter((button) => !/, 0\)$/.test(getComputedStyle(button).backgroundColor))
        .map(({ textContent }) => textContent),
    )
  await answered(page)
  await page.goto('/pmanagement/12')
  await expect(over).toBeVisible()
  await expect(head.locator('.verdict-place')).toBeHidden()
  await expect(page.getByRole('button', { name: '我要申报' })).toBeHidden()
  expect(await solid()).toEqual(['关注'])
  await page.goto('/pmanagement/11')
  await expect(page.getByRole('button', { name: '我要申报' })).toBeVisible()
  await expect(head.getByText('已截止。')).toBeHidden()
  expect(await solid()).toEqual(['测一测：我是否符合'])
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('page 2 of a list can be reached and read', async ({ page }) => {
    await page.goto('/pmanagementlist')
    const first = await page.locator('.row h3').first().textContent()
    await page.getByRole('link', { name: '第 2 页' }).click()
    await expect(page).toHaveURL(/\/pmanagementlist\/2$/)
    await expect(page.locator('.row').first()).toBeVisible()
    await expect(page.locator('.row h3').first()).not.toHaveText(first ?? '')
    await expect(page.getByRole('link', { name: '第 2 页' })).toHaveAttribute('aria-current', 'page')
    await page.getByRole('link', { name: '第 1 页' }).click()
    await expect(page.locator('.row h3').first()).toHaveText(first ?? '')
  })
})
