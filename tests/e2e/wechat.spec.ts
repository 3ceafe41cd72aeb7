import jsQR from 'jsqr'
import type { Locator } from 'playwright/test'
import { expectAccessible } from './support/desk.ts'
import { expect, logIn, test } from './support/portal.ts'
import { scene } from './support/scene.ts'
import { addBridge, answerSignature, PHONES, shared } from './support/wechat.ts'

// The SDK's own reports to WeChat are blocked.
test.use({ expectedErrors: /open\.weixin\.qq\.com|Content Security Policy|\/status\/404/ })

test.describe('Android', () => {
  test.use({ userAgent: PHONES.Android, viewport: { width: 375, height: 812 } })

  test("WeChat gets the page's card, once, with its own address signed", {
    tag: '@journey',
  }, async ({ page, baseURL }) => {
    const asked = await addBridge(page)
    const signed = await answerSignature(page)
    await page.goto('/pmobile/2?from=singlemessage&q=%E9%AB%98#materials')
    await expect(page.locator('html')).toHaveAttribute('data-share-card', 'set')
    expect(signed).toEqual([`${baseURL}/pmobile/2?from=singlemessage&q=%E9%AB%98`])
    const cards = shared(await asked())
    expect(cards.map(({ name }) => name)).toEqual(['updateAppMessageShareData', 'updateTimelineShareData'])
    expect(cards[0]?.args).toMatchObject({
      link: `${baseURL}/pmobile/2`,
      imgUrl: expect.stringMatching(/\.png$/),
    })
    const title = await page.title()
    expect(title).toContain(String(cards[0]?.args['title']))
    expect(cards[1]?.args).toMatchObject({ title: cards[0]?.args['title'], link: `${baseURL}/pmobile/2` })

    await page.getByRole('button', { name: '分享', exact: true }).click()
    await expect(page.getByRole('dialog', { name: '分享' })).toContainText('点右上角')
    await expectAccessible(page)
  })
})

test.describe("in WeChat's browser", () => {
  test.use({ userAgent: PHONES.Android, viewport: { width: 375, height: 812 } })

  test('who is logged in there, with answers, shares nothing of it', async ({ page, baseURL, phone }) => {
    const asked = await addBridge(page)
    await answerSignature(page)
    await page.goto('/pmanagement/2?from=singlemessage&isappinstalled=0')
    await logIn(page, phone)
    await scene('addOrders', phone, 1)
    await page.goto('/mylist/1')
    await page.locator('.order-row a').first().click()
    await expect(page).toHaveURL(/\/mylist\/1\?poid=\d+/)
    const order = new URL(page.url()).search
    await page.evaluate(() => {
      const answers = { kind: 'company', region: '440106' }
      localStorage.setItem('answers', JSON.stringify({ answers, place: 'device', unsent: [] }))
    })
    const answers = 'company 440106'
    for (const [address, path] of [
      [`/mylist/1${order}`, '/mylist/1'],
      [`/match#a=1.${answers}`, '/match'],
      ['/match#result', '/match'],
      ['/account?tab=1#feeds', '/account'],
      ['/documents', '/documents'],
      ['/loan/declare?product=1', '/loan/declare'],
    ] as const) {
      await page.goto('about:blank')
      await page.goto(address)
      await expect(page.locator('html'), address).toHaveAttribute('data-share-card', 'set')
      const cards = shared(await asked()).map(({ args }) => args)
      expect(cards.map(({ link }) => link)).toEqual(cards.map(() => baseURL + path))
      expect(JSON.stringify(cards)).not.toMatch(new RegExp(`${phone}|poid|第 1 次申报|440106|天河`))
    }
  })

  test('a person who wants to save a file is asked to open the page in another browser', async ({ page }) => {
    await page.goto('/pmanagement/2')
    const note = page.getByText('微信里不能下载文件。请点右上角“···”，选“在浏览器打开”，再下载。')
    await page.waitForLoadState('networkidle')
    await page.getByRole('link', { name: '保存图片' }).click()
    await expect(note).toBeVisible()
    await expect(page).toHaveURL(/\/pmanagement\/2$/)
    await page.keyboard.press('Escape')
    await expect(note).toBeHidden()
  })
})

test('on iOS the address is signed as it was opened, whatever the page has changed since', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ userAgent: PHONES.iOS, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await addBridge(page)
  const signed = await answerSignature(page)
  await page.goto('/compare?ids=2,15&from=timeline')
  await expect(page.locator('html')).toHaveAttribute('data-share-card', 'set')
  await expect(page).toHaveURL(/\/compare\?ids=2,15$/)
  expect(signed).toEqual([`${baseURL}/compare?ids=2,15&from=timeline`])
  await context.close()
})

test.describe('an address without a page', () => {
  test.use({ expectedErrors: /status of 404/ })

  test('leads to its page if it only includes the end of a sentence, and else to 没有这个页面', async ({
    page,
    baseURL,
  }) => {
    for (const [address, path] of [
      ['/pmanagement/2。', '/pmanagement/2'],
      ['/review/2)，?from=mail', '/review/2?from=mail'],
      ['/PManagement/2/', '/pmanagement/2'],
      ['/nowhere。', '/404'],
      ['/pmanagement/2】', '/pmanagement/2'],
      [
        '/pmanagement/2/?from=singlemessage&isappinstalled=0',
        '/pmanagement/2?from=singlemessage&isappinstalled=0',
      ],
      ['/pmanagement/2/。', '/pmanagement/2'],
      ['/pmanagement/2?utm_source=mail）。', '/pmanagement/2?utm_source=mail%EF%BC%89%E3%80%82'],
      ['/review/2#tiao-11', '/review/2#tiao-11'],
      // Another host, if it were read as an address.
      ['//elsewhere.test/。', '/404'],
    ] as const) {
      await page.goto(baseURL + address)
      await expect(page, address).toHaveURL(baseURL + path)
    }
  })
})

test('outside WeChat nothing of it is loaded; 分享 shows a code and copies title and address', {
  tag: '@journey',
}, async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await page.goto('/pmanagement/2?from=timeline')
  await page.getByRole('button', { name: '分享', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '分享' })
  const code = dialog.getByRole('img', { name: /^本页的二维码/ })
  await expect(code).toBeVisible()
  const link = await scan(code)
  expect(link).toBe(`${baseURL}/pmanagement/2`)
  expect((await page.request.get(link ?? '')).status()).toBe(200)
  await expect(dialog).toContainText(`${baseURL}/pmanagement/2`)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '复制链接' }).click()
  await expect(page.getByText('已复制标题和链接')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\S.* http.*\/pmanagement\/2$/)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: '分享', exact: true })).toBeFocused()
  expect(scripts.filter((url) => /weixin|in-wechat/.test(url))).toEqual([])
})

/** Decodes the drawn code like a phone. */
async function scan(code: Locator): Promise<string | undefined> {
  const { side, path } = await code.evaluate((svg: SVGSVGElement) => ({
    side: svg.viewBox.baseVal.width,
    path: svg.querySelector('path')?.getAttribute('d') ?? '',
  }))
  const scale = 4
  const width = side * scale
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let at = 0; at < scale * scale; at += 1) {
      const column = Number(x) * scale + (at % scale)
      const row = Number(y) * scale + Math.floor(at / scale)
      pixels.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3)
    }
  }
  return jsQR(pixels, width, width)?.data
}
