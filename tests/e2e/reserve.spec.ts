/** 预约: a fund's talk on a phone, an expert's time at a desk. */
import { overflow, violations } from './support/look.ts'
import { openOperator } from './support/operator.ts'
import { expect, fillLogin, test } from './support/portal.ts'

test('a talk with a fund is reserved on a phone: checked at the field, with a login on the way', {
  tag: '@journey',
}, async ({ page, phone }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/fund/1')
  await page.getByRole('button', { name: '预约面谈' }).click()
  const dialog = page.getByRole('dialog', { name: /^预约面谈：/ })
  await dialog.getByRole('button', { name: '提交预约' }).click()
  await expect(dialog.getByText('请填写联系人')).toBeVisible()
  await expect(dialog.getByLabel('联系人')).toBeFocused()
  expect(await violations(page)).toEqual([])

  await dialog.getByLabel('联系人').fill('李雷')
  await dialog.getByLabel('手机号').fill('＋86 138-0013-8000')
  await dialog.getByLabel(/想了解什么/).fill('投资条件')
  await dialog.getByRole('button', { name: '取消' }).click()
  await page.reload()
  await page.getByRole('button', { name: '预约面谈' }).click()
  await expect(dialog.getByLabel(/想了解什么/), 'what was typed is kept').toHaveValue('投资条件')
  await dialog.getByRole('button', { name: '提交预约' }).click()
  const offered = page.getByRole('dialog', { name: '验证手机' }).getByLabel('手机号')
  await expect(offered, 'the phone of the form').toHaveValue('13800138000')
  await fillLogin(page, phone)
  await expect(dialog.getByText(/预约已提交/), 'one press is enough').toBeVisible()
  await dialog.getByRole('button', { name: '知道了' }).click()
  await expect(page.getByRole('button', { name: '预约面谈' })).toBeFocused()
  await page.getByRole('button', { name: '预约面谈' }).click()
  await expect(dialog.getByLabel('联系人'), 'and gone once it is sent').toHaveValue('')
})

test("an expert's time is visible without a login, reserved, and not offered again", async ({
  page,
  phone,
  playwright,
}) => {
  const operator = await openOperator(playwright)
  const name = `示例专家${phone}`
  await operator.addExpert(name, [
    { starts_at: '2027-01-05T10:00:00+08:00', ends_at: '2027-01-05T10:50:00+08:00' },
  ])
  await operator.close()

  await page.goto('/help')
  await page.getByRole('button', { name: '查看专家和可约时间' }).click()
  const times = page.getByRole('list', { name: `${name}的可约时间` })
  await expect(times).toBeVisible()
  expect(await violations(page)).toEqual([])
  await times.getByRole('button', { name: '1月5日周二 10:00—10:50' }).click()
  const dialog = page.getByRole('dialog', { name: `预约${name}：1月5日周二 10:00—10:50` })
  await dialog.getByLabel('联系人').fill('韩梅')
  await dialog.getByLabel('手机号').fill('13800138000')
  await dialog.getByRole('button', { name: '提交预约' }).click()
  await fillLogin(page, phone)
  await expect(dialog.getByText(/预约已提交/)).toBeVisible()
  await dialog.getByRole('button', { name: '知道了' }).click()
  await expect(times.getByRole('button', { name: '1月5日周二 10:00—10:50' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name })).toBeFocused()
})

test('of an expert with many times the next six are shown, and the others on request, by keyboard as well', async ({
  page,
  phone,
  playwright,
}) => {
  const operator = await openOperator(playwright)
  const name = `忙碌的专家${phone}`
  await operator.addExpert(
    name,
    Array.from({ length: 9 }, (_, day) => ({
      starts_at: `2027-01-1${day}T14:00:00+08:00`,
      ends_at: `2027-01-1${day}T14:50:00+08:00`,
    })),
  )
  await operator.close()

  // All of them are on the second page, behind an expert without any.
  await page.route('**/startup/api/v1/experts*', async (route) => {
    const isFirst = new URL(route.request().url()).searchParams.get('page') === '1'
    const answer = await route.fetch({ url: route.request().url().replace('page=2', 'page=1') })
    const { result } = await answer.json()
    const items = isFirst ? [{ ...result.items[0], id: 0, name: '没有时间的专家', slots: [] }] : result.items
    await route.fulfill({
      json: { code: 200, result: { ...result, items, total: result.total + 1, pages: 2 } },
    })
  })
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/help')
  const experts = page.locator('.expert h3')
  await page.getByRole('button', { name: '查看专家和可约时间' }).click()
  await expect(experts.first(), 'the button is gone').toBeFocused()
  await page.getByRole('button', { name: '更多专家' }).click()
  await expect(experts.nth(1), 'the first of the new ones').toBeFocused()
  const times = page.getByRole('list', { name: `${name}的可约时间` })
  const slots = times.getByRole('button', { name: /^1月/ })
  await expect(slots).toHaveCount(6)
  const more = times.getByRole('button', { name: '更多时间' })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(slots).toHaveCount(9)
  await expect(more).toHaveCount(0)
  await expect(slots.nth(6), 'who went on goes on from there').toBeFocused()
  await expect(slots.nth(8)).toHaveText('1月18日周一 14:00—14:50')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: `预约${name}：1月16日周六 14:00—14:50` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(slots, 'all of them stay').toHaveCount(9)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  // The list may still be loading again.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
