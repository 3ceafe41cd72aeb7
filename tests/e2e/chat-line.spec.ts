import { bubbles, holdOutbox, openChat, say, shownChat } from './support/chat.ts'
import { expect, logIn, test } from './support/portal.ts'
import { scene } from './support/scene.ts'

test.use({ viewport: { width: 1600, height: 900 } })
// Whole stories, on machines that may be busy.
test.beforeEach(() => test.slow())

test.describe('a line that comes and goes', () => {
  test.use({ expectedErrors: /Failed to load resource|net::ERR_INTERNET_DISCONNECTED/ })

  test('what is written offline waits, survives a reload, and is sent in order, once', async ({
    page,
    context,
    phone,
  }) => {
    await logIn(page, phone)
    await page.goto('/')
    const chat = await openChat(page)
    await say(chat, '先说一句')
    await expect(chat.getByText('发送中…')).toHaveCount(0)
    await context.route('**/chat/**', (route) => route.abort('internetdisconnected'))
    for (const text of ['断网时第一句', '断网时第二句']) await say(chat, text)
    await expect(chat.getByText('发送失败，网络连接失败，请检查网络后重试').first()).toBeVisible()
    await context.unroute('**/chat/**')
    await context.route('**/chat/**', (route) =>
      route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
    )
    await page.reload()
    const again = await shownChat(page)
    await expect(bubbles(again)).toHaveText(['先说一句', '断网时第一句', '断网时第二句'])
    await context.unroute('**/chat/**')
    await expect(again.getByRole('log').getByText('发送失败')).toHaveCount(0)
    await expect(again.getByText('发送中…')).toHaveCount(0)
    expect(await scene('dialogueOf', phone)).toEqual(['先说一句', '断网时第一句', '断网时第二句'])
  })

  test('what waited before a reload is no news after it, however late the device tells', async ({
    page,
    context,
    phone,
  }) => {
    await logIn(page, phone)
    await page.goto('/')
    const chat = await openChat(page)
    await say(chat, '先说一句')
    await expect(chat.getByText('发送成功')).toBeVisible()
    await context.route('**/chat/detail/phone', (route) =>
      route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
    )
    await say(chat, '断网时一句')
    await expect(chat.getByRole('log').getByText('发送失败')).toBeVisible()
    const other = await context.newPage()
    await other.goto('/')
    const release = await holdOutbox(other)
    await page.reload()
    const again = await shownChat(page)
    await expect(bubbles(again)).toHaveText(['先说一句'])
    await release()
    await expect(bubbles(again)).toHaveText(['先说一句', '断网时一句'])
    await expect(again.getByRole('status').getByText('发送失败')).toHaveCount(0)
  })

  test('a fifth of all requests goes wrong, the page is reloaded, and all is there once', async ({
    page,
    context,
    phone,
  }) => {
    let asked = 0
    await logIn(page, phone)
    await page.goto('/')
    await context.route('**/chat/detail/phone*', async (route) => {
      asked += 1
      if (asked % 5 === 1) return route.abort()
      if (asked % 5 === 3) {
        // The server has it, and nobody hears of it.
        await route.fetch()
        return route.abort()
      }
      return route.continue()
    })
    let chat = await openChat(page)
    const texts = Array.from({ length: 15 }, (_, index) => `第 ${index + 1} 句`)
    for (const [index, text] of texts.entries()) {
      await say(chat, text)
      await expect(chat.getByLabel('消息内容')).toHaveValue('')
      if (index % 10 === 5) {
        await page.reload()
        chat = await shownChat(page)
      }
    }
    await expect.poll(() => scene('dialogueOf', phone), { timeout: 60_000 }).toEqual(texts)
    await expect(bubbles(chat)).toHaveText(texts)
  })
})
