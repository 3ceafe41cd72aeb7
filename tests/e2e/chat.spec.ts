import { bubbles, openChat, reopenChat, say, shownChat } from './support/chat.ts'
import { madeUp } from './support/documents.ts'
import { violations } from './support/look.ts'
import { expect, fillLogin, logIn, test } from './support/portal.ts'
import { scene } from './support/scene.ts'
import { EXPERT } from './support/scenes.ts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test.use({ viewport: { width: 1600, height: 900 } })

test('a visitor logs in on the page and the chat opens: a text, a file and a picture are sent, answers arrive, and are unread while it is closed', {
  tag: '@journey',
}, async ({ page, phone }) => {
  await page.goto('/information')
  const panel = page.getByRole('complementary', { name: '联系我们' })
  await panel.getByRole('button', { name: '专家咨询' }).click()
  await fillLogin(page, phone)
  const chat = await shownChat(page)
  await expect(chat.getByLabel('消息内容')).toBeFocused()
  await expect(page).toHaveURL('/information')
  await expect(chat.getByRole('heading')).toHaveText(['专家咨询', '运营反馈文件', '我的服务文件'])
  await say(chat, '  您好，想了解研发补贴  ')
  await expect(bubbles(chat)).toHaveText(['您好，想了解研发补贴'])
  await expect(chat.getByText('发送成功')).toBeVisible()

  const input = chat.locator('.composer input[type=file]')
  await input.setInputFiles(madeUp('报表.xlsx', 2048))
  await expect(chat.getByRole('button', { name: /报表\.xlsx/ })).toContainText('2 KB')
  await input.setInputFiles({ name: '执照.png', mimeType: 'image/png', buffer: PIXEL })
  await chat.getByRole('button', { name: '查看大图：执照.png' }).click()
  const large = page.getByRole('dialog', { name: '执照.png' })
  await expect(large.getByRole('img', { name: '执照.png' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(large).toHaveCount(0)
  await expect(chat, 'Escape closed the picture only').toBeVisible()

  await scene('reply', phone, '您好，请讲')
  await expect(bubbles(chat).last()).toHaveText('您好，请讲')
  await expect(chat.getByText(EXPERT, { exact: true })).toBeVisible()
  await expect.poll(() => scene('unreadOf', phone), 'it is in view').toBe(0)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(chat).toBeHidden()
  await expect(panel.getByRole('button', { name: '专家咨询' })).toBeFocused()

  await scene('reply', phone, '一', '二')
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(page.locator('#KF')).toContainText('2条未读')
  await panel.getByRole('button', { name: /专家咨询\s*2/ }).click()
  await expect(bubbles(chat)).toHaveCount(6)
  await expect(page.locator('#KF')).not.toContainText('条未读')
})

test("from a policy's page the experts know the topic; topic and typed text follow to the next page; a logout ends both", {
  tag: '@journey',
}, async ({ page, phone }) => {
  await logIn(page, phone)
  await page.goto('/pmanagement/2')
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await page.getByRole('main').getByRole('button', { name: '专家咨询' }).click()
  const chat = await shownChat(page)
  const about = chat.getByText(`您正在咨询：${title}`)
  await expect(about).toBeVisible()
  await expect.poll(() => scene('topicOf', phone)).toEqual({ title, policy_id: expect.any(Number) })
  await chat.getByLabel('消息内容').fill('还没写完')
  await page.getByRole('banner').getByRole('link', { name: '政策原文' }).click()
  await expect(page).toHaveURL(/reviewlist/)
  await reopenChat(page)
  await expect(about).toBeVisible()
  await expect(chat.getByLabel('消息内容')).toHaveValue('还没写完')
  await chat.getByRole('button', { name: `不再咨询：${title}` }).click()
  await expect(about).toHaveCount(0)
  await expect(chat.getByLabel('消息内容')).toBeFocused()
  await expect.poll(() => scene('topicOf', phone)).toEqual({ title: '', policy_id: null })
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: '我的' }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.waitForURL('/')
  const left = () =>
    page.evaluate(() =>
      [...Object.keys(sessionStorage), ...Object.keys(localStorage)].filter((key) => key.startsWith('chat:')),
    )
  await expect.poll(left).toEqual([])
})

test('Enter sends once, and not while an input method composes; Shift and Enter begin a line', async ({
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
  await expect.poll(() => scene('dialogueOf', phone)).toEqual(['你好\nsecond'])
  await expect(field).toHaveValue('')

  await field.fill('一')
  await field.press('Enter')
  await field.press('Enter')
  await field.pressSequentially('二')
  await expect.poll(() => scene('dialogueOf', phone)).toEqual(['你好\nsecond', '一'])
  await expect(bubbles(chat)).toHaveText([/你好\s+second/, '一'])
  await expect(field).toHaveValue('二')
})
