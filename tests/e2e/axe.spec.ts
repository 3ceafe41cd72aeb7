import type { Page } from 'playwright/test'
import { overflow, violations } from './support/look.ts'
import { expect, logIn, openLogin, test } from './support/portal.ts'

const PAGES = [
  '/',
  '/pmanagementlist',
  '/pmanagement/2',
  '/reviewlist',
  '/review/2',
  '/information',
  '/information/consultation/1',
  '/agreement',
  '/privacy',
  '/search?q=企业',
  '/enter',
  '/loan/home',
  '/loan/explain',
  '/providerlist/1',
  '/enterprise/1/1',
  '/fund/1',
  '/facilitator',
  '/help',
  '/popular',
  '/popular/2',
  '/imobile/1',
  '/rmobile/24',
  '/compare?ids=2,15',
  '/frontend/versions/24',
  '/mylist/1',
  '/account',
  '/operator',
]

/** One of each way in which a wide or a dark page differs; the colours themselves are checked with the tokens. */
const KINDS = PAGES.filter((path) =>
  /^\/(pmanagementlist|pmanagement\/2|review\/2|search.*|loan\/home|fund\/1|help|compare.*|account)?$/.test(
    path,
  ),
)

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  if (path.startsWith('/search')) await page.locator('.result').first().waitFor()
  if (path.startsWith('/operator')) await page.getByRole('main').waitFor()
  if (path.startsWith('/compare')) await page.getByRole('table').first().waitFor()
}

for (const { width, paths } of [
  { width: 375, paths: PAGES },
  { width: 1600, paths: KINDS },
]) {
  test(`no page has an axe violation at ${width} px`, async ({ page }) => {
    // Two dozen pages, on machines that may be busy.
    test.setTimeout(720_000)
    await page.setViewportSize({ width, height: 900 })
    for (const path of paths) {
      await open(page, path)
      expect(await violations(page), path).toEqual([])
      expect(await overflow(page), `${path} is wider than the screen`).toBeLessThanOrEqual(0)
    }
  })
}

test.describe('on dark pages', () => {
  test.use({ colorScheme: 'dark' })

  test('every text can be read', async ({ page }) => {
    test.setTimeout(720_000)
    for (const path of KINDS) {
      await open(page, path)
      expect(await violations(page, { rules: ['color-contrast'] }), path).toEqual([])
    }
  })
})

test('nor have the overlay, the bell, the menu and the region choice', async ({ page, phone }) => {
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
  await logIn(page, phone)
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
