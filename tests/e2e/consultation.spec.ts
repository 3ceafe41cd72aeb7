import type { Page } from 'playwright/test'
import { bubbles, openChat, say } from './support/chat.ts'
import { madeUp } from './support/documents.ts'
import { overflow, violations } from './support/look.ts'
import { expect, logIn, test } from './support/portal.ts'
import { scene } from './support/scene.ts'

test('topics, what is said in them, files, and what is read when it is seen', {
  tag: '@journey',
}, async ({ page, phone }) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  await logIn(page, phone)
  await scene('addOrders', phone, 1)
  await page.goto('/mylist/1')
  await page.locator('.order-row a').first().click()
  const talk = page.getByRole('region', { name: '这份申报的咨询' })
  await expect(talk.getByRole('button', { name: '综合咨询' })).toHaveAttribute('aria-pressed', 'true')
  await say(talk, '请问受理了吗')
  await expect(talk.getByText('发送成功')).toBeVisible()
  await talk.getByRole('button', { name: '新话题' }).click()
  await talk.getByLabel('话题名称').fill('补充材料')
  await talk.getByRole('button', { name: '添加' }).click()
  await expect(talk.getByRole('button', { name: '补充材料' })).toHaveAttribute('aria-pressed', 'true')
  await say(talk, '还需要什么材料')
  await expect(bubbles(talk)).toHaveText(['还需要什么材料'])
  await expect(talk.getByText('发送成功')).toBeVisible()
  await talk.getByRole('button', { name: '关闭话题' }).click()
  await expect(talk.getByText('这个话题已关闭', { exact: false })).toBeVisible()
  await talk.getByRole('button', { name: '综合咨询' }).click()
  await expect(bubbles(talk)).toHaveText(['请问受理了吗'])
  await addFile(page)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(await violations(page, { within: '.consultation' })).toEqual([])

  await page.reload()
  await expect(talk.getByRole('button', { name: '补充材料（已关闭）' })).toBeVisible()
  // A window so low that the end of the dialogue lies below it.
  await page.setViewportSize({ width: 1600, height: 400 })
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expect(bubbles(talk).last()).not.toBeInViewport()
  const hurry = () => page.evaluate(() => dispatchEvent(new Event('focus')))
  await scene('replyInOrder', phone, '请看补充清单')
  await hurry()
  await expect(bubbles(talk)).toHaveText(['请问受理了吗', '请看补充清单'])
  await Promise.all([page.waitForResponse((answer) => answer.url().includes('after=')), hurry()])
  expect(await scene('unreadOf', phone), 'nobody has seen it').toBe(1)
  await page.setViewportSize({ width: 1600, height: 900 })
  const news = bubbles(talk).last()
  await news.evaluate((bubble) => bubble.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await expect(news).toBeInViewport()
  await expect.poll(() => scene('unreadOf', phone)).toBe(0)

  const chat = await openChat(page)
  await chat.getByRole('button', { name: '全部咨询' }).click()
  const all = chat.getByRole('region', { name: '全部咨询' })
  await expect(all.getByRole('listitem')).toHaveText([
    /第 1 次申报.*［综合咨询］.*：请看补充清单/,
    /第 1 次申报.*［补充材料］我方：还需要什么材料/,
  ])
  expect(await violations(page, { within: '.consultations' })).toEqual([])
  await all.getByRole('link').last().click()
  // The chat does not lie over what its link leads to.
  await expect(page).toHaveURL(/topic=\d+/)
  await expect(talk.getByRole('button', { name: '补充材料（已关闭）' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(bubbles(talk)).toHaveText(['还需要什么材料'])
  await expect(talk.getByRole('log')).toBeInViewport()
  await expect(chat).toBeHidden()
})

async function addFile(page: Page): Promise<void> {
  const mine = page.getByRole('region', { name: '我的服务文件' })
  await mine.locator('input[type=file]').first().setInputFiles(madeUp('补充说明.pdf', 500))
  await expect(mine.getByRole('listitem')).toContainText(['补充说明.pdf'])
  await mine.getByRole('button', { name: '备注：补充说明.pdf' }).click()
  await mine.getByLabel('备注', { exact: true }).fill('第二版')
  await mine.getByRole('button', { name: '保存' }).click()
  await expect(mine.getByRole('paragraph').filter({ hasText: '第二版' })).toBeVisible()
}
