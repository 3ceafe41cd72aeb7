/** A loan application that is put right: what an operator asked for, and what was begun in vain. */
import { bringMaterials, consent, DECLARE, goOn, nameCompany, needAmount } from './support/loan.ts'
import { openOperator } from './support/operator.ts'
import { expect, fillLogin, test } from './support/portal.ts'

// Whole stories, on machines that may be busy.
test.beforeEach(() => test.setTimeout(300_000))

test('what an operator asks for is put right in the form itself', async ({ page, phone, playwright }) => {
  await page.goto(DECLARE)
  await needAmount(page)
  await nameCompany(page, phone)
  await bringMaterials(page)
  await consent(page)
  await page.getByRole('button', { name: '登录并提交申请' }).click()
  await fillLogin(page, phone)
  await expect(page).toHaveURL(/\/loan\/success\?poid=\d+$/, { timeout: 60_000 })
  const id = Number(new URL(page.url()).searchParams.get('poid'))
  const operator = await openOperator(playwright)
  await operator.decide(id, 'more', '请把期限改为 24 个月')
  await operator.close()
  await page.goto(`/mylist/1?poid=${id}`)
  await page.getByRole('link', { name: '修改申请内容和材料' }).click()
  await expect(page.getByLabel('期限')).toHaveValue('12')
  await expect(page.getByText(/^修改 DK\S+，需要您补充：“请把期限改为 24 个月”$/)).toBeVisible()
  await page.getByLabel('期限').fill('24')
  for (let times = 0; times < 3; times += 1) await goOn(page)
  await consent(page)
  const refusal = { code: 400, message: '贷款机构今天不收申请' }
  await page.route('**/customer/api/v1/additional', (route) => route.fulfill({ json: refusal }), { times: 1 })
  await page.getByRole('button', { name: '提交申请', exact: true }).click()
  await expect(page.getByText('提交失败：贷款机构今天不收申请')).toBeVisible()
  await expect(page.getByRole('checkbox').first(), 'nothing else has changed').toBeChecked()
  await page.getByRole('button', { name: '提交申请', exact: true }).click()
  await expect(page).toHaveURL(`/loan/success?poid=${id}`)
  await page.getByRole('link', { name: '查看进度' }).click()
  await expect(page.getByText('24 个月', { exact: true })).toBeVisible()
})

test('a link to a correction without a login says what it needs; what was written of one that is closed can be deleted', async ({
  page,
  phone,
}) => {
  await page.goto('/loan/declare?poid=7')
  await expect(page.getByText('登录后才能修改这份申请。')).toBeVisible()
  const overlay = page.getByRole('dialog', { name: '验证手机' })
  await expect(overlay).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(overlay).toBeHidden()
  await page.locator('.form-missing').getByRole('button', { name: '登录' }).click()
  await fillLogin(page, phone)
  const closed = page.locator('.form-missing')
  await expect(closed).toContainText('填写新的申请')

  await page.evaluate(async () => {
    const { data } = await (await fetch('/customer/api/v1/login')).json()
    const content = { texts: { product_id: '0', amount: '60万', purpose: '改过的用途' }, files: [] }
    const kept = { client_id: 'correction-of-7', revision: 1, saved: false, content }
    localStorage.setItem(`form:loan:${data.company_id}:7`, JSON.stringify(kept))
  })
  await page.reload()
  const kept = page.getByRole('region', { name: '没有提交的修改' })
  await expect(kept).toContainText('请本站推荐')
  await expect(kept).toContainText('改过的用途')
  await kept.getByRole('button', { name: '删除这份修改' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(kept).toHaveCount(0)
  await expect(closed, 'the focus has a place to stay').toBeFocused()
})
