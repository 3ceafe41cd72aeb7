/** The `test` of the browser tests: an error of ours on a page, including CSP violations, fails the test. */
import { test as base, expect, type Page } from 'playwright/test'
import { scene } from './scene.ts'
import { codeFor } from './server.ts'

interface Fixtures {
  /** Console errors that a test causes on purpose. */
  expectedErrors: RegExp | undefined
  phone: string
  operator: string
}

/** Chromium's message when a page navigates again while it fades in. */
const BROWSER_NOISE = /^Transition was (aborted|skipped)/

export const test = base.extend<Fixtures>({
  expectedErrors: [undefined, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
  phone: async ({}, use, info) => {
    const serial = String(Date.now()).slice(-6) + String(info.parallelIndex) + String(info.repeatEachIndex)
    await use(`13${(Number(serial) + info.line) % 10 ** 9}`.padEnd(11, '7'))
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
  operator: async ({}, use) => use(await scene('addOperator')),
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = []
    page.on('pageerror', ({ message }) => {
      if (!BROWSER_NOISE.test(message)) errors.push(message)
    })
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    await use(page)
    expect(errors.filter((error) => !expectedErrors?.test(error))).toEqual([])
  },
})

export { expect }

export async function openLogin(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: '登录' }).click()
  await expect(page.getByRole('dialog', { name: '验证手机' })).toBeVisible()
}

export async function logIn(page: Page, phone: string): Promise<void> {
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data, headers: { 'sec-fetch-site': 'same-origin' } })
    const body = await answer.json()
    if (body.code !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`)
  }
  await scene('spreadAddresses')
  await post('/main/api/v1/sms', { phone })
  await post('/customer/api/v1/customer', { phone, captcha: codeFor(phone) })
}

export async function fillLogin(page: Page, phone: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '验证手机' })
  await dialog.getByLabel('手机号').fill(phone)
  await scene('spreadAddresses')
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  await expect(dialog.getByText('发送成功')).toBeVisible()
  await dialog.getByLabel('验证码', { exact: true }).fill(codeFor(phone))
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: '登录' }).click()
}
