import type { Page } from 'playwright/test'
import { chooser, fileTile, madeUp, openNewFolder } from './support/documents.ts'
import { violations } from './support/look.ts'
import { expect, fillLogin, logIn, test } from './support/portal.ts'

const POLICY = '/pmanagement/2'

const pickerOf = (page: Page) => page.getByRole('dialog', { name: '选择企业文件' })
const fileIn = (page: Page, name: string) => pickerOf(page).getByRole('button', { name: `文件 ${name}` })

async function openPicker(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: '材料清单' })
    .getByRole('button', { name: /选择文件$/ })
    .first()
    .click()
}

function upload(page: Page, ...names: string[]): Promise<void> {
  const input = pickerOf(page).getByLabel('上传本地文件').and(page.locator('input'))
  return input.setInputFiles(names.map((name) => madeUp(name, 200)))
}

test('a visitor logs in for the picker; an uploaded file is picked, and ticks the material after a reload as well', {
  tag: '@journey',
}, async ({ page, phone }) => {
  await page.goto(POLICY)
  await page.getByRole('button', { name: '用企业文件备齐材料' }).click()
  await openPicker(page)
  await fillLogin(page, phone)
  const picker = pickerOf(page)
  await expect(picker.getByText('暂无文件夹')).toBeVisible()
  expect((await picker.boundingBox())?.width).toBe(520)
  await expect(picker.getByRole('button', { name: '确定' })).toBeDisabled()
  await upload(page, '甲.pdf', '乙.pdf')
  await expect(page.getByText('每次只能上传一个文件')).toBeVisible()
  await upload(page, '营业执照.pdf')
  await expect(fileIn(page, '营业执照.pdf')).toHaveAttribute('aria-pressed', 'true')
  await expect(picker.getByText('已选 1/5')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await picker.getByRole('button', { name: '确定' }).click()
  await expect(picker).toBeHidden()
  const materials = page.getByRole('region', { name: '材料清单' })
  await expect(materials.getByText('营业执照.pdf')).toBeVisible()
  await expect(materials.getByText(/^已备好 1\//)).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: '用企业文件备齐材料' }).click()
  await expect(materials.getByText('营业执照.pdf')).toBeVisible()
})

test('Ctrl+A picks up to the limit with a message; a replaced file stays picked, a deleted one does not, and a taken name is asked about after the picker has closed', async ({
  page,
  phone,
}) => {
  await logIn(page, phone)
  await page.goto('/documents')
  await openNewFolder(page, '证照')
  const names = ['甲1', '甲2', '甲3', '乙1', '乙2', '乙3'].map((name) => `${name}.pdf`)
  await chooser(page, '批量上传').setInputFiles(names.map((name) => madeUp(name, 10)))
  await expect(page.getByText('已上传 6 个，共 6 个')).toBeVisible()
  await page.goto(POLICY)
  await page.getByRole('button', { name: '用企业文件备齐材料' }).click()
  await openPicker(page)
  const picker = pickerOf(page)
  await picker.getByRole('button', { name: '文件夹 证照', exact: true }).click()
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
  await fileIn(page, '甲2.pdf').focus()
  await page.keyboard.press('Control+a')
  await expect(picker.getByText('已选 3/5')).toBeVisible()

  await picker.getByRole('navigation', { name: '文件夹' }).getByRole('button', { name: '证照' }).click()
  await expect(fileIn(page, '乙1.pdf')).toBeVisible()
  await upload(page, '甲1.pdf')
  const conflict = page.getByRole('dialog', { name: '已有同名文件' })
  await conflict.getByRole('button', { name: '替换' }).click()
  await expect(fileIn(page, '甲1.pdf')).toHaveAttribute('title', /0.2 KB|200/)
  await expect(picker.getByText('已选 3/5')).toBeVisible()
  await picker.getByRole('button', { name: '文件操作：甲2.pdf' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByRole('dialog', { name: '删除“甲2.pdf”？' }).getByRole('button', { name: '确定' }).click()
  await expect(picker.getByText('已选 2/5')).toBeVisible()

  const held = Promise.withResolvers<void>()
  await page.route(/\/company\/\d+\/document\/\d+$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await upload(page, '甲3.pdf')
  await picker.getByRole('button', { name: '关闭' }).click()
  await expect(page.getByText('还有 1 个文件正在上传')).toBeVisible()
  held.resolve()
  await conflict.getByRole('button', { name: '两个都保留' }).click()
  await openPicker(page)
  await picker.getByRole('navigation', { name: '文件夹' }).getByRole('button', { name: '证照' }).click()
  await expect(fileIn(page, '甲3 (1).pdf')).toHaveAttribute('aria-pressed', 'false')
})
