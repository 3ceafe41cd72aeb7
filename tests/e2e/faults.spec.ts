/**
 * A page that asks by itself, a press that asks the server, and a reply of the desk, each under faults of a running portal:
 * nobody who is logged in is asked to log in, what is missing is said, and when the fault is over it goes on.
 */
import type { Page, Route } from 'playwright/test'
import { openCompany } from './support/company.ts'
import { expect, logIn, test } from './support/portal.ts'

interface Broken {
  fault: (route: Route) => Promise<void>
  told: RegExp
}

const NO_ANSWER: Broken = { fault: (route) => route.abort('connectionrefused'), told: /网络连接失败/ }
const FAULT: Broken = {
  fault: (route) => route.fulfill({ status: 500, json: { code: 500 } }),
  told: /服务暂时不可用/,
}
const HTML: Broken = {
  fault: (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>登录</title>' }),
  told: /服务返回的内容有误/,
}

test.use({ expectedErrors: /Failed to load resource|ERR_/ })

async function openLine(page: Page): Promise<{ fault?: Broken['fault'] | undefined }> {
  const line: { fault?: Broken['fault'] | undefined } = {}
  await page.route(/\/api\/v1\//, (route) => (line.fault ? line.fault(route) : route.continue()))
  return line
}

const login = (page: Page) => page.getByRole('dialog', { name: '验证手机' })

test('a press that calls the server shows why it failed, and the next press succeeds', {
  tag: '@journey',
}, async ({ page, phone }) => {
  await logIn(page, phone)
  const line = await openLine(page)
  // Before that, a press makes the session check.
  const isKnown = page.waitForResponse((answer) => answer.url().endsWith('/customer/api/v1/login'))
  await page.goto('/review/2')
  await isKnown
  await page.getByRole('button', { name: '内容纠错' }).click()
  const typed = page.getByLabel('哪里有错，应该是什么')
  await typed.fill('第十七条的期限写错了。')
  const send = page.getByRole('button', { name: '提交纠错' })
  const done = page.getByText('已收到，谢谢您。')
  for (const { fault, told } of [NO_ANSWER, HTML]) {
    line.fault = fault
    await expect(page.getByText(told), 'what an earlier fault left to read is gone').toHaveCount(0)
    await send.click()
    await expect(page.getByText(told).first()).toBeVisible()
    await expect(done).toBeHidden()
    await expect(login(page)).toBeHidden()
    await expect(typed).toHaveValue('第十七条的期限写错了。')
  }
  line.fault = undefined
  await send.click()
  await expect(done).toBeVisible()
})

test('a failed reply at the desk shows the reason, and is sent once, by a press or automatically', {
  tag: '@journey',
}, async ({ page, phone, operator, playwright }) => {
  const company = await openCompany(playwright, phone, `示例 ${phone}`)
  await company.say('您好')
  await logIn(page, operator)
  const line = await openLine(page)
  await page.goto(`/operator/conversations?q=${phone}`)
  await page.getByRole('list', { name: '咨询' }).getByRole('button').click()
  const log = page.getByRole('log')
  const broken = [FAULT, HTML]
  for (const [turn, { fault, told }] of broken.entries()) {
    const text = `请讲第 ${turn} 点`
    line.fault = fault
    await page.getByRole('textbox', { name: '回复内容' }).fill(text)
    await page.getByRole('button', { name: '发送', exact: true }).click()
    await expect(log.getByText(told)).toBeVisible()
    await expect(log).toContainText(text)
    expect(await company.heard()).not.toContain(text)
    await expect(login(page)).toBeHidden()
    line.fault = undefined
    // It may go by itself while somebody points at the button: pressed in one go, if it is still there.
    await log.getByRole('button', { name: '重新发送' }).evaluateAll((buttons) => {
      for (const button of buttons as HTMLElement[]) button.click()
    })
    await expect.poll(company.heard).toContain(text)
    await expect(log.getByText(told)).toBeHidden()
  }
  expect(await company.heard()).toHaveLength(1 + broken.length)
  await company.close()
})

test('a page that loads by itself reports what is missing, and continues after the fault', {
  tag: '@journey',
}, async ({ page, phone }) => {
  await logIn(page, phone)
  const line = await openLine(page)
  const content = page.getByRole('button', { name: '新建文件夹' })
  const retry = page.getByRole('button', { name: '重试' })
  for (const { fault, told } of [NO_ANSWER, FAULT]) {
    line.fault = fault
    await page.goto('about:blank')
    await page.goto('/documents')
    await expect(page.getByText(told).first()).toBeVisible()
    await expect(retry.first()).toBeVisible()
    await expect(login(page)).toBeHidden()
    line.fault = undefined
    // One part of a page may fail after another, and go on by itself.
    await expect(async () => {
      await retry.evaluateAll((all) => {
        for (const button of all as HTMLElement[]) button.click()
      })
      expect(await content.isVisible()).toBe(true)
      expect(await retry.count()).toBe(0)
    }).toPass()
    await expect(login(page)).toBeHidden()
  }
})
