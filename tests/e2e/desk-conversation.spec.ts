/** Two browsers, a customer's and an operator's: each sees the other's actions. */
import type { Browser, Page } from 'playwright/test'
import { openChat, say } from './support/chat.ts'
import { type Company, openCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import { madeUp } from './support/documents.ts'
import { openOperator } from './support/operator.ts'
import { expect, test } from './support/portal.ts'

let company: Company
test.use({ viewport: { width: 1600, height: 900 } })
test.beforeEach(async ({ playwright, phone }) => {
  company = await openCompany(playwright, phone, `示例 ${phone}`)
})
test.afterEach(() => company.close())

async function openAsCompany(browser: Browser, path: string): Promise<Page> {
  const context = await browser.newContext({
    storageState: await company.state(),
    viewport: { width: 1600, height: 900 },
  })
  const page = await context.newPage()
  await page.goto(path)
  return page
}

async function reply(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: '回复内容' }).fill(text)
  await page.keyboard.press('Enter')
}

test('a conversation with files, taken, answered with a quick reply and handed to a colleague', async ({
  page,
  browser,
  phone,
  operator,
  playwright,
}) => {
  const colleague = await openOperator(playwright)
  const customer = await openAsCompany(browser, '/')
  const chat = await openChat(customer)
  await say(chat, '您好，请看附件')
  await chat.locator('.composer input[type=file]').setInputFiles(madeUp('申请表.docx', 900))
  await expect(chat.getByRole('button', { name: /申请表\.docx/ })).toBeVisible()

  await openDesk(page, `/operator/conversations?q=${phone}`, operator)
  await page.getByRole('list', { name: '咨询' }).getByRole('button').click()
  const log = page.getByRole('log')
  await expect(log).toContainText('您好，请看附件')
  await expect(log.getByRole('button', { name: /申请表\.docx/ })).toBeVisible()

  await page.getByRole('button', { name: '由我负责' }).click()
  await expect(page.getByRole('button', { name: '由我负责' })).toHaveCount(0)

  const title = `材料 ${phone}`
  await page.getByRole('textbox', { name: '回复内容' }).press('/')
  await page.getByRole('button', { name: '管理快捷回复' }).click()
  const all = page.getByRole('dialog', { name: '管理快捷回复' })
  await all.getByRole('button', { name: '添加一条' }).click()
  const form = page.getByRole('dialog', { name: '添加快捷回复' })
  await form.getByLabel('标题').fill(title)
  await form.getByLabel('内容').fill('材料已收到，请稍候')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toBeHidden()
  await expect(all.getByRole('row', { name: title })).toBeVisible()
  await all.getByRole('button', { name: '关闭' }).click()
  const replies = page.getByRole('dialog', { name: '快捷回复', exact: true })
  await replies.getByRole('combobox', { name: '查找快捷回复' }).fill(title)
  await expect(page.locator('.ant-select-item-option-active')).toContainText('材料已收到')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: '回复内容' })).toHaveValue('材料已收到，请稍候')
  await expect(page.getByRole('textbox', { name: '回复内容' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(chat.getByRole('log')).toContainText('材料已收到，请稍候')

  await page.getByLabel('选择附件').setInputFiles(madeUp('修改意见.pdf', 700))
  await expect(chat.getByRole('button', { name: /修改意见\.pdf/ })).toBeVisible()
  await page.getByRole('tab', { name: '文件' }).click()
  await page.getByRole('textbox', { name: '备注' }).fill('请按此修改')
  await page.getByLabel('选择反馈文件').setInputFiles(madeUp('范本.docx', 500))
  const feedback = chat.getByRole('region', { name: '运营反馈文件' })
  await expect(feedback.getByRole('listitem')).toContainText(['范本.docx'])
  await expect(feedback).toContainText('请按此修改')

  await page.getByRole('button', { name: '转交…' }).click()
  const giving = page.getByRole('dialog', { name: '转交' })
  await giving.getByLabel('转交给').click()
  await page
    .locator('.ant-select-item-option')
    .filter({ hasText: '运营人员' })
    .filter({ hasNotText: '（我）' })
    .first()
    .click()
  await giving.getByRole('button', { name: '转交', exact: true }).click()
  await expect(giving).toHaveCount(0)
  await expect(page.getByRole('button', { name: '由我负责' })).toBeVisible()
  await reply(page, '同事会继续为您服务')
  await expect(chat.getByRole('log')).toContainText('同事会继续为您服务')
  await customer.context().close()
  await colleague.close()
})
