import { bubbles, EXPERT, openChat, reply, say, shownChat } from './support/chat.ts'
import { expect, fillLogin, logIn, test } from './support/portal.ts'

test.use({ viewport: { width: 1600, height: 900 } })

test('a visitor logs in where he is, and then the chat opens, with the focus where he writes', async ({
  page,
  phone,
}) => {
  await page.goto('/information')
  await page
    .getByRole('complementary', { name: '联系我们' })
    .getByRole('button', { name: '专家咨询' })
    .click()
  await fillLogin(page, phone)
  const chat = await shownChat(page)
  await expect(chat.getByLabel('消息内容')).toBeFocused()
  await expect(page).toHaveURL('/information')
  await expect(chat.getByRole('heading')).toHaveText(['专家咨询', '运营反馈文件', '我的服务文件'])
})

test('says something, hears the answer, closes by Esc, and the focus is back', async ({ page, phone }) => {
  await page.goto('/')
  await logIn(page, phone)
  const chat = await openChat(page)
  await say(chat, '  您好，想了解研发补贴  ')
  await expect(bubbles(chat)).toHaveText(['您好，想了解研发补贴'])
  await expect(chat.getByText('发送中…')).toHaveCount(0)
  reply(phone, '您好，请讲')
  await expect(bubbles(chat)).toHaveText(['您好，想了解研发补贴', '您好，请讲'])
  await expect(chat.getByText(EXPERT, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(chat).toBeHidden()
  await expect(page.getByRole('button', { name: '专家咨询' }).first()).toBeFocused()
})
