/** What is uploaded from the picker: picked or not, told of after the picker has closed, and after the session has ended. */
import type { Page } from 'playwright/test'
import { madeUp, openNewFolder, uploadFile } from './support/documents.ts'
import { expect, fillLogin, logIn, test } from './support/portal.ts'
import { scene } from './support/scene.ts'

test.use({ expectedErrors: /Failed to load resource/ })

test.beforeEach(async ({ page, phone }) => {
  test.slow()
  await logIn(page, phone)
  await page.goto('/documents')
  await openNewFolder(page, '证照')
  await uploadFile(page, { name: '执照.pdf', bytes: 100 })
  await uploadFile(page, { name: '别的.pdf', bytes: 100 })
  await page.goto('/pmanagement/1')
  await page.getByRole('button', { name: '用企业文件备齐材料' }).click()
})

const pickerOf = (page: Page) => page.getByRole('dialog', { name: '选择企业文件' })
const fileIn = (page: Page, name: string) => pickerOf(page).getByRole('button', { name: `文件 ${name}` })
const conflictOf = (page: Page) => page.getByRole('dialog', { name: '已有同名文件' })

async function openPicker(page: Page) {
  await page
    .getByRole('button', { name: /选择文件$/ })
    .first()
    .click()
  await expect(pickerOf(page)).toBeVisible()
}

async function openFolder(page: Page) {
  await pickerOf(page)
    .getByRole('navigation', { name: '文件夹' })
    .getByRole('button', { name: '证照' })
    .click()
  await expect(fileIn(page, '执照.pdf')).toBeVisible()
}

function upload(page: Page, name: string) {
  const input = pickerOf(page).getByLabel('上传本地文件').and(page.locator('input'))
  return input.setInputFiles(madeUp(name, 200))
}

test('a picked file that an upload replaces stays picked', async ({ page }) => {
  await openPicker(page)
  await openFolder(page)
  await fileIn(page, '执照.pdf').click()
  await expect(pickerOf(page).getByText('已选 1/5')).toBeVisible()
  await upload(page, '执照.pdf')
  await conflictOf(page).getByRole('button', { name: '替换' }).click()
  await expect(page.getByText('上传成功')).toBeVisible()
  await expect(fileIn(page, '执照.pdf')).toHaveAttribute('title', /0.2 KB|200/)
  await expect(pickerOf(page).getByText('已选 1/5')).toBeVisible()
})

test('a question about a name and the end of an upload are heard after the picker has closed', async ({
  page,
}) => {
  await openPicker(page)
  await openFolder(page)
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route(/\/company\/\d+\/document\/\d+$/, async (route) => {
    await held
    await route.continue()
  })
  await upload(page, '执照.pdf')
  await pickerOf(page).getByRole('button', { name: '关闭' }).click()
  await expect(page.getByText('还有 1 个文件正在上传')).toBeVisible()
  goOn()
  await conflictOf(page).getByRole('button', { name: '两个都保留' }).click()
  await expect(page.getByText('上传成功')).toBeVisible()
  await openPicker(page)
  await openFolder(page)
  await expect(fileIn(page, '执照 (1).pdf')).toHaveAttribute('aria-pressed', 'false')
})

test('after the session has ended the picker goes on with the next login; opened again it reads anew', async ({
  page,
  phone,
}) => {
  await scene('allowNextCode', phone)
  await page.evaluate(() => localStorage.removeItem('login:resend_at'))
  await page.reload()
  await page.getByRole('button', { name: '用企业文件备齐材料' }).click()
  await openPicker(page)
  await openFolder(page)
  await fileIn(page, '执照.pdf').click()
  await scene('endSessions', phone)
  await pickerOf(page).getByRole('button', { name: '全部文件' }).first().click()
  await fillLogin(page, phone)
  await expect(page.getByText('登录成功')).toBeVisible()
  await openFolder(page)
  await expect(fileIn(page, '执照.pdf')).toHaveAttribute('aria-pressed', 'true')
  await pickerOf(page).getByRole('button', { name: '关闭' }).click()
  await scene('addFolders', phone, '证照', ['后来的'])
  await openPicker(page)
  await expect(pickerOf(page).getByRole('button', { name: '文件夹 后来的' })).toBeVisible()
})

test('a picked file that is deleted meanwhile is not picked any more', async ({ page }) => {
  await openPicker(page)
  await openFolder(page)
  for (const name of ['执照.pdf', '别的.pdf']) await fileIn(page, name).click()
  await expect(pickerOf(page).getByText('已选 2/5')).toBeVisible()
  await pickerOf(page).getByRole('button', { name: '文件操作：执照.pdf' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByRole('dialog', { name: '删除“执照.pdf”？' }).getByRole('button', { name: '确定' }).click()
  await expect(pickerOf(page).getByText('已选 1/5')).toBeVisible()
})
