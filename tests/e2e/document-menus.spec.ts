/** What the menus and the keys of company documents choose. */
import type { Page } from 'playwright/test'
import { choose, chooser, fileTile, madeUp, openNewFolder } from './support/documents.ts'
import { expect, logIn, test } from './support/portal.ts'

test.beforeEach(async ({ page, phone }) => {
  test.slow()
  await logIn(page, phone)
  await page.goto('/documents')
  await openNewFolder(page, '材料')
})

test('文件夹操作 makes a folder in the folder, and shows it there', async ({ page }) => {
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

test('Ctrl+A picks all files up to the limit, says when they are more, and in a field selects its text', async ({
  page,
}) => {
  const names = ['甲1', '甲2', '甲3', '乙1', '乙2', '乙3'].map((name) => `${name}.pdf`)
  await chooser(page, '批量上传').setInputFiles(names.map((name) => madeUp(name, 10)))
  await expect(page.getByText('已上传 6 个，共 6 个')).toBeVisible()
  await page.goto('/pmanagement/2')
  await page.getByRole('button', { name: '用企业文件备齐材料' }).click()
  await page
    .getByRole('region', { name: '材料清单' })
    .getByRole('button', { name: /选择文件$/ })
    .first()
    .click()
  const picker = page.getByRole('dialog', { name: '选择企业文件' })
  await picker.getByRole('button', { name: '文件夹 材料', exact: true }).click()
  await fileTile(page, '甲1.pdf').focus()
  await page.keyboard.press('Control+a')
  await expect(page.getByText('选择文件的个数不能超过5个！')).toBeVisible()
  await expect(picker.getByText('最多选 5 个')).toBeVisible()
  const search = picker.getByRole('searchbox')
  await search.fill('甲')
  await search.press('Enter')
  await expect(picker.getByText('找到 3 项')).toBeVisible()
  await search.press('Control+a')
  const selected = await search.evaluate((field: HTMLInputElement) => [
    field.selectionStart,
    field.selectionEnd,
    getSelection()?.toString(),
  ])
  expect(selected).toEqual([0, 1, '甲'])
  await expect(picker.getByText('最多选 5 个')).toBeVisible()
  await picker.getByRole('button', { name: /^文件 甲2\.pdf/ }).focus()
  await page.keyboard.press('Control+a')
  await expect(picker.getByText('已选 3/5')).toBeVisible()
})

/** As in a browser without anchor positioning: the style sheet puts the menu anywhere. */
function forgetAnchors(page: Page): Promise<void> {
  return page.evaluate(() => {
    CSS.supports = () => false
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('html body .action-menu { inset: 100vh auto auto; position-try: none }')
    document.adoptedStyleSheets.push(sheet)
  })
}
