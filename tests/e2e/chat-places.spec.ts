import { bubbles, openChat, openChatByCard, say, shownChat } from './support/chat.ts'
import { violations } from './support/look.ts'
import { expect, logIn, test } from './support/portal.ts'
import { scene } from './support/scene.ts'

test.use({ viewport: { width: 1600, height: 900 } })
// Whole stories, on machines that may be busy.
test.beforeEach(() => test.slow())

test('from the page of a policy the experts know what it is about', async ({ page, phone }) => {
  await logIn(page, phone)
  await page.goto('/pmanagement/2')
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await page.getByRole('main').getByRole('button', { name: '专家咨询' }).click()
  const chat = await shownChat(page)
  const about = chat.getByText(`您正在咨询：${title}`)
  await expect(about).toBeVisible()
  await expect.poll(() => scene('topicOf', phone)).toEqual({ title, policy_id: expect.any(Number) })
  await say(chat, '能申报吗')
  await expect(about, 'also beside what was said').toBeVisible()
  await page.goto('/information')
  await expect(about, 'from page to page').toBeVisible()
  await chat.getByRole('button', { name: `不再咨询：${title}` }).click()
  await expect(about).toHaveCount(0)
  await expect(chat.getByLabel('消息内容')).toBeFocused()
  await expect.poll(() => scene('topicOf', phone)).toEqual({ title: '', policy_id: null })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true })

  test('the chat fills the screen above the keyboard, from the card of the service button', async ({
    page,
    phone,
  }) => {
    await logIn(page, phone)
    await page.goto('/')
    const chat = await openChatByCard(page)
    await expect(page.locator('#kf-card')).toBeHidden()
    expect(await chat.boundingBox()).toEqual({ x: 0, y: 0, width: 375, height: 812 })
    for (const text of ['一', '二', '三']) await say(chat, text)
    await chat.evaluate((dialog: HTMLElement) => dialog.style.setProperty('--seen-height', '420px'))
    await expect(chat.getByLabel('消息内容')).toBeInViewport()
    expect((await chat.boundingBox())?.height).toBe(420)
    await expect(bubbles(chat).last()).toBeInViewport()
    await chat.getByRole('button', { name: '文件', exact: true }).click()
    await expect(chat.getByRole('heading', { name: '我的服务文件' })).toBeVisible()
    await scene('reply', phone, '请看反馈文件')
    const talk = chat.getByRole('button', { name: '对话' })
    await expect(talk, 'nobody has seen it').toContainText('1条未读')
    await expect(chat.getByRole('status').getByText('请看反馈文件'), 'but it was told').toHaveCount(1)
    await chat.getByRole('button', { name: '全部咨询' }).click()
    await expect(talk).toContainText('1条未读')
    await chat.getByRole('button', { name: '文件', exact: true }).click()
    await talk.click()
    await expect(bubbles(chat).last()).toBeInViewport()
    await chat.getByRole('button', { name: '文件', exact: true }).click()
    await expect(talk).not.toContainText('未读')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
    await chat.getByRole('button', { name: '关闭' }).click()
    await expect(chat).toBeHidden()
  })
})

for (const width of [375, 1600]) {
  test(`nothing keeps people from using it, ${width} px`, async ({ page, phone }) => {
    await logIn(page, phone)
    await page.goto('/information')
    await page.setViewportSize({ width, height: 900 })
    await scene('reply', phone, '您好')
    const chat = await (width === 1600 ? openChat(page) : openChatByCard(page))
    await expect(bubbles(chat)).toHaveText(['您好'])
    expect(await violations(page, { within: '.chat-window' })).toEqual([])
  })
}
