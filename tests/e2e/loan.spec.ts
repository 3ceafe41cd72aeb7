/** Applying for a loan: four steps, any input, a receipt, and one application in every case. */
import type { Page } from 'playwright/test'
import { chooseFile, SIZES } from './support/forms.ts'
import { bringMaterials, consent, DECLARE, goOn, nameCompany, needAmount, step } from './support/loan.ts'
import { overflow, violations } from './support/look.ts'
import { expect, fillLogin, test } from './support/portal.ts'

const problem = (page: Page, label: string) =>
  page.locator('.form-field', { has: page.getByLabel(label) }).locator('.form-problem')

for (const { name, width, height } of SIZES) {
  const tag = width < 1000 ? '@journey' : []
  test(`on ${name}: invalid input is reported at the field; login at the end; one application and its receipt`, {
    tag,
  }, async ({ page, phone }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/loan/success')
    await expect(page.getByRole('heading', { level: 1 }), 'there is no receipt yet').toHaveText('贷款申请')
    await page.goto(DECLARE)
    await expect(page.getByLabel('贷款产品')).toHaveValue('1')
    await page.getByLabel('期限').fill('0')
    await goOn(page)
    await expect(problem(page, '贷款金额')).toHaveText('请填写贷款金额')
    await expect(problem(page, '期限')).toHaveText('请填写 3 至 36 之间的整月数')
    await expect(page.getByLabel('贷款金额')).toBeFocused()
    await page.getByLabel('贷款金额').fill('５')
    await goOn(page)
    await expect(problem(page, '贷款金额')).toHaveText('这个产品的额度是 100,000 至 3,000,000 元')
    expect(await violations(page)).toEqual([])
    await needAmount(page)
    await expect(page).toHaveURL('/loan/declare?step=2')

    await page.getByLabel('统一社会信用代码').fill('91350100M000100Y44')
    await goOn(page)
    await expect(problem(page, '统一社会信用代码')).toContainText('最后一位校验不符')
    await expect(page.getByLabel('企业名称')).toBeFocused()
    expect(await violations(page)).toEqual([])
    await nameCompany(page, phone)
    await goOn(page)
    await expect(page.getByText('请提供“营业执照”')).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel('联系电话')).toHaveValue(phone)
    await page.goForward()
    expect(await violations(page)).toEqual([])
    await bringMaterials(page)
    await expect(page.getByText('500,000 元')).toBeVisible()
    for (const box of await page.getByRole('checkbox').all()) await expect(box).not.toBeChecked()
    await page.getByRole('button', { name: '登录并提交申请' }).click()
    await expect(page.getByText('不授权就不能转给贷款机构')).toBeVisible()
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.reload()
    await expect(step(page, '核对和授权')).toBeVisible()
    await consent(page)
    await page.getByRole('button', { name: '登录并提交申请' }).click()
    await fillLogin(page, phone)
    await expect(page).toHaveURL(/\/loan\/success\?poid=\d+$/)
    await expect(page.getByRole('heading', { name: '贷款申请已提交' })).toBeVisible()
    await expect(page).toHaveTitle('贷款申请已提交 - 知策')
    await expect(page.getByText(/受理编号 DK/)).toBeVisible()
    expect(await violations(page)).toEqual([])
    const success = page.url()

    await page.goBack()
    await expect(page.getByText(/您刚提交过一份申请|这份申请已经提交/)).toBeVisible()
    await page.goto(success)
    await page.getByRole('link', { name: '查看进度' }).click()
    const panel = page.getByRole('region', { name: '申报详情' })
    await expect(panel.getByText('500,000 元')).toBeVisible()
    await expect(panel.getByText('0.pdf')).toBeVisible()
    await page.goto('/mylist/1')
    await expect(page.locator('.order-row')).toHaveCount(1)
  })
}

