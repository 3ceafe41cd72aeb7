import { expect, type Page } from 'playwright/test'

export const CREDIT_CODE = '91350100M000100Y43'

export function paper(name: string) {
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.4 ${name}`) }
}

export async function chooseFile(page: Page, slot: string, name: string): Promise<void> {
  await page.locator(`input[type=file][aria-label="选择文件：${slot}"]`).setInputFiles(paper(name))
  await expect(page.getByText(name).first()).toBeVisible()
}
