/** A person with one of three browsers: `page` is Playwright's own, or the same interface over WebKit's driver. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, expect, type PlaywrightWorkerArgs } from 'playwright/test'
import { scene } from '../e2e/support/scene.ts'
import { codeFor, E2E_ORIGIN } from '../e2e/support/server.ts'
import type { BrowserPage } from './page.ts'
import { openWebKit } from './webkit.ts'

export const ENGINES = ['chromium', 'firefox', 'webkit'] as const
export type Engine = (typeof ENGINES)[number]

/** `body {}`, which Playwright adds to pages of Firefox before a picture, and their policy blocks. */
const EMPTY_STYLE = 'sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA='

interface Opened {
  page: BrowserPage
  close: () => Promise<void>
}
interface Browser {
  newPage: () => Promise<Opened>
  close: () => Promise<void>
}

export const test = base.extend<{ person: BrowserPage; phone: string }, { engine: Engine; opened: Browser }>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  opened: [
    async ({ engine, playwright }, use) => {
      const browser = engine === 'webkit' ? await openWebKit(E2E_ORIGIN) : await open(playwright, engine)
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  person: async ({ opened }, use, info) => {
    const { page, close } = await opened.newPage()
    await use(page)
    // A picture of the state says more than the driver's error.
    if (info.status !== info.expectedStatus)
      writeFileSync(info.outputPath('page.png'), await page.screenshot())
    await close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
  phone: async ({}, use, { workerIndex, repeatEachIndex, line, retry }) => {
    const serial = Date.now() * 10 + workerIndex + repeatEachIndex + line + retry
    await use(`15${String(serial % 10 ** 9).padStart(9, '0')}`)
  },
})

async function open(
  playwright: PlaywrightWorkerArgs['playwright'],
  engine: 'chromium' | 'firefox',
): Promise<Browser> {
  const { CHROMIUM_PATH = '' } = process.env
  const browser =
    engine === 'firefox'
      ? await playwright.firefox.launch({
          channel: 'moz-firefox',
          executablePath: join(import.meta.dirname, 'firefox.ts'),
          firefoxUserPrefs: { 'widget.gtk.overlay-scrollbars.enabled': true, 'ui.useOverlayScrollbars': 1 },
        })
      : await playwright.chromium.launch({
          ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }),
          args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
        })
  return {
    async newPage() {
      const context = await browser.newContext({
        baseURL: E2E_ORIGIN,
        locale: 'zh-CN',
        timezoneId: 'Asia/Shanghai',
      })
      context.setDefaultTimeout(20_000)
      const errors: string[] = []
      const page = await context.newPage()
      page.on('pageerror', ({ message }) => {
        if (!message.includes(EMPTY_STYLE)) errors.push(message)
      })
      return {
        page,
        async close() {
          await context.close()
          expect(errors).toEqual([])
        },
      }
    },
    close: () => browser.close(),
  }
}

export async function logIn(page: BrowserPage, phone: string): Promise<void> {
  const cookies = new Map<string, string>()
  const post = async (path: string, data: object) => {
    const answer = await fetch(`${E2E_ORIGIN}${path}`, {
      method: 'POST',
      body: JSON.stringify(data),
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const body = (await answer.json()) as { code: number }
    if (body.code !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`)
  }
  await scene('spreadAddresses')
  await post('/main/api/v1/sms', { phone })
  await post('/customer/api/v1/customer', { phone, captcha: codeFor(phone) })
  const { hostname } = new URL(E2E_ORIGIN)
  await page
    .context()
    .addCookies([...cookies].map(([name, value]) => ({ name, value, domain: hostname, path: '/' })))
}

export async function fillLogin(page: BrowserPage, phone: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '验证手机' })
  await dialog.getByLabel('手机号').fill(phone)
  await scene('spreadAddresses')
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  await dialog.getByText('发送成功').waitFor()
  await dialog.getByLabel('验证码', { exact: true }).fill(codeFor(phone))
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: '登录' }).click()
}

export async function openChat(page: BrowserPage) {
  await page
    .locator('aside')
    .getByRole('button', { name: /专家咨询/ })
    .first()
    .click()
  return page.getByRole('dialog', { name: '专家咨询' })
}
