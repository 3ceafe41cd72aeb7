/** Company documents in a real browser: folders, uploads and what becomes of them. */

import { openDocuments, uploadFile } from './support/documents.ts'
import { expect, logIn, test } from './support/portal.ts'

test.beforeEach(async ({ page, phone }) => {
  await page.goto('/documents')
  await logIn(page, phone)
})

test('a folder is made, a file goes up, and both are still there after a reload', async ({ page }) => {
  await openDocuments(page)
  await expect(page.getByText('暂无文件夹')).toBeVisible()
  await page.getByRole('button', { name: '新建文件夹' }).click()
  const dialog = page.getByRole('dialog', { name: '新建文件夹' })
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('文件夹名不能为空')
  await dialog.getByLabel('文件夹名').fill('申报材料')
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.getByRole('button', { name: '文件夹 申报材料' }).click()
  await uploadFile(page, { name: '营业执照.pdf', bytes: 300_000 })
  await expect(page.getByText('上传成功')).toBeVisible()
  await expect(page.getByRole('button', { name: '文件 营业执照.pdf' })).toBeVisible()
  await expect(page.getByText('0.29 MB/1 GB')).toBeVisible()
  await page.reload()
  await page.getByRole('navigation', { name: '文件夹' }).getByRole('button', { name: '申报材料' }).click()
  await expect(page.getByRole('button', { name: '文件 营业执照.pdf' })).toBeVisible()
})
