import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooser, fileTile, madeUp, openDocuments, openNewFolder, slowUploads } from './support/documents.ts'
import { violations } from './support/look.ts'
import { expect, logIn, test } from './support/portal.ts'
import { scene } from './support/scene.ts'

const SLOW = 300_000

test.use({
  expectedErrors:
    /ERR_FAILED|ERR_INTERNET_DISCONNECTED|ERR_NETWORK|ERR_UPLOAD_FILE_CHANGED|ERR_FILE_NOT_FOUND|Failed to load resource/,
})

test.beforeEach(async ({ page, phone }) => {
  await logIn(page, phone)
  await page.goto('/documents')
  await openNewFolder(page, '材料')
})

test('a cancelled upload leaves nothing behind', { tag: '@journey' }, async ({ page, phone }) => {
  await slowUploads(page, SLOW)
  await chooser(page, '上传文件').setInputFiles(madeUp('大.pdf', 12_000_000))
  const bar = page.getByRole('progressbar', { name: '上传“大.pdf”' })
  await expect(bar).toBeVisible()
  await expect.poll(async () => (await scene('roomOf', phone)).reserved_bytes).toBe(12_000_000)
  expect(await violations(page)).toEqual([])
  const held = Promise.withResolvers<void>()
  await page.route('**/sts_not_token/cancel', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: '取消上传“大.pdf”' }).click()
  await expect(page.getByText('取消中...')).toBeVisible()
  held.resolve()
  await expect(page.getByText('取消成功!')).toBeVisible()
  await expect(bar).toBeHidden()
  expect(await scene('roomOf', phone)).toEqual({ reserved_bytes: 0, used_bytes: 0 })
  await expect(fileTile(page, '大.pdf')).toBeHidden()
})

test('after a reload the same file resumes, in its own place in the store, also if ali-oss must be loaded twice', async ({
  page,
  phone,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'resume-'))
  const path = join(folder, '续传.pdf')
  writeFileSync(path, Buffer.alloc(3_000_000, '0123456789'))
  let libraries = 0
  await page.route('**/aliyun-oss-sdk*.js', (route) => (libraries++ === 0 ? route.abort() : route.continue()))
  page.on('dialog', (dialog) => dialog.accept())
  await slowUploads(page, SLOW)
  await chooser(page, '上传文件').setInputFiles(path)
  await expect.poll(async () => (await scene('roomOf', phone)).reserved_bytes).toBe(3_000_000)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('uploads'))).toContain('"uploadId"')
  expect(libraries).toBeGreaterThan(1)
  await page.reload()
  await expect(page.getByText('上次未上传完')).toBeVisible()
  await openDocuments(page)
  await slowUploads(page, 50_000_000)
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('sts_not_token') && asked.push(request.url()))
  await chooser(page, '上传文件').setInputFiles(path)
  await expect(fileTile(page, '续传.pdf')).toBeVisible()
  expect(asked.map((url) => new URL(url).searchParams.has('key'))).toEqual([true])
  await expect(page.getByText('上次未上传完')).toBeHidden()
  expect(await scene('roomOf', phone)).toEqual({ reserved_bytes: 0, used_bytes: 3_000_000 })
  rmSync(folder, { recursive: true })
})
