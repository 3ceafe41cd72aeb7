import { shownDigits } from '../../server/testing/authenticator.ts'
import { expectAccessible, openDesk } from './support/desk.ts'
import { expect, test } from './support/portal.ts'
import { scene } from './support/scene.ts'

test('an operator sets up an authenticator, and logs in by a recovery code after a code was used', {
  tag: '@journey',
}, async ({ page, operator: phone }) => {
  await openDesk(page, '/operator/operators', phone)
  const mine = page.getByRole('row').filter({ hasText: '本人' })
  await expect(mine).toContainText('未设置')
  await expectAccessible(page)
  await mine.getByRole('button', { name: '设置身份验证器' }).click()
  const setUp = page.getByRole('dialog', { name: '设置身份验证器' })
  await expect(setUp.getByRole('img', { name: '身份验证器的二维码' })).toBeVisible()
  await setUp.getByText('不能扫描时，手工输入密钥').click()
  const key = (await setUp.locator('.factor-key').innerText()).replaceAll(' ', '')
  await expectAccessible(page)
  const digits = shownDigits(key, Date.now())
  const field = setUp.getByRole('textbox', { name: '验证码' })
  await field.fill(digits === '000000' ? '000001' : '000000')
  await page.keyboard.press('Enter')
  await expect(setUp.getByRole('alert')).toHaveText('验证码不正确，请核对手机的时间后再输入')
  await field.fill(digits)
  await setUp.getByRole('button', { name: '确定' }).click()

  const done = page.getByRole('dialog', { name: '身份验证器已启用' })
  await expect(done.getByRole('listitem')).toHaveCount(10)
  const recovery = await done.getByRole('listitem').first().innerText()
  await expectAccessible(page)
  await done.getByRole('button', { name: '我已保存' }).click()
  await expect(mine).toContainText('恢复码剩 10 个')

  await scene('forgetProofs', phone)
  await page.reload()
  const proof = page.getByRole('dialog', { name: '验证身份' })
  await proof.getByRole('textbox', { name: '验证码' }).fill(digits)
  await page.keyboard.press('Enter')
  await expect(proof.getByRole('alert')).toHaveText('验证码不正确或已使用过，请等下一个')
  await expect(mine).toHaveCount(0)
  await expectAccessible(page)
  await proof.getByRole('textbox', { name: '验证码' }).fill(recovery.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(proof).toBeHidden()
  await expect(mine).toContainText('恢复码剩 9 个')
})
