import type { CDPSession, Locator, Page } from 'playwright/test'
import { contentOf } from '../../../server/storage/testing/content-of.ts'
import { expect } from './portal.ts'

export async function openDocuments(page: Page): Promise<void> {
  await expect(page.getByRole('navigation', { name: '当前位置' })).toBeVisible()
  await expect(page.getByText('正在加载…')).toBeHidden()
}

export async function openNewFolder(page: Page, name: string): Promise<void> {
  await openDocuments(page)
  await page.getByRole('button', { name: '新建文件夹' }).click()
  const dialog = page.getByRole('dialog', { name: '新建文件夹' })
  await dialog.getByLabel('文件夹名').fill(name)
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.getByRole('button', { name: `文件夹 ${name}`, exact: true }).click()
  await expect(page.getByText('还没有文件。')).toBeVisible()
}

/** Returns the hidden field behind 上传文件, 批量上传 or 上传文件夹. */
export function chooser(page: Page, name: '上传文件' | '批量上传' | '上传文件夹'): Locator {
  return page.getByLabel(name, { exact: true }).and(page.locator('input'))
}

export function madeUp(name: string, bytes: number) {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.alloc(bytes, contentOf(name) + name) }
}

export async function uploadFile(
  page: Page,
  { name, bytes }: { name: string; bytes: number },
): Promise<void> {
  await chooser(page, '上传文件').setInputFiles(madeUp(name, bytes))
  await expect(fileTile(page, name)).toBeVisible()
}

export function fileTile(page: Page, name: string): Locator {
  return page.getByRole('button', { name: `文件 ${name}`, exact: true })
}

export async function choose(page: Page, item: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `操作：${item}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** One per page: an emulated condition lasts until its session changes it. */
const sessions = new WeakMap<Page, CDPSession>()

/** Limits the upload speed; 0 takes the page offline. */
export async function slowUploads(page: Page, bytesPerSecond: number): Promise<void> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page))
  sessions.set(page, session)
  await session.send('Network.emulateNetworkConditions', {
    offline: bytesPerSecond === 0,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond === 0 ? -1 : bytesPerSecond,
  })
}
