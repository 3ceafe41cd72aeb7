/** Names of markup, code and odd signs, all rendered; 10,000 in `npm run torture`. */
import type { Page } from 'playwright/test'
import * as v from 'valibot'
import { fileName } from '../../src/lib/contract/documents/document-name.ts'
import { oddNames } from '../torture/uploads/odd-names.ts'
import { openDocuments, openNewFolder } from './support/documents.ts'
import { expect, logIn, test } from './support/portal.ts'
import { scene } from './support/scene.ts'

test('names are shown literally, and none of them runs', async ({ page, phone }) => {
  await logIn(page, phone)
  await page.goto('/documents')
  const count = Number(process.env['ODD_NAMES'] ?? 300)
  await page.setViewportSize({ width: 1600, height: 2400 })
  const names = [...new Set(oddNames(count * 6, 7))].flatMap((name) => {
    const read = v.safeParse(fileName, name)
    return read.success ? [read.output] : []
  })
  const all = [...new Set(names)].slice(0, count)
  expect(all).toHaveLength(count)
  const folders = ['前一半', '后一半']
  await openNewFolder(page, '前一半')
  await page.getByRole('navigation', { name: '当前位置' }).getByRole('button', { name: '全部文件' }).click()
  await openNewFolder(page, '后一半')
  for (const [index, folder] of folders.entries()) {
    await scene('addFolders', phone, folder, all.slice((index * count) / 2, ((index + 1) * count) / 2))
  }
  await page.reload()
  await openDocuments(page)
  const shown = new Set<string>()
  for (const folder of folders) {
    await page.getByRole('navigation', { name: '文件夹' }).getByRole('button', { name: folder }).click()
    // Until then, the previous folder stays on the screen.
    await expect(page.getByRole('navigation', { name: '当前位置' })).toHaveText(`全部文件${folder}`)
    await expect(page.locator('.item').first()).toBeVisible()
    for (const name of await scrollThrough(page)) shown.add(name)
  }
  expect(all.filter((name) => !shown.has(name))).toEqual([])
  expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
})

/** Returns every name of the open folder, from its tiles. */
function scrollThrough(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = new Set<string>()
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    for (let top = 0; top <= document.documentElement.scrollHeight; top += innerHeight * 0.5) {
      scrollTo({ top, behavior: 'instant' })
      await drawn()
      for (const each of document.querySelectorAll('.item-name')) names.add(each.textContent ?? '')
    }
    return [...names]
  })
}
