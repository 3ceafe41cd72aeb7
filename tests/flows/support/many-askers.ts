/** A portal under many requests for codes, each from an address of its own. */
import type { Browser } from '../../../server/testing/browser.ts'
import { openPortal } from '../../../server/testing/portal.ts'

export const OWNER = '13800000001'
export const OWNERS_ADDRESS = '203.0.113.7'
export const LOGGED_IN = { asked: 200, entered: 200 }

export type Crowd = Awaited<ReturnType<typeof openCrowd>>

export async function openCrowd() {
  const sent: string[] = []
  const portal = await openPortal({
    env: { TRUSTED_PROXY_HOPS: '1' },
    sendSms: async (phone, code) => {
      sent.push(phone)
      portal.codes.set(phone, code)
    },
  })
  const post = async (browser: Browser, path: string, body: object, address: string) =>
    (await browser.post(path, body, { 'x-forwarded-for': address })).body

  const ask = (browser: Browser, address: string, phone = OWNER) =>
    post(browser, '/main/api/v1/sms', { phone }, address)
  const guess = (browser: Browser, captcha: string, address: string, phone = OWNER) =>
    post(browser, '/customer/api/v1/customer', { phone, captcha }, address)

  /** Requests a code and enters it; returns the codes of the two answers. */
  async function logIn(browser = portal.browser(), address = OWNERS_ADDRESS) {
    const { code: asked } = await ask(browser, address)
    const { code: entered } = await guess(browser, portal.codes.get(OWNER) ?? '', address)
    return { asked, entered }
  }
  return {
    portal,
    sent,
    ask,
    guess,
    logIn,
    async knownBrowser() {
      const browser = portal.browser()
      await logIn(browser)
      await browser.get('/customer/api/v1/logout')
      portal.clock.ms += 3 * 24 * 3_600_000
      sent.length = 0
      return browser
    },
  }
}

export const ipv4 = (index: number) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`
