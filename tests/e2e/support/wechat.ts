/** A WeChat that answers like the real one: its bridge, and the signature that lets a page use it. */
import type { Page } from 'playwright/test'

export const PHONES = {
  iOS: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.61(0x18003d2f) NetType/WIFI Language/zh_CN',
  Android:
    'Mozilla/5.0 (Linux; Android 15; PKX110) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/134.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.61.2880(0x28003D5F) WeChat/arm64 NetType/WIFI',
} as const

interface Asked {
  name: string
  args: Record<string, unknown>
}

export async function addBridge(page: Page): Promise<() => Promise<Asked[]>> {
  await page.addInitScript(() => {
    const asked: Asked[] = []
    Object.assign(window, {
      asked,
      WeixinJSBridge: {
        invoke(name: string, args: Record<string, unknown>, done: (answer: object) => void) {
          asked.push({ name, args })
          setTimeout(() => done({ err_msg: `${name}:ok` }))
        },
        on() {},
      },
    })
  })
  return () => page.evaluate(() => (window as unknown as { asked: Asked[] }).asked)
}

/** Answers as a server with a WeChat account: the reference server has none. */
export async function answerSignature(page: Page): Promise<string[]> {
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

export const shared = (asked: Asked[]) => asked.filter(({ name }) => name.startsWith('update'))
