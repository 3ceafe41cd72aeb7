import { bubbles, openChat, reopenChat, say } from './support/chat.ts'
import { violations } from './support/look.ts'
import { expect, logIn, test } from './support/portal.ts'
import { scene } from './support/scene.ts'

test.use({
  viewport: { width: 1600, height: 900 },
  expectedErrors: /Failed to load resource|net::ERR_INTERNET_DISCONNECTED/,
})

test('a text written offline waits, survives a reload, and is sent in order, once', {
  tag: '@journey',
}, async ({ page, context, phone }) => {
  await logIn(page, phone)
  await page.goto('/')
  const chat = await openChat(page)
  await say(chat, '先说一句')
  await expect(chat.getByText('发送成功')).toBeVisible()
  await context.route('**/chat/**', (route) => route.abort('internetdisconnected'))
  const written = ['先说一句']
  for (const text of ['断网时第一句', '断网时第二句']) {
    await say(chat, text)
    // Until the device has stored it, it stays in the field: another sentence would replace it there.
    await expect(bubbles(chat)).toHaveText([...written, text])
    await expect(chat.getByLabel('消息内容')).toHaveValue('')
    written.push(text)
  }
  await expect(chat.getByText('发送失败，网络连接失败，请检查网络后重试').first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  await context.unroute('**/chat/**')
  await context.route('**/chat/**', (route) =>
    route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
  )
  await page.reload()
  const again = await reopenChat(page)
  await expect(bubbles(again)).toHaveText(written)
  await context.unroute('**/chat/**')
  await expect(again.getByRole('log').getByText('发送失败')).toHaveCount(0)
  await expect(again.getByText('发送成功')).toBeVisible()
  await expect.poll(() => scene('dialogueOf', phone)).toEqual(written)
})
