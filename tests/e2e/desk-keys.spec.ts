import { type Company, openCompany } from './support/company.ts'
import { expectAccessible, openDesk } from './support/desk.ts'
import { openOperator } from './support/operator.ts'
import { expect, test } from './support/portal.ts'

let company: Company
test.use({ viewport: { width: 1280, height: 800 } })
test.beforeEach(async ({ playwright, phone }) => {
  company = await openCompany(playwright, phone, `键盘 ${phone}`)
})
test.afterEach(() => company.close())

test('a conversation from the queue to the answer without a mouse', async ({
  page,
  phone,
  operator,
  playwright,
}) => {
  const colleague = await openOperator(playwright)
  await company.say('研发费用怎么加计扣除')
  await openDesk(page, `/operator/conversations?q=${phone}`, operator)
  const { keyboard } = page
  const rows = page.getByRole('list', { name: '咨询' }).getByRole('button')
  await expect(rows).toHaveCount(1)

  await keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: '快捷键' })
  await expect(sheet).toContainText('稍后处理')
  await expectAccessible(page)
  await keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)

  await keyboard.press('j')
  await expect(rows).toBeFocused()
  await keyboard.press('Enter')
  const reply = page.getByRole('textbox', { name: '回复内容' })
  await expect(reply).toBeFocused()
  await keyboard.type('satn?')
  await expect(reply).toHaveValue('satn?')
  await reply.fill('')
  await keyboard.press('Escape')
  await expect(rows).toBeFocused()

  await keyboard.press('s')
  await expect(page.getByRole('dialog', { name: '稍后处理' })).toBeVisible()
  await keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /前不提醒/ })).toBeVisible()
  await expect(rows).toHaveCount(0)
  await keyboard.press('s')
  await expect(rows).toHaveCount(1)

  await keyboard.press('a')
  const giving = page.getByRole('dialog', { name: '转交' })
  await giving.getByLabel('转交给').press('ArrowDown')
  await keyboard.press('Enter')
  await giving.getByLabel('交接说明（可不填）').fill('企业要书面答复')
  await expectAccessible(page)
  await giving.getByRole('button', { name: '转交', exact: true }).press('Enter')
  await expect(giving).toHaveCount(0)
  const note = page.locator('.hand-over-note')
  await expect(note).toContainText('企业要书面答复')
  await keyboard.press('h')
  await expect(page.getByRole('dialog', { name: '经手记录' })).toContainText('转给')
  await expectAccessible(page)
  await keyboard.press('Escape')

  await keyboard.press('q')
  const replies = page.getByRole('dialog', { name: '快捷回复' })
  await expect(replies.getByRole('combobox')).toBeFocused()
  await keyboard.press('Escape')
  await expect(replies).toHaveCount(0)
  await expect(reply).toBeFocused()
  await keyboard.press('Escape')
  await keyboard.press('r')
  await keyboard.type('请看第三条')
  await keyboard.press('Enter')
  await expect.poll(() => company.heard()).toContain('请看第三条')
  expect(JSON.stringify(await company.heard())).not.toContain('书面答复')

  await keyboard.press('Escape')
  await keyboard.press('g')
  await keyboard.press('o')
  await expect(page).toHaveURL(/\/operator\/orders$/)
  await colleague.close()
})

test('keys of one character are switched off in their sheet, which a mouse opens, too', async ({
  page,
  operator,
}) => {
  await openDesk(page, '/operator', operator)
  const sheet = page.getByRole('dialog', { name: '快捷键' })
  const openSheet = async () => {
    await page.getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '快捷键' }).click()
  }
  await openSheet()
  const box = sheet.getByRole('checkbox', { name: /快捷键$/ })
  await box.uncheck()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  for (const key of ['?', 'g', 'o']) await page.keyboard.press(key)
  await page.reload()
  await openSheet()
  await expect(page).toHaveURL('/operator')
  await expect(box).not.toBeChecked()
  await box.check()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(sheet).toBeVisible()
})
