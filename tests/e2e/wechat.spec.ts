/** Sharing into WeChat with the real JS-SDK and a bridge that answers as WeChat does, or does not. */
import type { Page } from 'playwright/test'
import { expect, test } from './support/portal.ts'

const PHONES = {
  iOS: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.61(0x18003d2f) NetType/WIFI Language/zh_CN',
  Android:
    'Mozilla/5.0 (Linux; Android 15; PKX110) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/134.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.61.2880(0x28003D5F) WeChat/arm64 NetType/WIFI',
} as const

type Answers = 'ok' | 'config fails' | 'never'

interface Asked {
  name: string
  args: Record<string, unknown>
}

/** @returns what the bridge was asked for, in order */
async function addBridge(page: Page, answers: Answers): Promise<() => Promise<Asked[]>> {
  await page.addInitScript((how) => {
    const asked: Asked[] = []
    Object.assign(window, {
      asked,
      WeixinJSBridge: {
        invoke(name: string, args: Record<string, unknown>, done: (answer: object) => void) {
          asked.push({ name, args })
          if (how === 'never') return
          const isRefused = how === 'config fails' && name === 'preVerifyJSAPI'
          const word = isRefused ? 'fail, invalid signature' : 'ok'
          setTimeout(() => done({ err_msg: `${name}:${word}` }))
        },
        on() {},
      },
    })
  }, answers)
  return () => page.evaluate(() => (window as unknown as { asked: Asked[] }).asked)
}

/** The reference server has no WeChat account: the answer of one that has. */
async function answerSignature(page: Page): Promise<string[]> {
  const addresses: string[] = []
  await page.route('**/wechat/api/v1/share/signature*', async (route) => {
    addresses.push(new URL(route.request().url()).searchParams.get('url') ?? '')
    await route.fulfill({
      json: {
        code: 200,
        appId: 'wx0123456789',
        timestamp: 1_414_587_457,
        nonceStr: 'Wm3WZYTPz0wzccnW',
        signature: '0f9de62fce790f9a083d5c99e95740ceb90c27ed',
      },
    })
  })
  return addresses
}

const shared = (asked: Asked[]) => asked.filter(({ name }) => name.startsWith('update'))

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
