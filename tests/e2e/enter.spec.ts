import type { Page } from 'playwright/test'
import { CREDIT_CODE, chooseFile } from './support/forms.ts'
import { overflow, violations } from './support/look.ts'
import { openOperator } from './support/operator.ts'
import { expect, fillLogin, test } from './support/portal.ts'

/** The words of the consent name the fields as well. */
const field = (page: Page, name: string) => page.locator(`[name=${name}]`)

async function fill(page: Page, phone: string, name: string): Promise<void> {
  await field(page, 'category_id').selectOption('2')
  await field(page, 'company_name').fill(name)
  await field(page, 'credit_code').fill(CREDIT_CODE)
  await field(page, 'services').fill('代理记账，每月 300 元')
  await page.getByLabel('省（区、市）').selectOption('440000')
  await page.getByLabel('市', { exact: true }).selectOption('440100')
  await page.getByRole('button', { name: '添加地区' }).click()
  await expect(page.getByLabel('省（区、市）'), 'the next place can be chosen').toBeFocused()
  await field(page, 'contact').fill('李雷')
  await field(page, 'phone').fill(`+86-${phone}`)
}

test('filled in by a visitor, sent, corrected, approved, and read by everybody', {
  tag: '@journey',
}, async ({ page, phone, browser, playwright }) => {
  const operator = await openOperator(playwright)
  const company = `示例服务${phone}有限公司`
  await page.setViewportSize({ width: 1600, height: 900 })
  await page.goto('/enter')
  await page.getByRole('button', { name: '登录并提交入驻申请' }).click()
  await expect(page.getByText('请选择服务类别'), 'the press that wakes the form counts').toBeVisible()
  await fill(page, phone, company)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '登录并提交入驻申请' }).click()
  await expect(page.getByText('请上传营业执照')).toBeVisible()
  await expect(page.getByRole('button', { name: '选择文件：营业执照' })).toBeFocused()
  expect(await violations(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await chooseFile(page, '营业执照', '执照.pdf')
  await page.reload()
  await expect(field(page, 'company_name')).toHaveValue(company)
  await expect(page.getByText('执照.pdf')).toBeVisible()
  await expect(page.getByText('广东省广州市')).toBeVisible()
  await expect(page.getByRole('checkbox')).not.toBeChecked()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '登录并提交入驻申请' }).click()
  await fillLogin(page, phone)
  const sent = page.getByRole('heading', { name: '入驻申请已提交' })
  await expect(sent, 'the licence goes up first').toBeVisible({ timeout: 60_000 })
  expect(await violations(page)).toEqual([])
  const address = await page.getByRole('link', { name: '查看进度' }).getAttribute('href')
  const id = Number(address?.split('poid=')[1])

  await operator.decide(id, 'more', '请写明收费方式')
  await page.goto('/enter')
  const mine = page.getByRole('region', { name: '我的入驻申请' })
  await expect(mine).toContainText('待补充材料')
  await expect(mine).toContainText('请写明收费方式')
  await mine.getByRole('link', { name: '补充资料' }).click()
  await expect(field(page, 'services')).toHaveValue('代理记账，每月 300 元')
  await field(page, 'services').fill('代理记账，按月收费 300 元')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '提交入驻申请', exact: true }).click()
  await expect(page.getByRole('heading', { name: '入驻申请已提交' })).toBeVisible()
  await operator.decide(id, 'approve')

  const visitor = await (await browser.newContext({ viewport: { width: 1600, height: 900 } })).newPage()
  await visitor.goto('/providerlist/2')
  await visitor.getByRole('link', { name: company }).click()
  await expect(visitor.getByRole('heading', { name: company })).toBeVisible()
  await expect(visitor.getByText('代理记账，按月收费 300 元')).toBeVisible()
  await expect(visitor.getByText('广东省广州市')).toBeVisible()
  await expect(visitor.getByText(CREDIT_CODE)).toBeHidden()
  expect(await violations(visitor)).toEqual([])
  expect(await overflow(visitor)).toBeLessThanOrEqual(0)
  await visitor.getByRole('main').getByRole('button', { name: '分享', exact: true }).click()
  await expect(visitor.getByRole('dialog', { name: '分享' })).toBeVisible()
  expect(await violations(visitor)).toEqual([])
  await visitor.keyboard.press('Escape')

  await page.goto('/enter')
  await expect(mine).toContainText('审核通过')
  await mine.getByRole('link', { name: '查看公开页面' }).click()
  await expect(page.getByRole('heading', { name: company })).toBeVisible()

  await page.goto(`/mylist/1?poid=${id}`)
  const content = page.getByRole('region', { name: '申报内容' })
  await expect(content).toContainText('财税服务')
  await expect(content).toContainText('广东省广州市')

  await operator.publish(id, false, '投诉核实中')
  await visitor.reload()
  await expect(visitor, 'it is a 404 now').toHaveURL('/404')
  await visitor.close()
  await page.goto('/enter')
  await expect(mine).toContainText('资料未公开')
  await expect(mine).toContainText('已下线：投诉核实中')
  await operator.close()
})
