import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { fileTile, openNewFolder, uploadFile } from './support/documents.ts'
import { expect, logIn, test } from './support/portal.ts'
import { scene } from './support/scene.ts'

test.beforeEach(async ({ page, phone }) => {
  await logIn(page, phone)
  await page.goto('/documents')
  await openNewFolder(page, '材料')
})

function tellOfChange(page: Page) {
  return page.evaluate(() => new BroadcastChannel('documents').postMessage('another tab'))
}

const folder = (page: Page, name: string) => page.getByRole('button', { name: `文件夹 ${name}`, exact: true })

test('keys act on the focused tile, after insertions before it as well; Tab leaves the list for the next element', async ({
  page,
  phone,
}) => {
  await uploadFile(page, { name: 'b.pdf', bytes: 10 })
  await uploadFile(page, { name: 'c.pdf', bytes: 10 })
  await fileTile(page, 'b.pdf').focus()
  await scene('addFolders', phone, '材料', ['新来的'])
  await tellOfChange(page)
  await expect(folder(page, '新来的')).toBeVisible()
  await expect(fileTile(page, 'b.pdf')).toBeFocused()
  await page.keyboard.press('F2')
  await expect(page.getByRole('dialog', { name: '重命名' }).getByLabel('文件名')).toHaveValue('b.pdf')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Delete')
  await expect(page.getByRole('dialog', { name: '删除“b.pdf”？' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press(' ')
  await expect(page.getByRole('checkbox', { name: '选择 b.pdf' })).toBeChecked()
  await page.keyboard.press(' ')
  await page.keyboard.press('ArrowRight')
  await expect(fileTile(page, 'c.pdf')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(folder(page, '新来的')).toBeFocused()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: '重命名' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(folder(page, '新来的')).toBeFocused()
  await page.keyboard.press('Control+A')
  await expect(page.getByRole('button', { name: '删除 3 项' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '删除 3 项' })).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: '文件夹操作：新来的' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.locator('.items :focus')).toHaveCount(0)
})

test('the focus follows into a folder, and to the neighbour of a deleted or moved item', async ({
  page,
  phone,
}) => {
  await scene('addFolders', phone, '材料', ['一', '二'])
  await scene('addFolders', phone, '二', ['甲', '乙', '丙'])
  await tellOfChange(page)
  await folder(page, '二').press('Enter')
  await expect(folder(page, '丙')).toBeVisible()
  const names = await page.locator('.item-name').allTextContents()
  await expect(folder(page, names[0] ?? '')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(folder(page, names[1] ?? '')).toBeFocused()
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: '确定' }).press('Enter')
  await expect(folder(page, names[1] ?? '')).toBeHidden()
  await expect(folder(page, names[2] ?? '')).toBeFocused()
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: '确定' }).press('Enter')
  await expect(folder(page, names[2] ?? '')).toBeHidden()
  await expect(folder(page, names[0] ?? '')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('还没有文件。')).toBeVisible()
  await expect(page.getByRole('list', { name: '文件夹和文件' })).toBeFocused()
})

test('a file dropped beside the box does not replace the page, one in the box is uploaded', async ({
  page,
}) => {
  const from = mkdtempSync(join(tmpdir(), 'dropped-'))
  const path = join(from, '拖放.txt')
  writeFileSync(path, '1')
  const session = await page.context().newCDPSession(page)
  const drop = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox()
    const at = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 20 }
    const data = { items: [], files: [path], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await session.send('Input.dispatchDragEvent', { type, ...at, data })
    }
  }
  await drop('header')
  await drop('.explorer-content')
  await expect(fileTile(page, '拖放.txt')).toBeVisible()
  expect(page.context().pages()).toHaveLength(1)
  rmSync(from, { recursive: true })
})
