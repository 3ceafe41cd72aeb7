import type { Page } from 'playwright/test'
import { PUBLIC_PAGES } from '../public-pages.ts'
import { overflow, violations } from './support/look.ts'
import { expect, logInByHand, openLogin, test } from './support/portal.ts'

const PAGES = [...PUBLIC_PAGES, '/frontend/versions/24', '/mylist/1', '/account', '/operator']

/** One of each way in which a wide or a dark page differs; the colours themselves are checked with the tokens. */
const KINDS = PAGES.filter((path) =>
  /^\/(pmanagementlist|pmanagement\/2|review\/2|search.*|loan\/home|fund\/1|help|compare.*|account)?$/.test(
    path,
  ),
)

/** Besides the plain light one. */
const MODES = [
  { colorScheme: 'dark', contrast: 'no-preference' },
  { colorScheme: 'dark', contrast: 'more' },
  { colorScheme: 'light', contrast: 'more' },
] as const

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  if (path.startsWith('/search')) await page.locator('.row-result').first().waitFor()
  if (path.startsWith('/operator')) await page.getByRole('main').waitFor()
  if (path.startsWith('/compare')) await page.getByRole('table').first().waitFor()
}

async function expectNarrow(page: Page): Promise<void> {
  expect(await overflow(page), 'the page is wider than the screen').toBeLessThanOrEqual(0)
}

for (const path of PAGES) {
  test(`${path} has no axe violation`, async ({ page }) => {
    test.slow()
    await page.setViewportSize({ width: 375, height: 900 })
    await open(page, path)
    expect(await violations(page)).toEqual([])
    await expectNarrow(page)
    if (!KINDS.includes(path)) return
    await page.setViewportSize({ width: 1600, height: 900 })
    await open(page, path)
    expect(await violations(page), 'at 1600 px').toEqual([])
    await expectNarrow(page)
    for (const mode of MODES) {
      await page.emulateMedia(mode)
      await open(page, path)
      expect(await violations(page, { rules: ['color-contrast'] }), JSON.stringify(mode)).toEqual([])
    }
  })
}

test('the overlay, the bell, the menu and the region choice have no axe violation', async ({
  page,
  phone,
}) => {
  test.slow()
  await page.goto('/')
  await openLogin(page)
  await page.getByRole('dialog').getByRole('button', { name: '登录' }).click()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /所在地区：\s?全国/ }).click()
  await expect(page.getByLabel('省（区、市）')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await logInByHand(page, phone)
  await page.getByRole('button', { name: '消息，1 条未读' }).click()
  await expect(page.getByRole('dialog', { name: '消息' }).getByRole('link')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '我的' }).click()
  expect(await violations(page)).toEqual([])
})

test.describe('the page for nowhere', () => {
  test.use({ expectedErrors: /404/ })

  test('has no axe violation either', async ({ page }) => {
    await page.goto('/404')
    expect(await violations(page)).toEqual([])
  })
})
