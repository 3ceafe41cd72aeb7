import { bubbles, holdOutbox, openChat, say, shownChat } from './support/chat.ts'
import { expect, fillLogin, logIn, test } from './support/portal.ts'
import { scene } from './support/scene.ts'
import { EXPERT } from './support/scenes.ts'

test.use({ viewport: { width: 1600, height: 900 } })
// Whole stories, on machines that may be busy.
test.beforeEach(() => test.slow())

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
  await logIn(page, phone)
  await page.goto('/')
  const chat = await openChat(page)
  await say(chat, '  您好，想了解研发补贴  ')
  await expect(bubbles(chat)).toHaveText(['您好，想了解研发补贴'])
  await expect(chat.getByText('发送成功')).toBeVisible()
  await scene('reply', phone, '您好，请讲')
  await expect(bubbles(chat)).toHaveText(['您好，想了解研发补贴', '您好，请讲'])
  await expect(chat.getByText(EXPERT, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(chat).toBeHidden()
  await expect(page.getByRole('button', { name: '专家咨询' }).first()).toBeFocused()
})

test('two tabs show the same, and the unread count is equal in both', async ({ page, context, phone }) => {
  await logIn(page, phone)
  await page.goto('/')
  const chat = await openChat(page)
  const second = await context.newPage()
  await second.goto('/information')
  const other = await openChat(second)
  await say(chat, '从第一页说')
  await say(other, '从第二页说')
  for (const each of [chat, other]) await expect(bubbles(each)).toHaveText(['从第一页说', '从第二页说'])
  for (const each of [chat, other]) await each.getByRole('button', { name: '关闭' }).click()
  await scene('reply', phone, '一', '二')
  for (const each of [page, second]) {
    await each.evaluate(() => dispatchEvent(new Event('focus')))
    await expect(each.locator('#KF')).toContainText('2条未读')
    await expect(each.getByRole('button', { name: /专家咨询\s*2/ }).first()).toBeVisible()
  }
  await openChat(page)
  for (const each of [page, second]) await expect(each.locator('#KF')).not.toContainText('条未读')
})

test('a refusal is said with the message of the server, and the text stays', async ({ page, phone }) => {
  await logIn(page, phone)
  await page.goto('/')
  const chat = await openChat(page)
  const send = chat.getByRole('button', { name: '发送', exact: true })
  await send.click()
  await expect(chat.getByRole('alert').filter({ hasText: '发送内容不能为空' })).toBeVisible()
  const field = chat.getByLabel('消息内容')
  await field.fill('啊'.repeat(1024 ** 2 / 3))
  await send.click()
  await expect(chat.getByText('发送内容不能超过 5000 个字')).toBeVisible()
  expect((await field.inputValue()).length).toBeGreaterThan(300_000)
  await field.fill('')
  await page.route('**/chat/detail/phone', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ json: { code: 409, message: '咨询暂停服务' } })
      : route.continue(),
  )
  await say(chat, '请问还在吗')
  const log = chat.getByRole('log')
  await expect(log.getByText('发送失败，咨询暂停服务')).toBeVisible()
  await expect(chat.getByRole('status').getByText('发送失败，咨询暂停服务：请问还在吗')).toHaveCount(1)
  await expect(bubbles(chat)).toHaveText(['请问还在吗'])
  await scene('reply', phone, '在的')
  await expect.poll(() => scene('unreadOf', phone), 'it is in view').toBe(0)
  await expect(bubbles(chat)).toHaveText(['在的', '请问还在吗'])
  await say(chat, '另一条')
  await expect(log.getByRole('button', { name: '取回修改' })).toHaveCount(2)
  await field.fill('接着写')
  await log.getByRole('button', { name: '取回修改' }).last().click()
  await expect(field).toHaveValue('另一条\n接着写')
  await expect(field).toBeFocused()
  await page.unroute('**/chat/detail/phone')
  await chat.getByRole('button', { name: '重新发送' }).click()
  await expect(log.getByText('发送失败，咨询暂停服务')).toHaveCount(0)
  await expect(field).toBeFocused()
  await expect.poll(() => scene('dialogueOf', phone)).toEqual(['在的', '请问还在吗'])
})

test('a second Enter sends nothing twice, however slow the device keeps things', async ({ page, phone }) => {
  await logIn(page, phone)
  await page.goto('/')
  const chat = await openChat(page)
  const field = chat.getByLabel('消息内容')
  await say(chat, '零')
  await expect.poll(() => scene('dialogueOf', phone)).toEqual(['零'])
  const release = await holdOutbox(page)
  await field.fill('一')
  await field.press('Enter')
  await field.press('Enter')
  await field.pressSequentially('二')
  await release()
  await expect.poll(() => scene('dialogueOf', phone)).toEqual(['零', '一'])
  await expect(bubbles(chat)).toHaveText(['零', '一'])
  await expect(field).toHaveValue('二')
  await expect(chat.getByText('发送内容不能为空')).toHaveCount(0)
})

test('Enter sends, but not while an input method composes; Shift and Enter begin a line', async ({
  page,
  phone,
}) => {
  await logIn(page, phone)
  await page.goto('/')
  const chat = await openChat(page)
  const field = chat.getByLabel('消息内容')
  const client = await page.context().newCDPSession(page)
  await client.send('Input.imeSetComposition', { text: 'nihao', selectionStart: 5, selectionEnd: 5 })
  await field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true })
  await expect(field).toHaveValue('nihao')
  await client.send('Input.insertText', { text: '你好' })
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('second')
  await page.keyboard.press('Enter')
  await expect(bubbles(chat)).toHaveText([/你好\s+second/])
  await expect.poll(() => scene('dialogueOf', phone)).toEqual(['你好\nsecond'])
})

test('what is typed and that the chat is open go along to the next page; logging out ends both', async ({
  page,
  phone,
}) => {
  await logIn(page, phone)
  await page.goto('/')
  const chat = await openChat(page)
  await chat.getByLabel('消息内容').fill('还没写完')
  await page.getByRole('banner').getByRole('link', { name: '政策原文' }).click()
  await expect(page).toHaveURL(/reviewlist/)
  const next = await shownChat(page)
  await expect(next.getByLabel('消息内容')).toHaveValue('还没写完')
  await expect(next.getByLabel('消息内容'), 'nobody asked for it here').not.toBeFocused()
  await page.getByRole('button', { name: '我的' }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.waitForURL('/')
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('chat:'))),
  ).toEqual([])
  expect(
    await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)),
  ).not.toContain('chat')
})
