/** What a person does with company documents, for the browser tests. */
import type { Page } from 'playwright/test'
import { expect } from './portal.ts'

export async function openDocuments(page: Page): Promise<void> {
  await expect(page.getByRole('navigation', { name: '当前位置' })).toBeVisible()
  await expect(page.getByText('正在加载…')).toBeHidden()
}

/** Chooses a made-up file for the folder that is open. */
export async function uploadFile(
  page: Page,
  { name, bytes }: { name: string; bytes: number },
): Promise<void> {
  await page
    .getByLabel('上传文件', { exact: true })
    .and(page.locator('input'))
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.alloc(bytes, 7) })
}
