/** The picker, where a policy's materials are ticked, and the way to a higher level. */
import { violations } from './support/look.ts'
import { expect, logIn, logInByHand, test } from './support/portal.ts'

const POLICY = '/pmanagement/2'

test.beforeEach(() => test.slow())

test('a file is uploaded in the picker, picked, and ticks the material after a reload, too', async ({
  page,
  phone,
}) => {
  await logIn(page, phone)
  await page.goto(POLICY)
  await page.getByRole('button', { name: '用企业文件备齐材料' }).click()
  const materials = page.getByRole('region', { name: '材料清单' })
  await materials
    .getByRole('button', { name: /选择文件$/ })
    .first()
    .click()
  const picker = page.getByRole('dialog', { name: '选择企业文件' })
  await expect(picker.getByText('暂无文件夹')).toBeVisible()
  expect((await picker.boundingBox())?.width).toBe(520)
  await expect(picker.getByRole('button', { name: '确定' })).toBeDisabled()
  const input = picker.getByLabel('上传本地文件')
  const file = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.alloc(2000, 1) })
  await input.and(page.locator('input')).setInputFiles([file('甲.pdf'), file('乙.pdf')])
  await expect(page.getByText('每次只能上传一个文件')).toBeVisible()
  await input.and(page.locator('input')).setInputFiles(file('营业执照.pdf'))
  await expect(picker.getByRole('button', { name: '文件 营业执照.pdf' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(picker.getByText('已选 1/5')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await picker.getByRole('button', { name: '确定' }).click()
  await expect(picker).toBeHidden()
  await expect(materials.getByText('营业执照.pdf')).toBeVisible()
  await expect(materials.getByText(/^已备好 1\//)).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: '用企业文件备齐材料' }).click()
  await expect(materials.getByText('营业执照.pdf')).toBeVisible()
})

test('a visitor who wants to pick a file is asked to log in', async ({ page }) => {
  await page.goto(POLICY)
  await page.getByRole('button', { name: '用企业文件备齐材料' }).click()
  await page
    .getByRole('button', { name: /选择文件$/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: '验证手机' })).toBeVisible()
})

test('levels are compared, and an upgrade is asked for once', async ({ page, phone }) => {
  await page.goto('/grade')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['基础版', '专业版', '旗舰版'])
  await logInByHand(page, phone)
  await expect(page.getByText('已用 0 MB/1 GB')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: '申请专业版' }).click()
  const dialog = page.getByRole('dialog', { name: '申请专业版' })
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await expect(dialog.getByText('请填写联系人')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('联系人').fill('王示例')
  await dialog.getByLabel('手机号').fill(phone)
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await expect(page.getByText('申请已提交')).toBeVisible()
  await page.reload()
  await expect(page.getByText('已申请升级到专业版')).toBeVisible()
})
