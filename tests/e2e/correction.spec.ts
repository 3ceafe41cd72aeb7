import { violations } from './support/look.ts'
import { expect, fillLogin, test } from './support/portal.ts'

test('a reader reports an error; typed text survives the login and a reload', {
  tag: '@journey',
}, async ({ page, phone }) => {
  await page.goto('/review/2')
  await page.getByRole('button', { name: '内容纠错' }).click()
  const dialog = page.getByRole('dialog', { name: '内容纠错' })
  await dialog.getByRole('button', { name: '提交纠错' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('请填写错误说明')
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('哪里有错，应该是什么').fill('第十七条的期限写错了。')
  await page.reload()
  await page.getByRole('button', { name: '内容纠错' }).click()
  await expect(dialog.getByLabel('哪里有错，应该是什么')).toHaveValue('第十七条的期限写错了。')
  await dialog.getByRole('button', { name: '提交纠错' }).click()
  await fillLogin(page, phone)
  await expect(dialog.getByText('已收到，谢谢您。')).toContainText('核实结果将通过“消息”通知您')
})
