import { overflow, violations } from './support/look.ts'
import { expect, openLogin, test } from './support/portal.ts'
import { codeFor } from './support/server.ts'

const overlay = '验证手机'

test('a login traps and returns the focus, reports problems at their field, counts down, and succeeds', {
  tag: '@journey',
}, async ({ page, phone }) => {
  await page.goto('/')
  await openLogin(page)
  const dialog = page.getByRole('dialog', { name: overlay })
  const notice = dialog.getByRole('alert')
  await expect(dialog.getByLabel('手机号')).toBeFocused()
  for (let step = 0; step < 12; step++) await page.keyboard.press('Tab')
  const isOutside = await page.evaluate(() => {
    const active = document.activeElement
    return active !== document.body && !active?.closest('dialog')
  })
  expect(isOutside).toBe(false)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('banner').getByRole('button', { name: '登录' })).toBeFocused()
  await page.keyboard.press('Enter')

  await dialog.getByRole('button', { name: '登录' }).click()
  await expect(notice).toHaveText('请输入手机号和验证码！')
  await dialog.getByLabel('手机号').fill('12345678901')
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  await expect(notice).toHaveText('请输入正确的手机号')
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('手机号').fill(phone)
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  await expect(notice).toHaveText('发送成功')
  const countdown = dialog.locator('.login-get-code')
  await expect(countdown).toHaveText(/^\d+s$/)
  await dialog.getByLabel('验证码', { exact: true }).fill('000000')
  await dialog.getByRole('button', { name: '登录' }).click()
  await expect(notice).toHaveText('请先阅读并同意用户协议和隐私政策')
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: '登录' }).click()
  await expect(notice).toHaveText('登录失败')

  await dialog.getByRole('button', { name: '关闭' }).click()
  await expect(dialog).toBeHidden()
  await openLogin(page)
  await expect(dialog.getByLabel('手机号'), 'what was typed is kept').toHaveValue(phone)
  await dialog.getByLabel('验证码', { exact: true }).fill(codeFor(phone))
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: '登录' }).click()
  await expect(page.getByText('登录成功')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: '登录' })).toBeHidden()
  const asked = page.getByRole('form', { name: '企业名称' })
  await asked.getByLabel('贵企业的名称').fill('示例科技有限公司')
  await asked.getByRole('button', { name: '保存' }).click()
  await expect(asked).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: '我的 示例科技有限公司' })).toBeVisible()
})

test('is 400 by 380 from 480 px up, fits a phone, and works at 400 % zoom; its countdown continues after a reload', async ({
  page,
  phone,
}) => {
  await page.clock.install()
  await page.goto('/')
  await openLogin(page)
  const dialog = page.getByRole('dialog', { name: overlay })
  expect(await dialog.boundingBox()).toMatchObject({ width: 400, height: 380 })
  await page.setViewportSize({ width: 480, height: 667 })
  expect(await dialog.boundingBox()).toMatchObject({ width: 400, height: 380 })
  await page.setViewportSize({ width: 375, height: 667 })
  const box = await dialog.boundingBox()
  expect(box?.width).toBeLessThanOrEqual(375)
  expect(box?.x).toBeGreaterThanOrEqual(0)
  await page.setViewportSize({ width: 320, height: 180 })
  const submit = dialog.getByRole('button', { name: '登录' })
  await submit.focus()
  await expect(submit).toBeInViewport()
  expect(await overflow(page)).toBeLessThanOrEqual(0)

  const countdown = dialog.locator('.login-get-code')
  await dialog.getByLabel('手机号').fill(phone)
  await countdown.click()
  await expect(countdown).toHaveText(/^\d\ds$/)
  await countdown.click()
  await expect(dialog.getByRole('alert'), 'it stays pressable').toHaveText('获取验证码过于频繁！')
  await page.reload()
  await openLogin(page)
  await expect(countdown).toHaveText(/^\d\ds$/)
  await page.clock.runFor(61_000)
  await expect(countdown).toHaveText('获取验证码')
})
