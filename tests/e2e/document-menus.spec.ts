/** Choices in the menus of company documents, in windows of any height. */
import type { Page } from 'playwright/test'
import { choose, openNewFolder } from './support/documents.ts'
import { expect, logIn, test } from './support/portal.ts'

test('文件夹操作 creates a folder in the folder, and opens it', async ({ page, phone }) => {
  await logIn(page, phone)
  await page.goto('/documents')
  await openNewFolder(page, '材料')
  await page.getByRole('navigation', { name: '当前位置' }).getByRole('button', { name: '全部文件' }).click()
  await page.getByRole('button', { name: '文件夹操作：材料' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    '重命名',
    '新建文件夹',
    '下载',
    '下载为压缩包',
    '移动到…',
    '删除',
  ])
  await page.keyboard.press('Escape')
  await forgetAnchors(page)
  await page.setViewportSize({ width: 375, height: 440 })
  await page.getByRole('button', { name: '文件夹操作：材料' }).click()
  for (const entry of ['重命名', '删除'])
    await expect(page.getByRole('menuitem', { name: entry, exact: true })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await choose(page, '材料', '新建文件夹')
  const dialog = page.getByRole('dialog', { name: '在“材料”中新建文件夹' })
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('文件夹名不能为空')
  await dialog.getByLabel('文件夹名').fill('2026')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(page.getByRole('navigation', { name: '当前位置' })).toHaveText('全部文件材料')
  await expect(page.getByRole('button', { name: '文件夹 2026', exact: true })).toBeVisible()
})

/** As in a browser without anchor positioning: the style sheet does not place the menu. */
function forgetAnchors(page: Page): Promise<void> {
  return page.evaluate(() => {
    CSS.supports = () => false
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('html body .action-menu { inset: 100vh auto auto; position-try: none }')
    document.adoptedStyleSheets.push(sheet)
  })
}
