/**
 * Journeys by keys alone, and their names, roles and states in the accessibility tree, with each announcement once.
 * Questions, login, desk and folders have their own tests.
 */
import { bubbles, shownChat } from './support/chat.ts'
import { madeUp } from './support/documents.ts'
import { tabTo } from './support/match.ts'
import { expect, logIn, test } from './support/portal.ts'
import { scene } from './support/scene.ts'
import { codeFor } from './support/server.ts'

test.use({ viewport: { width: 1600, height: 900 } })

test('from the first Tab to a policy, and to the receipt of its application', {
  tag: '@journey',
}, async ({ page, context, phone }) => {
  const { keyboard } = page
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/pmanagementlist')
  await keyboard.press('Tab')
  await expect(page.getByRole('link', { name: '跳到正文' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await tabTo(page, page.getByLabel('标题或发文字号'))
  await keyboard.type('科技型中小企业评价')
  await keyboard.press('Enter')
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText(/^共 1 条/)
  const found = page.getByRole('link', { name: '科技型中小企业评价', exact: true })
  await tabTo(page, found)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('科技型中小企业评价')

  const declare = page.getByRole('button', { name: '我要申报' })
  await tabTo(page, declare)
  await keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: /^申报/ })
  const send = form.getByRole('button', { name: /提交申报$/ })
  await expect(send).toBeVisible()
  await keyboard.press('Escape')
  await expect(declare, 'the focus is back').toBeFocused()
  await keyboard.press('Enter')
  await tabTo(page, send)
  await keyboard.press('Enter')
  const contact = form.getByLabel('联系人')
  await expect(contact, 'the first that is missing').toBeFocused()
  await expect(contact).toHaveAttribute('aria-invalid', 'true')
  await expect(contact).toHaveAccessibleDescription(/请填写联系人/)
  await keyboard.type('李雷')
  await expect(contact, 'the next that is missing waits').toHaveValue('李雷')
  await tabTo(page, form.getByLabel('联系电话'))
  await keyboard.type(phone)
  const materials = form.getByRole('checkbox')
  await tabTo(page, materials.first())
  await keyboard.press('Space')
  await expect(materials.first()).toBeChecked()
  await tabTo(page, form.getByLabel('申报金额'))
  await keyboard.type('5万')
  await tabTo(page, form.getByLabel('申报说明'))
  await keyboard.type('请协助核对材料')

  // A document needs its owner: the login comes in between, and its code is pasted with the message around it.
  const bring = form.getByLabel(/上传文件$/).nth(1)
  // Awaited beforehand: the browser takes a moment to offer it to the test.
  const choosing = page.waitForEvent('filechooser')
  await tabTo(page, bring)
  await keyboard.press('Enter')
  await (await choosing).setFiles(madeUp('说明.pdf', 1000))
  const login = page.getByRole('dialog', { name: '验证手机' })
  await expect(login.getByLabel('手机号')).toBeFocused()
  await keyboard.type(phone)
  await tabTo(page, login.getByRole('button', { name: '获取验证码' }))
  await scene('spreadAddresses')
  await keyboard.press('Enter')
  await expect(login.getByRole('alert')).toHaveText('发送成功')
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    `【知策】验证码 ${codeFor(phone)}，5 分钟内有效。`,
  )
  await keyboard.press('Shift+Tab')
  await keyboard.press('Control+V')
  await expect(login.getByLabel('验证码', { exact: true })).toHaveValue(codeFor(phone))
  await tabTo(page, login.getByRole('checkbox'))
  await keyboard.press('Space')
  await keyboard.press('Enter')
  await expect(login).toBeHidden()
  await expect(bring, 'where the login was needed').toBeFocused()
  await expect(form.getByRole('status').filter({ hasText: '已备齐 2 / 6 项' })).toBeVisible()

  await tabTo(page, send)
  await keyboard.press('Enter')
  await expect(form.getByRole('heading', { name: '已提交' })).toBeFocused()
  await expect(form.getByText(/服务单号 SB/)).toBeVisible()
  await tabTo(page, form.getByRole('link', { name: '查看进度' }))
  await keyboard.press('Enter')
  await expect(page.getByRole('region', { name: '申报详情' })).toContainText('请协助核对材料')
})

test('the chat: opened from the service card, used, an answer announced once, and left', async ({
  page,
  phone,
}) => {
  const { keyboard } = page
  await logIn(page, phone)
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/help')
  const button = page.locator('#KF')
  await button.focus()
  await keyboard.press('Enter')
  const card = page.getByRole('dialog', { name: '在线客服' })
  await tabTo(page, card.getByRole('button', { name: /专家咨询/ }))
  await keyboard.press('Enter')
  const chat = await shownChat(page)
  await expect(chat.getByLabel('消息内容')).toBeFocused()
  await keyboard.type('您好')
  await keyboard.press('Enter')
  await expect(bubbles(chat)).toHaveText(['您好'])
  // Unsent messages follow received ones.
  await expect.poll(() => scene('dialogueOf', phone)).toEqual(['您好'])
  await expect(chat.getByRole('log', { name: '与专家的对话' })).toHaveAttribute('aria-live', 'off')
  await scene('reply', phone, '请讲')
  await expect(bubbles(chat)).toHaveText(['您好', '请讲'])
  await expect(chat.getByRole('status').getByText('请讲')).toHaveCount(1)
  await keyboard.press('Escape')
  await expect(chat).toBeHidden()
  await expect(button, 'what opened the card').toBeFocused()
})
