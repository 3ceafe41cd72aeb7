import type { Page } from 'playwright/test'
import { expectAccessible } from './support/desk.ts'
import { expect, test } from './support/portal.ts'

const address = (query: Record<string, string>) => `/search?${new URLSearchParams(query)}`
const results = (page: Page) => page.getByRole('region', { name: '搜索结果' })
const titles = (page: Page) => results(page).getByRole('heading', { level: 3 }).getByRole('link')
const status = (page: Page) => page.getByRole('status').filter({ hasText: /找到|没有/ })

test('the header box leads to the search, and the words are marked', { tag: '@journey' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  await page.goto('/information')
  await page.getByRole('searchbox', { name: '政策名称或发文字号' }).fill('高新技术企业')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(address({ q: '高新技术企业' }))
  await expect(titles(page).first()).toHaveText('高新技术企业认定')
  await expect(titles(page).first().locator('mark')).toHaveText('高新技术企业')
  await expect(status(page)).toHaveText(/^找到 \d+ 条/)
  await expect(page.getByRole('searchbox')).toHaveValue('高新技术企业')
  await page.getByRole('searchbox').fill('高新技木企业')
  await page.keyboard.press('Enter')
  await expect(status(page)).toContainText('没有包含全部词语的内容')
  await page.getByRole('link', { name: '高新技术企业', exact: true }).click()
  await expect(page).toHaveURL(address({ q: '高新技术企业' }))
  await expect(status(page)).toHaveText(/^找到 \d+ 条/)
  await expectAccessible(page)
})

test('filters narrow the results, are part of the address and can be removed', { tag: '@journey' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  await page.goto(address({ q: '企业' }))
  const kind = page
    .getByRole('complementary', { name: '筛选结果' })
    .getByRole('link', { name: /^政策解读，/ })
  const count = /，(\d+) 条/.exec((await kind.getAttribute('aria-label')) ?? '')?.[1]
  await kind.click()
  await expect(page).toHaveURL(address({ q: '企业', kind: '政策解读' }))
  await expect(status(page)).toContainText(`找到 ${count} 条`)
  await expect(kind).toBeFocused()
  await page.getByRole('link', { name: '最近截止' }).click()
  await expect(page).toHaveURL(address({ q: '企业', kind: '政策解读', sort: 'closing' }))
  await expect(page.getByRole('link', { name: '最近截止' })).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(address({ q: '企业' }))
  await expect(kind).not.toHaveAttribute('aria-current', 'true')
  await page.goto(address({ q: '高新技术企业', year: '1949' }))
  await expect(status(page)).toHaveText('没有找到符合条件的内容。')
  await expectAccessible(page)
  await page.getByRole('link', { name: '不限年份“1949 年”' }).click()
  await expect(titles(page).first()).toHaveText('高新技术企业认定')
})

test('loans, funds and providers are found, and lead to their pages', async ({ page }) => {
  for (const [q, href] of [
    ['经营周转贷', '/loan/home#product-1'],
    ['天使创投', '/fund/5'],
    ['商标事务所', '/enterprise/1/2'],
  ] as const) {
    await page.goto(address({ q }))
    await expect(titles(page).first()).toHaveAttribute('href', href)
  }
})

test('nothing in an address runs', async ({ page }) => {
  const script = '<script>alert(1)</script><img src=x onerror=alert(1)>'
  await page.goto(address({ q: script }))
  await expect(status(page)).toHaveText(`没有找到“${script}”。换个短一点的词，或从主题找起。`)
  await expect(page.getByRole('searchbox')).toHaveValue(script)
  await page.goto(address({ q: '企业', kind: script, region: script, page: '1e9' }))
  await expect(status(page)).toHaveText('没有找到符合条件的内容。')
})
