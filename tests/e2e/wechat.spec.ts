/** Sharing into WeChat with the real JS-SDK and a bridge that answers as WeChat does, or does not. */
import type { Page } from 'playwright/test'
import { overflow, violations } from './support/look.ts'
import { expect, test } from './support/portal.ts'
import { addBridge, answerSignature, describe, PHONES, shared } from './support/wechat.ts'

// What the SDK reports to WeChat about itself is not let out.
test.use({ expectedErrors: /open\.weixin\.qq\.com|Content Security Policy|\/status\/404/ })

for (const [system, userAgent] of Object.entries(PHONES)) {
  test.describe(system, () => {
    test.use({ userAgent, viewport: { width: 375, height: 812 } })

    test('the card of the page is given to WeChat, once, with its own address signed', async ({
      page,
      baseURL,
    }) => {
      const asked = await addBridge(page, 'ok')
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
    })

    test('another card needs no second signature; another address is signed anew where WeChat looks at it', async ({
      page,
      baseURL,
    }) => {
      const asked = await addBridge(page, 'ok')
      const signed = await answerSignature(page)
      await page.goto('/pmobile/2')
      const titles = async () =>
        shared(await asked())
          .filter(({ name }) => name === 'updateAppMessageShareData')
          .map(({ args }) => args['title'])
      await expect.poll(async () => (await titles()).length).toBe(1)
      await page.evaluate(describe, { title: '第二张卡片' })
      await expect.poll(async () => (await titles()).at(-1)).toBe('第二张卡片')
      expect(signed).toEqual([`${baseURL}/pmobile/2`])

      await page.evaluate(describe, { title: '第三张卡片', search: '?tab=2' })
      await expect.poll(async () => (await titles()).at(-1)).toBe('第三张卡片')
      expect(signed.slice(1)).toEqual(system === 'iOS' ? [] : [`${baseURL}/pmobile/2?tab=2`])
      const verified = (await asked()).filter(({ args }) => args['verifyJsApiList'] !== undefined)
      expect(verified[0]?.args).toMatchObject({
        verifyJsApiList: ['updateAppMessageShareData', 'updateTimelineShareData'],
      })
    })

    test('a second signature that is refused gives WeChat no card, and the next card tries again', async ({
      page,
    }) => {
      test.skip(system === 'iOS', 'there the first signature holds for the page')
      const logged: string[] = []
      page.on('console', (message) => logged.push(message.text()))
      const asked = await addBridge(page, 'ok')
      await answerSignature(page)
      await page.goto('/pmobile/2')
      await expect(page.locator('html')).toHaveAttribute('data-share-card', 'set')
      await page.evaluate(() => Object.assign(window, { answers: 'config fails' }))
      await page.evaluate(describe, { title: '没有签名的卡片', search: '?tab=2' })
      await expect.poll(() => logged.join()).toContain('WeChatError')
      expect(shared(await asked())).toHaveLength(2)

      await page.evaluate(() => Object.assign(window, { answers: 'ok' }))
      await page.evaluate(describe, { title: '又签了的卡片' })
      await expect.poll(async () => shared(await asked()).at(-1)?.args['title']).toBe('又签了的卡片')
    })

    test('a refused signature is logged, and the page stays as it is', async ({ page }) => {
      const logged: string[] = []
      page.on('console', (message) => logged.push(message.text()))
      const asked = await addBridge(page, 'config fails')
      await answerSignature(page)
      await page.goto('/rmobile/2')
      await expect.poll(() => logged.join()).toContain('WeChatError')
      expect(shared(await asked())).toEqual([])
      await expect(page.locator('h1')).toBeVisible()
    })

    test('a WeChat that never answers is given up, and logged', async ({ page }) => {
      await page.clock.install()
      const logged: string[] = []
      page.on('console', (message) => logged.push(message.text()))
      const asked = await addBridge(page, 'never')
      await answerSignature(page)
      await page.goto('/imobile/1')
      await page.clock.runFor(1000)
      await expect.poll(async () => (await asked()).map(({ name }) => name)).toContain('preVerifyJSAPI')
      await page.clock.runFor(10_000)
      await expect.poll(() => logged.join()).toContain('TimeoutError')
      expect(shared(await asked())).toEqual([])
    })
  })
}

test('a provider that was approved after the build is shared by its own name, inside WeChat and by code', async ({
  page,
  browser,
  baseURL,
}) => {
  const provider = {
    ...{ id: 1_000_009, category_id: 2, poid: 1, company_name: '示例新入驻服务有限公司', cases: '' },
    services: '代理记账，每月 300 元\n研发费用归集',
    regions: ['440100'],
    ...{ contact: '李雷', phone: '13800000001', gmt_modified: '2026-11-21T02:00:00.000Z' },
  }
  const answer = async (target: Page) => {
    await target.route('**/startup/api/v1/provider/1000009', (route) =>
      route.fulfill({ json: { code: 200, provider } }),
    )
    await target.route('**/enterprise/2/1000009', async (route) =>
      route.fulfill({ response: await route.fetch({ url: `${baseURL}/enterprise/approved` }) }),
    )
  }
  await answer(page)
  await page.goto('/enterprise/2/1000009')
  await expect(page).toHaveTitle(/^示例新入驻服务有限公司 - /)
  await page.getByRole('button', { name: '分享', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '分享' })
  await expect(dialog.getByRole('img', { name: '本页的二维码：示例新入驻服务有限公司' })).toBeVisible()
  await expect(dialog.getByText('示例新入驻服务有限公司')).toBeVisible()

  const context = await browser.newContext({ userAgent: PHONES.iOS, ...(baseURL && { baseURL }) })
  const phone = await context.newPage()
  const asked = await addBridge(phone, 'ok')
  await answerSignature(phone)
  await answer(phone)
  await phone.goto('/enterprise/2/1000009')
  await expect
    .poll(async () => shared(await asked()).findLast(({ args }) => args['desc'])?.args)
    .toMatchObject({
      title: '示例新入驻服务有限公司',
      desc: '代理记账，每月 300 元 研发费用归集',
      link: `${baseURL}/enterprise/2/1000009`,
    })
  await context.close()
})

for (const path of ['/popular', '/popular/2', '/loan/home', '/loan/explain', '/fund/1']) {
  test(`${path} is shared from a phone, too`, async ({ page, baseURL }) => {
    await page.setViewportSize({ width: 375, height: 812 })
    await page.goto(path)
    await page.getByRole('button', { name: '分享', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '分享' })
    await expect(dialog).toContainText(`${baseURL}${path}`)
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: '关闭' }).click()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })
}

test('outside WeChat nothing of it is loaded; 分享 shows a code and copies title and address', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await page.goto('/pmanagement/2?from=timeline')
  await page.getByRole('button', { name: '分享', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '分享' })
  await expect(dialog.getByRole('img', { name: /^本页的二维码/ })).toBeVisible()
  await expect(dialog).toContainText(`${baseURL}/pmanagement/2`)
  await dialog.getByRole('button', { name: '复制链接' }).click()
  await expect(page.getByText('已复制标题和链接')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\S.* http.*\/pmanagement\/2$/)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: '分享', exact: true })).toBeFocused()
  expect(scripts.filter((url) => /weixin|in-wechat/.test(url))).toEqual([])
})
