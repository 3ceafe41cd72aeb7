import { expectAccessible, openDesk } from './support/desk.ts'
import { openOperator } from './support/operator.ts'
import { expect, logIn, test } from './support/portal.ts'

test("a time left to the operators is chosen among the expert's free ones", async ({
  page,
  phone,
  operator,
  playwright,
  browser,
}) => {
  const colleague = await openOperator(playwright)
  const name = `被约的专家${phone}`
  await colleague.addExpert(name, [
    { starts_at: '2027-01-06T10:00:00+08:00', ends_at: '2027-01-06T10:50:00+08:00' },
  ])
  await colleague.close()
  await logIn(page, phone)
  await page.goto('/help')
  await page.getByRole('button', { name: '查看专家和可约时间' }).click()
  const times = page.getByRole('list', { name: `${name}的可约时间` })
  await times.getByRole('button', { name: '时间由工作人员安排' }).click()
  const dialog = page.getByRole('dialog', { name: `预约${name}：时间由工作人员安排` })
  await dialog.getByLabel('联系人').fill('韩梅')
  await dialog.getByLabel('手机号').fill('13800138000')
  await dialog.getByRole('button', { name: '提交预约' }).click()
  await expect(dialog.getByText(/预约已提交/)).toBeVisible()

  const context = await browser.newContext({ viewport: { width: 1600, height: 900 } })
  const desk = await context.newPage()
  await openDesk(desk, '/operator/reservations?kind=expert', operator)
  const row = desk.getByRole('row', { name: new RegExp(name) })
  await expect(row).toContainText('待安排')
  await row
    .getByRole('button', { name: '确 认' })
    .or(row.getByRole('button', { name: '确认' }))
    .click()
  const answer = desk.getByRole('dialog', { name: /的预约$/ })
  await answer.getByRole('combobox', { name: /^时间/ }).click()
  const free = answer.locator('.ant-select-item-option').filter({ hasText: '1月6日周三 10:00—10:50' })
  await expect(free).toBeVisible()
  await expect(answer.getByRole('listbox', { name: '时间' })).toHaveCount(1)
  await expectAccessible(desk)
  await free.click()
  await expectAccessible(desk)
  await answer.getByRole('button', { name: /^确\s*认$/ }).click()
  await expect(row).toContainText('已确认')
  await expect(row).not.toContainText('待安排')
  await context.close()

  await page.goto('/account#reservations')
  await expect(page.getByText('1月6日周三 10:00—10:50')).toBeVisible()
})
