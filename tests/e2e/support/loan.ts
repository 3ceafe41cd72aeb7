import { expect, type Page } from 'playwright/test'
import { CREDIT_CODE, chooseFile } from './forms.ts'

/** 示例经营周转贷: 10 to 300 万元, 3 to 36 months. */
export const DECLARE = '/loan/declare?product=1'
const MATERIALS = ['营业执照', '近 12 个月银行流水', '上一年度财务报表或者纳税申报表', '法定代表人身份证']

export const goOn = (page: Page) => page.getByRole('button', { name: '下一步' }).click()
export const step = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

export async function needAmount(page: Page): Promise<void> {
  await expect(page.getByLabel('贷款产品')).toHaveValue('1')
  await page.getByLabel('贷款金额').fill('５０万')
  await page.getByLabel('期限').fill('12')
  await page.getByLabel('贷款用途').fill('采购原材料，以订单回款归还')
  await goOn(page)
  await expect(step(page, '企业信息')).toBeVisible()
}

export async function nameCompany(page: Page, phone: string): Promise<void> {
  await page.getByLabel('企业名称').fill('示例科技有限公司')
  await page.getByLabel('统一社会信用代码').fill(CREDIT_CODE)
  await page.getByLabel('法定代表人').fill('韩梅梅')
  await page.getByLabel('联系人').fill('李雷')
  await page.getByLabel('联系电话').fill(`+86 ${phone}`)
  await goOn(page)
  await expect(page.getByRole('group', { name: '材料', exact: true })).toBeVisible()
}

export async function bringMaterials(page: Page): Promise<void> {
  for (const [index, slot] of MATERIALS.entries()) await chooseFile(page, slot, `${index}.pdf`)
  await goOn(page)
  await expect(step(page, '核对和授权')).toBeVisible()
}

export async function consent(page: Page): Promise<void> {
  for (const box of await page.getByRole('checkbox').all()) await box.check()
}
