import { type Company, openCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import { expect, test } from './support/portal.ts'
import { scene } from './support/scene.ts'

let company: Company
test.use({ viewport: { width: 1600, height: 900 } })
test.beforeEach(async ({ playwright, phone }) => {
  company = await openCompany(playwright, phone, `示例 ${phone}`)
})
test.afterEach(() => company.close())

test('政策申报 has pages; an application leads to its consultation, which an operator can begin', async ({
  page,
  phone,
  operator,
}) => {
  await scene('addOrders', phone, 21)
  // Of a page that is gone the last one shows.
  await openDesk(page, `/operator/orders?q=${phone}&page=9`, operator)
  const table = page.getByRole('region', { name: '政策申报' })
  const titles = table.getByRole('row').getByRole('button')
  await expect(titles).toHaveText(['第 1 次申报'])
  await table.getByRole('button', { name: '上一页' }).click()
  await expect(titles).toHaveCount(20)
  await page.goBack()
  await expect(titles).toHaveText(['第 1 次申报'])
  await page.goForward()
  await expect(titles).toHaveCount(20)
  await page.emulateMedia({ media: 'print' })
  await expect(titles.first()).toBeVisible()
  await expect(page.getByRole('button', { name: '导出 CSV' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await titles.first().click()
  await page.getByRole('dialog').getByRole('button', { name: '打开咨询' }).click()
  await expect(page).toHaveURL(/\/operator\/conversations\?id=\d+/)
  await expect(page.getByRole('link', { name: '查看这份申请' })).toBeVisible()
  await page.getByRole('textbox', { name: '回复内容' }).fill('您的材料差一页')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log')).toContainText('您的材料差一页')
})

test('a company sees the expert whose account replies; a logout in another tab clears it', async ({
  page,
  phone,
  operator,
}) => {
  await company.say('您好')
  await openDesk(page, '/operator/experts', operator)
  const name = `专家${phone}`
  await page.getByRole('button', { name: '新增专家' }).click()
  const form = page.getByRole('dialog', { name: '新增专家' })
  await form.getByLabel('姓名').fill(name)
  await form.getByLabel('职务').fill('高级咨询师')
  await form.getByLabel('专业领域').fill('税费减免')
  await page.keyboard.press('Enter')
  await form.getByLabel('介绍').fill('示例专家，用于演示。')
  await form.getByRole('combobox', { name: '登录账号' }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: '（我）' }).click()
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toBeHidden()

  await page.goto(`/operator/companies?id=${company.id}`)
  await expect(page.getByRole('tabpanel', { name: '档案' })).toContainText('未填写')
  await page.getByRole('button', { name: '打开咨询' }).click()
  await expect(page.getByRole('log')).toContainText('您好')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('list', { name: '咨询' }).getByRole('button').first()).toBeVisible()
  await expect(page.getByRole('log').getByText('您好')).toBeVisible()
  // With several pages, the page number is a field as well.
  await expect(page.getByRole('textbox', { name: '回复内容' })).toBeHidden()
  await expect(page.locator('.printed')).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('textbox', { name: '回复内容' }).fill('请讲')
  await page.keyboard.press('Enter')
  await expect.poll(company.answeredBy).toEqual([name])
  await company.say('谢谢')
  await expect(page.getByRole('log')).toContainText('谢谢')
  await page.getByRole('button', { name: '无需回复' }).click()
  await expect(page.getByRole('button', { name: '无需回复' })).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: '回复内容' }), 'work goes on there').toBeFocused()

  const otherTab = await page.context().newPage()
  await otherTab.goto('/operator/orders')
  await otherTab.getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByText('请用运营人员的手机号登录。')).toBeVisible()
  await expect(page.locator('body')).not.toContainText(phone)
})
