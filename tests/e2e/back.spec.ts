import { bubbles, openChatByCard, say } from './support/chat.ts'
import { openCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import { choose, fileTile, openNewFolder, uploadFile } from './support/documents.ts'
import { expect, logIn, test } from './support/portal.ts'

test.use({ viewport: { width: 375, height: 800 } })

test('the chat', async ({ page, phone }) => {
  await logIn(page, phone)
  await page.goto('/help')
  await page.goto('/facilitator')
  const chat = await openChatByCard(page)
  await say(chat, '您好')
  await expect(bubbles(chat)).toHaveText(['您好'])
  await page.goBack()
  await expect(chat).toBeHidden()
  await expect(page).toHaveURL('/facilitator')
  await page.goBack()
  await expect(page).toHaveURL('/help')
  await expect(chat).toBeHidden()
})

test('the picker above the application, and then the application', async ({ page, phone }) => {
  await logIn(page, phone)
  await page.goto('/documents')
  await openNewFolder(page, '证照')
  await uploadFile(page, { name: '营业执照.pdf', bytes: 1000 })
  await page.goto('/help')
  await page.goto('/pmanagement/1')
  await page.getByRole('button', { name: '我要申报' }).first().click()
  const form = page.getByRole('dialog', { name: /^申报/ })
  const picker = page.getByRole('dialog', { name: '选择企业文件' })
  const pick = form.getByRole('button', { name: /选择文件$/ }).first()
  await pick.click()
  await expect(picker.getByRole('navigation', { name: '文件夹' })).toContainText('证照')
  await page.goBack()
  await expect(picker).toHaveCount(0)
  await expect(form).toBeVisible()
  await pick.click()
  await picker.getByRole('button', { name: '关闭' }).click()
  await expect(picker).toHaveCount(0)
  await page.goBack()
  await expect(form).toHaveCount(0)
  await expect(page).toHaveURL('/pmanagement/1')
  await page.goBack()
  await expect(page).toHaveURL('/help')
})

test('a folder is in the address: reload, Back and a dialog in between', async ({ page, phone }) => {
  await logIn(page, phone)
  await page.goto('/documents')
  await openNewFolder(page, '合同')
  await expect(page).toHaveURL(/\/documents\?folder=\d+$/)
  await uploadFile(page, { name: '报价.pdf', bytes: 8 })
  await page.reload()
  await expect(fileTile(page, '报价.pdf')).toBeVisible()
  await choose(page, '报价.pdf', '删除')
  const confirm = page.getByRole('dialog', { name: '删除“报价.pdf”？' })
  await expect(confirm).toBeVisible()
  await page.goBack()
  await expect(confirm).toHaveCount(0)
  await expect(fileTile(page, '报价.pdf')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/documents')
  await expect(page.getByRole('button', { name: '文件夹 合同', exact: true })).toBeVisible()
})

test('a dialog of the desk, above the list and above an application', async ({
  page,
  phone,
  operator,
  playwright,
}) => {
  const company = await openCompany(playwright, phone, `退回${phone}`)
  const order = await company.declare(2)
  await openDesk(page, '/operator/orders', operator)
  await page.goto(`/operator/orders?id=${order}`)
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: '受理' }).click()
  await drawer.getByRole('button', { name: '要求补充' }).click()
  const more = page.getByRole('dialog', { name: /^要求补充/ })
  await expect(more).toBeVisible()
  await page.goBack()
  await expect(more).toHaveCount(0)
  await expect(page).toHaveURL(`/operator/orders?id=${order}`)
  await page.goBack()
  await expect(page).toHaveURL('/operator/orders')
  await company.close()
})
