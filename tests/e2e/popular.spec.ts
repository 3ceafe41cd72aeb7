import { expectAccessible } from './support/desk.ts'
import { overflow } from './support/look.ts'
import { expect, test } from './support/portal.ts'

test.use({ viewport: { width: 375, height: 812 } })

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
