import sharp from 'sharp'
import { bubbles, openChatByCard, say } from './support/chat.ts'
import { violations } from './support/look.ts'
import { expect, logIn, test } from './support/portal.ts'
import { scene } from './support/scene.ts'

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true })

test('on a phone the chat fills the screen above the keyboard, and a large picture when the phone rotates', async ({
  page,
  phone,
}) => {
  await logIn(page, phone)
  await page.goto('/')
  const chat = await openChatByCard(page)
  await expect(page.locator('#kf-card')).toBeHidden()
  expect(await chat.boundingBox()).toEqual({ x: 0, y: 0, width: 375, height: 812 })
  const texts = ['一', '二', '三']
  for (const text of texts) {
    await say(chat, text)
    await expect(bubbles(chat).last()).toHaveText(text)
  }
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
  await talk.click()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  expect(await violations(page, { within: '.chat-window' })).toEqual([])

  const buffer = await sharp({ create: { width: 900, height: 2400, channels: 3, background: '#bcd' } })
    .png()
    .toBuffer()
  await chat
    .locator('.composer input[type=file]')
    .setInputFiles({ name: '长图.png', mimeType: 'image/png', buffer })
  await expect(chat.getByText('发送成功')).toBeVisible()
  await chat.getByRole('button', { name: '查看大图：长图.png' }).click()
  const large = page.getByRole('dialog', { name: '长图.png' })
  for (const [width, height] of [
    [375, 812],
    [812, 375],
    [375, 812],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(large.getByRole('img')).toBeInViewport({ ratio: 1 })
    const isOnTop = await large.evaluate(
      (dialog) => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('dialog') === dialog,
    )
    expect(isOnTop, `${width} × ${height}`).toBe(true)
  }
  await large.getByRole('button', { name: '关闭' }).click()
  await say(chat, '看到了')
  await expect(bubbles(chat).last()).toHaveText('看到了')
})
