import { expect, fillLogin, test } from './support/portal.ts'

test('a reader reports an error; what was typed survives the login and a reload', async ({ page, phone }) => {
  await page.goto('/review/2')
  await page.getByRole('button', { name: '内容纠错' }).click()
  const dialog = page.getByRole('dialog', { name: '内容纠错' })
  await dialog.getByRole('button', { name: '提交纠错' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('请填写错误说明')
  await dialog.getByLabel('哪里有错，应该是什么').fill('第十七条的期限写错了。')
  await page.reload()
  await page.getByRole('button', { name: '内容纠错' }).click()
  await expect(dialog.getByLabel('哪里有错，应该是什么')).toHaveValue('第十七条的期限写错了。')
  await dialog.getByRole('button', { name: '提交纠错' }).click()
  await fillLogin(page, phone)
  await expect(dialog.getByText('已收到，谢谢您。')).toBeVisible()
})

test('news can be reported, too, with an original and without', async ({ page, phone }) => {
  for (const id of [4, 1]) {
    await page.goto(`/information/consultation/${id}`)
    await page.getByRole('button', { name: '内容纠错' }).click()
    const dialog = page.getByRole('dialog', { name: '内容纠错' })
    await dialog.getByLabel('哪里有错，应该是什么').fill('日期应为 5 月 20 日。')
    await dialog.getByRole('button', { name: '提交纠错' }).click()
    if (id === 4) await fillLogin(page, phone)
    await expect(dialog.getByText('已收到，谢谢您。')).toContainText('核实结果将通过“消息”通知您')
  }
})
