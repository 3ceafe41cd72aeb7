import { expect, type Page, test } from 'playwright/test'
import { expectAccessible } from './support/desk.ts'

const ANSWERS = { answers: { kind: 'founder' }, place: 'device', unsent: [] }

async function answered(page: Page): Promise<void> {
  await page.addInitScript((kept) => localStorage.setItem('answers', kept), JSON.stringify(ANSWERS))
}

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

async function expectVerdicts(page: Page, path: string): Promise<void> {
  await page.goto(path)
  const places = page.locator('.verdict-place:visible')
  await expect(places.first(), path).toHaveText(WORDS)
  const strange = async () => (await places.allTextContents()).filter((words) => !WORDS.test(words.trim()))
  await expect.poll(strange, path).toEqual([])
  if (!path.startsWith('/search'))
    expect(await page.evaluate(() => Reflect.get(window, 'shifted')), path).toBeLessThan(0.001)
}

test('a visitor with answers sees the result at home, and the verdicts in a list, without a shift; others do not load them', {
  tag: '@journey',
}, async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/pmanagementlist', { waitUntil: 'networkidle' })
  await expect(page.locator('.verdict-place:visible')).toHaveCount(0)
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(page.getByText(/不用登录，回答只留在这台设备上$/)).toBeVisible()
  expect(asked.filter((address) => /show-verdicts|rules\.json/.test(address))).toEqual([])
  await answered(page)
  await watchShifts(page)
  await page.goto('/')
  await expect(page.getByRole('region', { name: '您的企业可得多少' })).toContainText('再选 2 项')
  await expectVerdicts(page, '/pmanagementlist')
  await expectAccessible(page)
})

test('the verdicts appear beside every policy, without a shift', async ({ page }) => {
  await answered(page)
  await watchShifts(page)
  for (const path of ['/', '/search?q=税&kind=政策解读', '/compare?ids=1,2', '/pmanagement/1', '/popular'])
    await expectVerdicts(page, path)
})

test('an ended policy is not offered: no verdict, no application, and 关注 is the one solid button', async ({
  page,
}) => {
  const head = page.locator('.policy-head')
  const over = head.getByText('2026-09-07 已截止。关注后，下一批开始时通知您。')
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
