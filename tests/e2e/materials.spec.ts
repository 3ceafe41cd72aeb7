/**
 * Materials from the documents: chosen before and during the application, with the order afterwards, and their
 * validity.
 */
import type { Page } from 'playwright/test'
import { choose, madeUp, openNewFolder, uploadFile } from './support/documents.ts'
import { violations } from './support/look.ts'
import { expect, logIn, test } from './support/portal.ts'
import { scene } from './support/scene.ts'

const POLICY = '/pmanagement/1'

async function pick(page: Page, name: string) {
  const picker = page.getByRole('dialog', { name: '选择企业文件' })
  await picker.getByRole('navigation', { name: '文件夹' }).getByRole('button', { name: '证照' }).click()
  await picker.getByRole('button', { name: `文件 ${name}` }).click()
  await picker.getByRole('button', { name: '确定' }).click()
  await expect(picker).toBeHidden()
}

async function setLastDay(page: Page, name: string, day: string) {
  await choose(page, name, '设置有效期')
  const dialog = page.getByRole('dialog', { name: '设置有效期' })
  await dialog.getByLabel('有效期至').fill(day)
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('修改成功')).toBeVisible()
}

test('an expired document is marked wherever it is chosen, belongs to the application for two materials, and is there once', async ({
  page,
  phone,
}) => {
  await logIn(page, phone)
  await page.goto('/documents')
  await openNewFolder(page, '证照')
  await uploadFile(page, { name: '营业执照.pdf', bytes: 3000 })
  await setLastDay(page, '营业执照.pdf', '2020-01-31')
  await expect(page.getByRole('button', { name: '文件 营业执照.pdf 已过期' })).toBeVisible()
  await page.goto(POLICY)
  await page.getByRole('button', { name: '用企业文件备齐材料' }).click()
  const prepared = page.getByRole('region', { name: '材料清单' })
  const pickers = prepared.getByRole('button', { name: /选择文件$/ })
  await pickers.nth(0).click()
  await pick(page, '营业执照.pdf')
  await expect(prepared.getByText('已过期')).toBeVisible()
  await page.getByRole('button', { name: '我要申报' }).click()
  const form = page.getByRole('dialog', { name: /申报/ })
  await expect(form.getByText('营业执照.pdf')).toBeVisible()
  await expect(form.getByText('已过期')).toBeVisible()
  await form
    .getByRole('button', { name: /选择文件$/ })
    .nth(1)
    .click()
  const picker = page.getByRole('dialog', { name: '选择企业文件' })
  await expect(picker.getByText('正在加载…')).toBeHidden()
  await picker.locator('input[aria-label=上传本地文件]').setInputFiles(madeUp('补充.pdf', 8))
  await expect(picker.locator('.toast', { hasText: '上传成功' })).toBeVisible()
  await picker.getByRole('button', { name: '文件 补充.pdf' }).click()
  await pick(page, '营业执照.pdf')
  await expect(form.getByText('营业执照.pdf')).toHaveCount(2)
  await expect(form.getByText(/已备齐 2 \//)).toBeVisible()
  await form.getByLabel('联系人').fill('王示例')
  await form.getByLabel('联系电话').fill(phone)
  await form.getByRole('button', { name: '提交申报' }).click()
  await form.getByRole('link', { name: '查看进度' }).click()
  const files = page.getByRole('region', { name: '申报文件' })
  await expect(files.getByRole('button', { name: '营业执照.pdf', exact: true })).toHaveCount(2)
  const downloading = page.waitForEvent('download')
  await files.getByRole('button', { name: '营业执照.pdf', exact: true }).first().click()
  expect((await downloading).suggestedFilename()).toBe('营业执照.pdf')

  await files.getByRole('button', { name: '不用“营业执照.pdf”' }).first().click()
  const asking = page.getByRole('dialog', { name: '从这份申报里删除“营业执照.pdf”？' })
  await asking.getByRole('button', { name: '取消' }).click()
  await files.getByRole('button', { name: '不用“营业执照.pdf”' }).first().click()
  await asking.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('删除成功')).toBeVisible()
  await expect(files.getByRole('button', { name: '营业执照.pdf', exact: true })).toHaveCount(1)
  await files.getByRole('button', { name: '为“其他文件”选择文件' }).click()
  await pick(page, '营业执照.pdf')
  await expect(page.getByText('添加文件成功')).toBeVisible()
  expect(await violations(page)).toEqual([])
  // It was uploaded once before; it and the other file take a block each.
  expect(await scene('roomOf', phone)).toEqual({ used_bytes: 8192, reserved_bytes: 0 })
})
