import { violations } from './support/look.ts'
import { openOperator } from './support/operator.ts'
import { expect, fillLogin, test } from './support/portal.ts'

test('a talk with a fund is reserved on a phone: checked at the field, with a login on the way', {
  tag: '@journey',
}, async ({ page, phone }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/fund/1')
  await page.getByRole('button', { name: '预约面谈' }).click()
  const dialog = page.getByRole('dialog', { name: /^预约面谈：/ })
  await dialog.getByRole('button', { name: '提交预约' }).click()
  await expect(dialog.getByText('请填写联系人')).toBeVisible()
  await expect(dialog.getByLabel('联系人')).toBeFocused()
  expect(await violations(page)).toEqual([])

  await dialog.getByLabel('联系人').fill('李雷')
  await dialog.getByLabel('手机号').fill('＋86 138-0013-8000')
  await dialog.getByLabel(/想了解什么/).fill('投资条件')
  await dialog.getByRole('button', { name: '取消' }).click()
  await page.reload()
  await page.getByRole('button', { name: '预约面谈' }).click()
  await expect(dialog.getByLabel(/想了解什么/), 'what was typed is kept').toHaveValue('投资条件')
  await dialog.getByRole('button', { name: '提交预约' }).click()
  const offered = page.getByRole('dialog', { name: '验证手机' }).getByLabel('手机号')
  await expect(offered, 'the phone of the form').toHaveValue('13800138000')
  await fillLogin(page, phone)
  await expect(dialog.getByText(/预约已提交/), 'one press is enough').toBeVisible()
  await dialog.getByRole('button', { name: '知道了' }).click()
  await expect(page.getByRole('button', { name: '预约面谈' })).toBeFocused()
  await page.getByRole('button', { name: '预约面谈' }).click()
  await expect(dialog.getByLabel('联系人'), 'and gone once it is sent').toHaveValue('')
})

test("an expert's time is visible without a login, reserved, and not offered again", async ({
  page,
  phone,
  playwright,
}) => {
  const operator = await openOperator(playwright)
  const name = `示例专家${phone}`
  await operator.addExpert(name, [
    { starts_at: '2027-01-05T10:00:00+08:00', ends_at: '2027-01-05T10:50:00+08:00' },
  ])
  await operator.close()

  await page.goto('/help')
  await page.getByRole('button', { name: '查看专家和可约时间' }).click()
  const times = page.getByRole('list', { name: `${name}的可约时间` })
  await expect(times).toBeVisible()
  expect(await violations(page)).toEqual([])
  await times.getByRole('button', { name: '1月5日周二 10:00—10:50' }).click()
  const dialog = page.getByRole('dialog', { name: `预约${name}：1月5日周二 10:00—10:50` })
  await dialog.getByLabel('联系人').fill('韩梅')
  await dialog.getByLabel('手机号').fill('13800138000')
  await dialog.getByRole('button', { name: '提交预约' }).click()
  await fillLogin(page, phone)
  await expect(dialog.getByText(/预约已提交/)).toBeVisible()
  await dialog.getByRole('button', { name: '知道了' }).click()
  await expect(times.getByRole('button', { name: '1月5日周二 10:00—10:50' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name })).toBeFocused()
})
