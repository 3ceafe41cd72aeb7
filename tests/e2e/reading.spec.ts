import { expectAccessible } from './support/desk.ts'
import { violations } from './support/look.ts'
import { expect, test } from './support/portal.ts'

test('from the home page to a policy, its conditions and the article they come from', {
  tag: '@journey',
}, async ({ page, context }) => {
  await page.goto('/')
  await page.getByRole('button', { name: '更新数据' }).click()
  await expect(page.getByText('已更新')).toBeVisible()
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '政策解读' }).click()
  await expect(page).toHaveURL('/pmanagementlist')
  await page.getByLabel('标题或发文字号').fill('高新技术企业')
  await page.getByLabel('标题或发文字号').press('Enter')
  await page.getByRole('main').getByRole('link', { name: '高新技术企业认定', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('高新技术企业')
  await expect(page.getByText('最后核对')).toBeVisible()
  await page.getByRole('link', { name: '第十一条' }).first().click()
  await expect(page).toHaveURL(/\/review\/2#tiao-11$/)
  await expect(page.locator('#tiao-11')).toBeInViewport()
  await expect(page.getByText('不是文件全文')).toBeVisible()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.locator('#tiao-11 .article-number, #tiao-11.article-number').first().click()
  await expect(page.getByText('已复制第十一条的链接')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/review\/2#tiao-11$/)
  await expectAccessible(page)
})

test('一图读懂 keeps its place, shows the change, and can be saved', async ({ page }) => {
  await page.goto('/pmanagement/1')
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  const before = await height()
  await page.getByRole('navigation', { name: '本页内容' }).getByRole('link', { name: '一图读懂' }).click()
  const picture = page.getByRole('img', { name: /^小型微利企业所得税减征，一图读懂.*现在 5% 10 万元/ })
  await expect(picture).toBeInViewport()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1080)
  expect(await height()).toBe(before)
  expect(await violations(page)).toEqual([])
  const long = await page.getByRole('link', { name: '保存图片' }).getAttribute('href')
  const { status, type } = await page.evaluate(async (address) => {
    const answer = await fetch(address ?? '')
    return { status: answer.status, type: answer.headers.get('content-type') }
  }, long)
  expect({ status, type }).toEqual({ status: 200, type: 'image/png' })
})

test('filters, sorting and the address agree, back and forth', { tag: '@journey' }, async ({ page }) => {
  await page.goto('/pmanagementlist')
  const rows = page.locator('[data-list-rows] > li')
  const all = await rows.count()
  await page.getByLabel('支持方式').selectOption('贷款')
  await expect(page).toHaveURL(/support=/)
  await expect.poll(() => rows.count()).toBeLessThan(all)
  const loans = await rows.count()
  await page.reload()
  await expect(rows).toHaveCount(loans)
  await expect(page.getByLabel('支持方式')).toHaveValue('贷款')
  await page.goBack()
  await expect(rows).toHaveCount(all)
  await page.getByLabel('标题或发文字号').fill('没有这样的政策')
  await page.keyboard.press('Enter')
  await expect(page.getByText('没有符合条件的内容。')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '清空条件' }).click()
  await expect(rows).toHaveCount(all)
  const first = await rows.first().getByRole('heading').textContent()
  await page.getByRole('link', { name: '第 2 页' }).click()
  await expect(page).toHaveURL(/\?page=2$/)
  await expect(rows.first().getByRole('heading')).not.toHaveText(first ?? '')
  await page.goBack()
  await expect(rows.first().getByRole('heading')).toHaveText(first ?? '')
})

test('the chosen region is remembered and comes first', { tag: '@journey' }, async ({ page }) => {
  await page.goto('/pmanagementlist')
  await page.getByRole('button', { name: /所在地区：\s?全国/ }).click()
  await page.getByLabel('省（区、市）').selectOption({ label: '广东省' })
  await page.getByLabel('市', { exact: true }).selectOption({ label: '广州市' })
  await page.getByLabel('区县').selectOption({ label: '天河区' })
  await expect(page.locator('[data-list-rows] > li').first()).toContainText('广州')
  await page.goto('/')
  await expect(page.getByRole('button', { name: '所在地区' })).toContainText('天河区')
  await expect(page.locator('[data-near] > li').first()).toContainText('广州')
  const names = (list: string) => page.locator(`${list} h3 a:visible`).allTextContents()
  const twice = async () => {
    const latest = await names('.latest')
    return (await names('.due')).filter((name) => latest.includes(name))
  }
  await expect.poll(twice).toEqual([])
  await expectAccessible(page)
})

test.describe('unknown addresses', () => {
  test.use({ expectedErrors: /404/ })

  test('show their page, with status 404 and the address /404', { tag: '@journey' }, async ({ page }) => {
    for (const path of ['/nowhere', '/review/999999', '/mylist/9', '/404/anything']) {
      const response = await page.goto(path)
      expect(response?.status()).toBe(404)
      await expect(page).toHaveURL('/404')
      await expect(page.getByRole('heading', { name: '没有这个页面。' })).toBeVisible()
      await expect(page.getByRole('banner')).toHaveCount(0)
    }
    await expectAccessible(page)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('every kind of page is readable', { tag: '@journey' }, async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: '最新解读' })).toBeVisible()
    await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '政策原文' }).click()
    const pages = page.getByRole('navigation', { name: '分页' })
    const sought = page.getByRole('main').getByRole('link', { name: '高新技术企业认定管理办法', exact: true })
    for (let next = 2; (await sought.count()) === 0; next++) {
      await pages.getByRole('link', { name: `第 ${next} 页` }).click()
      await expect(page).toHaveURL(`/reviewlist/${next}`)
    }
    await sought.click()
    await expect(page.getByText('国科发火〔2016〕32号')).toBeVisible()
    await expect(page.locator('#tiao-11')).toBeVisible()
    await page.getByRole('link', { name: '高新技术企业认定', exact: true }).click()
    await expect(page.getByRole('heading', { name: '材料清单' })).toBeVisible()
    await page.goto('/information')
    await page.getByRole('main').getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const path of ['/popular/2', '/loan/home', '/fund/1', '/enterprise/1/1', '/help']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    }
    await page.goto('/review/24')
    await expect(page.getByText('这份文件已由新的文件代替')).toBeVisible()
    await page.goto('/search')
    await expect(page.getByText(/搜索需要浏览器启用 JavaScript/)).toBeVisible()
  })
})