test('上一步 is the step before, from every entry, and Back and Forward keep the order', async ({
  page,
  phone,
}) => {
  await page.goto(DECLARE)
  await needAmount(page)
  await nameCompany(page, phone)
  await bringMaterials(page)
  await page.getByRole('button', { name: /修改.*贷款需求/ }).click()
  await expect(step(page, '贷款需求')).toBeVisible()
  await expect(page.getByLabel('贷款用途')).toHaveValue('采购原材料，以订单回款归还')
  await goOn(page)
  await expect(step(page, '企业信息')).toBeVisible()
  await page.getByRole('button', { name: '上一步' }).click()
  await expect(step(page, '贷款需求'), 'not forward to the review').toBeVisible()
  await page.goBack()
  await expect(step(page, '企业信息')).toBeVisible()

  await page.goto('/loan/declare?step=3')
  await expect(step(page, '材料')).toBeVisible()
  await page.getByRole('button', { name: '上一步' }).click()
  await expect(step(page, '企业信息'), 'not out of the form').toBeVisible()
  await expect(page.getByLabel('联系电话')).toHaveValue(phone)
  await page.getByRole('button', { name: '上一步' }).click()
  await expect(page).toHaveURL('/loan/declare?step=1')
  await goOn(page)
  await goOn(page)
  await page.goBack()
  await expect(step(page, '企业信息')).toBeVisible()
  await page.getByLabel('企业名称').fill('')
  await page.goForward()
  await expect(page.getByLabel('企业名称'), 'no step behind one that is wrong').toBeVisible()
  await expect(page).toHaveURL('/loan/declare?step=2')
})

/** Number of a form's files in the browser's database. */
function pendingCount(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise((done) => {
        const opening = indexedDB.open('pending-files')
        opening.onsuccess = () => {
          const counting = opening.result.transaction('files').objectStore('files').count()
          counting.onsuccess = () => {
            opening.result.close()
            done(counting.result)
          }
        }
      }),
  )
}

test("a founder without a credit code applies for the founders' loan by keyboard; 清空 leaves no scan in the browser", async ({
  page,
  phone,
}) => {
  await page.goto('/loan/declare?product=6')
  await expect(page.getByLabel('贷款产品')).toHaveValue('6')
  await page.getByLabel('贷款金额').fill('20万')
  await page.getByLabel('期限').fill('24')
  await page.getByLabel('贷款用途').fill('开店')
  await page.getByLabel('期限').press('Enter')
  await page.getByLabel('企业名称').fill('拟开的店')
  await page.getByRole('checkbox', { name: '尚未注册' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByLabel('统一社会信用代码')).toBeHidden()
  await page.getByLabel('创业者姓名').fill('李雷')
  await page.getByLabel('联系人').fill('李雷')
  await page.getByLabel('联系电话').fill(phone)
  await page.getByLabel('联系电话').press('Enter')
  await expect(step(page, '材料')).toBeVisible()
  await expect(page.getByText('营业执照', { exact: true })).toBeHidden()
  for (const slot of ['身份证', '身份类别证明', '创业计划或者经营说明'])
    await chooseFile(page, slot, `${slot}.pdf`)
  await goOn(page)
  await expect(step(page, '核对和授权')).toBeVisible()
  await expect(page.getByText('示例担保公司一号、示例银行六号')).toBeVisible()
  expect(await pendingCount(page)).toBe(3)
  await page.getByRole('button', { name: '清空重填' }).click()
  await page.getByRole('button', { name: '确定' }).click()
  await expect.poll(() => pendingCount(page)).toBe(0)
  await expect(step(page, '贷款需求'), 'not a review of nothing').toBeVisible()
  await expect(page.locator('.form-body > legend')).toBeFocused()
})

test('two tabs of one device write one draft', async ({ page, context }) => {
  await page.goto(DECLARE)
  await page.getByLabel('贷款金额').fill('50万')
  await expect(page.getByText(/已保存到本设备/), 'the form is awake').toBeVisible()
  const other = await context.newPage()
  await other.goto('/loan/declare')
  await expect(other.getByLabel('贷款金额')).toHaveValue(/50/)
  await other.getByLabel('贷款用途').fill('另一页写的')
  await expect(page.getByLabel('贷款用途')).toHaveValue('另一页写的')
})
