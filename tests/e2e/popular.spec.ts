/** /popular: as built for a visitor who only looks, updated for one who scrolls, without a shift. */
import { expectAccessible } from './support/desk.ts'
import { overflow } from './support/look.ts'
import { expect, test } from './support/portal.ts'

const CARDS = '**/wechat/api/v1/data/butieyi*'

test.use({ viewport: { width: 375, height: 812 } })

test("today's values arrive with the first scroll, in place of the built ones", async ({ page }) => {
  const asked: string[] = []
  await page.route(CARDS, async (route) => {
    asked.push(route.request().url())
    const answer = await route.fetch()
    const body = await answer.json()
    const first = [body.data].flat().find(({ id }) => id === firstId)
    if (first) Object.assign(first, { title: `${first.title.slice(0, -1)}新`, window: CLOSED })
    await route.fulfill({ json: body })
  })
  await page.goto('/popular')
  const first = page.locator('[data-popular] li:visible').first()
  const firstId = Number((await first.locator('h3 a').getAttribute('href'))?.split('/').at(-1))
  await page.waitForLoadState('networkidle')
  expect(asked, 'who only looks asks nothing').toEqual([])

  const rows = page.locator('[data-popular] li:visible')
  const count = await rows.count()
  const before = await page.locator('[data-popular]').boundingBox()
  await page.mouse.wheel(0, 1)
  await expect(first.locator('h3')).toHaveText(/新$/)
  await expect(first).toContainText('已到期')
  await expect(rows, 'no row came or went').toHaveCount(count)
  expect((await page.locator('[data-popular]').boundingBox())?.height).toBe(before?.height)
  expect(new Set(asked).size).toBe(asked.length)

  asked.length = 0
  await page.goto(`/popular/${firstId}`)
  await page.waitForLoadState('networkidle')
  expect(asked, 'nor does the page of one ask before a sign').toEqual([])
  await page.mouse.wheel(0, 1)
  await expect(page.locator('h1')).toHaveText(/新$/)
  await expect(page.locator('article [data-window]').first()).toHaveAttribute('data-tone', 'closed')
  expect(asked).toHaveLength(1)
})

test('pages for phones have no header, and lead on', { tag: '@journey' }, async ({ page }) => {
  for (const path of [
    '/popular/2',
    '/popular/2/more',
    '/pmobile/2',
    '/imobile/1',
    '/rmobile/24',
    '/fund/1',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(page.getByRole('banner'), path).toHaveCount(0)
    expect(await overflow(page), path).toBeLessThanOrEqual(0)
  }
  await page.goto('/popular')
  const first = page.locator('[data-popular] li:visible h3 a').first()
  const title = await first.textContent()
  await first.click()
  await expect(page).toHaveURL(/\/popular\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '')
  await expectAccessible(page)
})

const CLOSED = { kind: 'dated', opens: null, closes: '2026-01-31' }
