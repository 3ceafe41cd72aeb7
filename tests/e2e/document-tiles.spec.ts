/** What the tiles of documents show after a change, and what an update that was broken off is called. */
import { choose, chooser, fileTile, madeUp, openNewFolder, slowUploads } from './support/documents.ts'
import { expect, logIn, test } from './support/portal.ts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

test.use({ expectedErrors: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to load resource/ })

test.beforeEach(async ({ page, phone }) => {
  test.slow()
  await logIn(page, phone)
  await page.goto('/documents')
  await openNewFolder(page, '材料')
})

test('a picture that becomes another kind of file loses its picture', async ({ page }) => {
  await chooser(page, '上传文件').setInputFiles({ name: '图.png', mimeType: 'image/png', buffer: PIXEL })
  await expect(page.locator('.file-picture')).toBeVisible()
  await choose(page, '图.png', '重命名')
  const dialog = page.getByRole('dialog', { name: '重命名' })
  await dialog.getByLabel('文件名').fill('图.pdf')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(fileTile(page, '图.pdf')).toBeVisible()
  await expect(page.locator('.file-badge')).toHaveText('PDF')
  await expect(page.locator('.file-picture')).toBeHidden()
})

test('an update that a reload broke off names its folder', async ({ page }) => {
  await chooser(page, '上传文件').setInputFiles(madeUp('大.pdf', 100))
  await expect(fileTile(page, '大.pdf')).toBeVisible()
  page.on('dialog', (dialog) => dialog.accept())
  await slowUploads(page, 300_000)
  const choosing = page.waitForEvent('filechooser')
  await choose(page, '大.pdf', '更新')
  await (await choosing).setFiles(madeUp('大.pdf', 3_000_000))
  await expect.poll(() => page.evaluate(() => localStorage.getItem('uploads'))).toContain('"uploadId"')
  await page.reload()
  await expect(page.getByText('打开“材料”，在“大.pdf”的菜单里选“更新”，再选择这个文件')).toBeVisible()
})
