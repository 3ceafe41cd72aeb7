import type { Locator } from 'playwright/test'
import { bubbles, openChat } from './support/chat.ts'
import { hidePage, showPage } from './support/hidden-page.ts'
import { expect, logIn, test } from './support/portal.ts'
import { scene } from './support/scene.ts'

const HISTORY = 500
const PAGE = 100

test.use({ viewport: { width: 1600, height: 900 } })

function topOf(log: Locator, text: string): Promise<number> {
  return log.evaluate((box, text) => {
    const bubble = [...box.querySelectorAll('.bubble')].find(({ textContent }) => textContent === text)
    return Math.round((bubble?.getBoundingClientRect().top ?? Number.NaN) - box.getBoundingClientRect().top)
  }, text)
}

function scrollToTop(log: Locator, text: string): Promise<number> {
  return log.evaluate((box, text) => {
    box.scrollTo({ top: 0, behavior: 'instant' })
    const bubble = [...box.querySelectorAll('.bubble')].find(({ textContent }) => textContent === text)
    return Math.round((bubble?.getBoundingClientRect().top ?? Number.NaN) - box.getBoundingClientRect().top)
  }, text)
}

function scrollTo(log: Locator, top: number): Promise<void> {
  return log.evaluate((box, top) => box.scrollTo({ top, behavior: 'instant' }), top)
}

test(`a dialogue of ${HISTORY} messages goes back page by page without a jump or a gap, and stays where it is read while a hundred and more come`, async ({
  page,
  phone,
}) => {
  await logIn(page, phone)
  await page.goto('/')
  await scene('addHistory', phone, HISTORY)
  const chat = await openChat(page)
  const log = chat.getByRole('log')
  await expect(bubbles(chat).last()).toHaveText(`第 ${HISTORY} 条`)
  let oldest = HISTORY + 1
  while (oldest > 1) {
    // Read together: another page may load in between.
    const texts = await bubbles(chat).allTextContents()
    const numbers = texts.map((text) => Number(/^第 (\d+) 条$/.exec(text)?.[1]))
    const [first = 0] = numbers
    expect(numbers).toEqual(numbers.map((_, index) => first + index))
    oldest = first
    const edge = await scrollToTop(log, `第 ${first} 条`)
    if (first === 1) continue
    await expect(bubbles(chat).first()).not.toHaveText(`第 ${first} 条`)
    // At most the height of the line above the oldest message.
    await expect
      .poll(async () => Math.abs((await topOf(log, `第 ${first} 条`)) - edge))
      .toBeLessThanOrEqual(2)
  }

  await scrollTo(log, 400)
  const here = (await bubbles(chat).nth(9).textContent()) ?? ''
  const before = await topOf(log, here)
  await scene('reply', phone, ...Array.from({ length: PAGE + 20 }, (_, index) => `新 ${index + 1}`))
  await scene('addHistory', phone, 1)
  const news = chat.getByRole('button', { name: `${PAGE + 20} 条新消息` })
  await expect(news).toBeVisible()
  expect(await topOf(log, here)).toBe(before)
  await news.click()
  await expect(log).toBeFocused()
  await expect(bubbles(chat).last()).toHaveText('第 1 条')
  await expect(bubbles(chat).last()).toBeInViewport()
  await expect(news).toHaveCount(0)
})

test('what comes while nobody looks at the page is unread until somebody does', async ({ page, phone }) => {
  await logIn(page, phone)
  await page.goto('/')
  const chat = await openChat(page)
  await scene('reply', phone, '您好')
  await expect(bubbles(chat)).toHaveText(['您好'])
  await expect.poll(() => scene('unreadOf', phone)).toBe(0)
  await hidePage(page)
  await scene('reply', phone, '还在吗')
  await expect(bubbles(chat)).toHaveText(['您好', '还在吗'])
  await expect(page.locator('#KF')).toContainText('1条未读')
  await showPage(page)
  await expect(page.locator('#KF')).not.toContainText('条未读')
})
