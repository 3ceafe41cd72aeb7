/** /popular: as built for who only looks, as it is today for who scrolls, and nothing jumps. */
import { expect, test } from './support/portal.ts'

const CARDS = '**/wechat/api/v1/data/butieyi*'

test.use({ viewport: { width: 375, height: 812 } })

test('the values of today come with the first scroll, in the places of those that were built', async ({
  page,
}) => {
  const asked: string[] = []
  await page.route(CARDS, async (route) => {
    asked.push(route.request().url())
    const answer = await route.fetch()
    const body = await answer.json()
    const [first] = [body.data].flat()
    if (first.id === firstId) Object.assign(first, { title: `${first.title.slice(0, -1)}新`, window: CLOSED })
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

test('without an answer the list stands as it was built', async ({ page }) => {
  await page.route(CARDS, (route) => route.fulfill({ json: { code: 500 } }))
  await page.goto('/popular')
  const list = page.locator('[data-popular]')
  const before = await list.textContent()
  const asked = page.waitForResponse(CARDS)
  await page.mouse.move(100, 300)
  await asked
  expect(await list.textContent()).toBe(before)
})

const CLOSED = { kind: 'dated', opens: null, closes: '2026-01-31' }
