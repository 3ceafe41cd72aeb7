import { expect, fillLogin, logInByHand, openLogin, test } from './support/portal.ts'
import { scene } from './support/scene.ts'

const overlay = '验证手机'

test('is 400 by 380 from 480 px up, and fits a phone', async ({ page }) => {
  await page.goto('/')
  await openLogin(page)
  const dialog = page.getByRole('dialog', { name: overlay })
  expect(await dialog.boundingBox()).toMatchObject({ width: 400, height: 380 })
  await page.setViewportSize({ width: 375, height: 667 })
  const box = await dialog.boundingBox()
  expect(box?.width).toBeLessThanOrEqual(375)
  expect(box?.x).toBeGreaterThanOrEqual(0)
})

test('says what is wrong with the phone, the code and the consent', async ({ page, phone }) => {
  await page.goto('/')
  await openLogin(page)
  const dialog = page.getByRole('dialog', { name: overlay })
  const notice = dialog.getByRole('alert')
  await dialog.getByRole('button', { name: '登录' }).click()
  await expect(notice).toHaveText('请输入手机号和验证码！')
  await dialog.getByLabel('手机号').fill('12345678901')
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  await expect(notice).toHaveText('请输入正确的手机号')
  await dialog.getByLabel('手机号').fill(phone)
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  await expect(notice).toHaveText('发送成功')
  await expect(dialog.getByRole('checkbox')).not.toBeChecked()
  await dialog.getByLabel('验证码', { exact: true }).fill('000000')
  await dialog.getByRole('button', { name: '登录' }).click()
  await expect(notice).toHaveText('请先阅读并同意用户协议和隐私政策')
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: '登录' }).click()
  await expect(notice).toHaveText('登录失败')
  await expect(dialog.getByLabel('手机号')).toHaveValue(phone)
})

test('counts down from 60, stays pressable, survives closing and reloading', async ({ page, phone }) => {
  await page.clock.install()
  await page.goto('/')
  await openLogin(page)
  const dialog = page.getByRole('dialog', { name: overlay })
  const button = dialog.locator('.login-get-code')
  await dialog.getByLabel('手机号').fill(phone)
  await button.click()
  await expect(button).toHaveText(/^(60|59)s$/)
  await page.clock.runFor(10_000)
  await expect(button).toHaveText(/^(50|49|48)s$/)
  await button.click()
  await expect(dialog.getByRole('alert')).toHaveText('获取验证码过于频繁！')
  await dialog.getByRole('button', { name: '关闭' }).click()
  await openLogin(page)
  await expect(dialog.getByLabel('手机号')).toHaveValue(phone)
  await expect(button).toHaveText(/^\d\ds$/)
  await page.reload()
  await openLogin(page)
  await expect(button).toHaveText(/^\d\ds$/)
  await page.clock.runFor(61_000)
  await expect(button).toHaveText('获取验证码')
})

test('closes by icon and Esc, keeps the focus inside and gives it back', async ({ page }) => {
  await page.goto('/')
  await openLogin(page)
  const dialog = page.getByRole('dialog', { name: overlay })
  await expect(dialog.getByLabel('手机号')).toBeFocused()
  for (let step = 0; step < 12; step++) await page.keyboard.press('Tab')
  const outside = await page.evaluate(() => {
    const active = document.activeElement
    return active !== document.body && !active?.closest('dialog')
  })
  expect(outside).toBe(false)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('banner').getByRole('button', { name: '登录' })).toBeFocused()
  await openLogin(page)
  await dialog.getByRole('button', { name: '关闭' }).click()
  await expect(dialog).toBeHidden()
})

test('logs in, and the page shows it at once and after a reload', async ({ page, phone }) => {
  await page.goto('/')
  await logInByHand(page, phone)
  await expect(page.getByRole('button', { name: '我的' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: '登录' })).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: '我的' })).toBeVisible()
})

test('many ask for codes: the browser works a moment for its own, and the person logs in as ever', async ({
  page,
  phone,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/main/api/v1/sms')) asked.push(request.postData() ?? '')
  })
  await scene('askElsewhere', phone, 4)
  await page.goto('/')
  await logInByHand(page, phone)
  expect(asked).toHaveLength(2)
  expect(asked[1]).toContain('"proof"')
})

test('can be used on a screen of 320 by 180, as at 400 % zoom', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 180 })
  await page.goto('/')
  await openLogin(page)
  const submit = page.getByRole('dialog').getByRole('button', { name: '登录' })
  await submit.focus()
  await expect(submit).toBeInViewport()
})

test('works with the keyboard alone', async ({ page, phone }) => {
  await page.goto('/')
  const button = page.getByRole('banner').getByRole('button', { name: '登录' })
  for (let step = 0; step < 30 && !(await button.evaluate((e) => e === document.activeElement)); step++) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: overlay })
  await expect(dialog.getByLabel('手机号')).toBeFocused()
  await page.keyboard.type(phone)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('发送成功')).toBeVisible()
  const { codeFor } = await import('./support/server.ts')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type(codeFor(phone))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('登录成功')).toBeVisible()
  await expect(page.getByRole('button', { name: '我的' })).toBeFocused()
})

test.describe('with the server away', () => {
  test.use({ expectedErrors: /Failed to load resource/ })

  test('says so, loses nothing, and works again when it is back', async ({ page, phone }) => {
    await page.goto('/')
    await openLogin(page)
    const dialog = page.getByRole('dialog', { name: overlay })
    await page.route('**/main/api/v1/sms', (route) => route.abort())
    await dialog.getByLabel('手机号').fill(phone)
    await dialog.getByRole('button', { name: '获取验证码' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('网络连接失败，请检查网络后重试')
    await expect(dialog.getByLabel('手机号')).toHaveValue(phone)
    await page.unroute('**/main/api/v1/sms')
    await fillLogin(page, phone)
    await expect(page.getByText('登录成功')).toBeVisible()
  })
})
