import type { Locator, Page } from 'playwright/test'
import { expect } from './portal.ts'

export async function openChat(page: Page): Promise<Locator> {
  await page
    .getByRole('complementary', { name: '联系我们' })
    .getByRole('button', { name: /专家咨询/ })
    .click()
  return shownChat(page)
}

export async function openChatByCard(page: Page): Promise<Locator> {
  await page.locator('#KF').click()
  await page
    .locator('#kf-card')
    .getByRole('button', { name: /专家咨询/ })
    .click()
  return shownChat(page)
}

export async function reopenChat(page: Page): Promise<Locator> {
  await expect(page.getByRole('dialog', { name: '专家咨询' })).toHaveCount(0)
  await page.getByRole('button', { name: '继续专家咨询' }).click()
  return shownChat(page)
}

export async function shownChat(page: Page): Promise<Locator> {
  const chat = page.getByRole('dialog', { name: '专家咨询' })
  await expect(chat).toBeVisible()
  await expect(chat.getByText('正在加载…')).toHaveCount(0)
  return chat
}

export async function say(chat: Locator, text: string): Promise<void> {
  await chat.getByLabel('消息内容').fill(text)
  await chat.getByRole('button', { name: '发送', exact: true }).click()
}

export function bubbles(chat: Locator): Locator {
  return chat.getByRole('log').locator('.bubble')
}
