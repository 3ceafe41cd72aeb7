/** Uploads over bad lines in a real browser: cancelled, cut, gone on with after a reload. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooser, fileTile, madeUp, openNewFolder, slowUploads, uploadFile } from './support/documents.ts'
import { expect, logIn, test } from './support/portal.ts'
import { scene } from './support/scene.ts'

const SLOW = 300_000

test.use({
  expectedErrors:
    /ERR_FAILED|ERR_INTERNET_DISCONNECTED|ERR_NETWORK|ERR_UPLOAD_FILE_CHANGED|ERR_FILE_NOT_FOUND|Failed to load resource/,
})

test.beforeEach(async ({ page, phone }) => {
  test.slow()
  await logIn(page, phone)
  await page.goto('/documents')
  await openNewFolder(page, '材料')
})

test('an upload that is cancelled leaves nothing behind', async ({ page, phone }) => {
  await slowUploads(page, SLOW)
  await chooser(page, '上传文件').setInputFiles(madeUp('大.pdf', 12_000_000))
  const bar = page.getByRole('progressbar', { name: '上传“大.pdf”' })
  await expect(bar).toBeVisible()
  await expect.poll(async () => (await scene('roomOf', phone)).reserved_bytes).toBe(12_000_000)
  await page.getByRole('button', { name: '我的' }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  const leaving = page.getByRole('dialog', { name: '还有 1 个文件未上传完，仍要退出登录？' })
  await leaving.getByRole('button', { name: '取消' }).click()
  await expect(page.getByText('未退出登录')).toBeVisible()
  await expect(page.getByRole('button', { name: '我的' })).toBeFocused()
  await expect(bar).toBeVisible()
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route('**/sts_not_token/cancel', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: '取消上传“大.pdf”' }).click()
  await expect(page.getByText('取消中...')).toBeVisible()
  goOn()
  await expect(page.getByText('取消成功!')).toBeVisible()
  await expect(bar).toBeHidden()
  expect(await scene('roomOf', phone)).toEqual({ reserved_bytes: 0, used_bytes: 0 })
  await expect(fileTile(page, '大.pdf')).toBeHidden()
})

test('ali-oss that does not come at first is asked for again', async ({ page }) => {
  let asked = 0
  await page.route('**/aliyun-oss-sdk*.js', (route) => (asked++ === 0 ? route.abort() : route.continue()))
  await uploadFile(page, { name: '库.pdf', bytes: 1000 })
  expect(asked).toBeGreaterThan(1)
})

test('a cut of the line is waited out', async ({ page }) => {
  await slowUploads(page, SLOW)
  await chooser(page, '上传文件').setInputFiles(madeUp('断.pdf', 12_000_000))
  await expect(page.getByRole('progressbar', { name: '上传“断.pdf”' })).toBeVisible()
  await slowUploads(page, 0)
  await expect(page.getByText('网络中断，恢复后自动继续')).toBeVisible()
  await slowUploads(page, 50_000_000)
  await expect(fileTile(page, '断.pdf')).toBeVisible()
})

test('after a reload the same file goes on, with its own place in the store', async ({ page, phone }) => {
  const folder = mkdtempSync(join(tmpdir(), 'resume-'))
  const path = join(folder, '续传.pdf')
  writeFileSync(path, Buffer.alloc(3_000_000, '0123456789'))
  page.on('dialog', (dialog) => dialog.accept())
  await slowUploads(page, SLOW)
  await chooser(page, '上传文件').setInputFiles(path)
  await expect.poll(async () => (await scene('roomOf', phone)).reserved_bytes).toBe(3_000_000)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('uploads'))).toContain('"uploadId"')
  await page.reload()
  await expect(page.getByText('上次未上传完')).toBeVisible()
  await page.getByRole('button', { name: '文件夹 材料', exact: true }).click()
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

test('two tabs with a file of one name: the second waits, then asks what to do with the name', async ({
  page,
  context,
  phone,
}) => {
  const other = await context.newPage()
  await other.goto('/documents')
  await other.getByRole('button', { name: '文件夹 材料', exact: true }).click()
  await slowUploads(page, SLOW)
  await chooser(page, '上传文件').setInputFiles(madeUp('同名.pdf', 3_000_000))
  await expect.poll(async () => (await scene('roomOf', phone)).reserved_bytes).toBe(3_000_000)
  await chooser(other, '上传文件').setInputFiles(madeUp('同名.pdf', 2000))
  await expect(other.getByText('同名文件正在另一个页面上传，完成后自动继续')).toBeVisible()
  await expect(other.getByText('上次未上传完')).toBeHidden()
  await other.getByRole('button', { name: '取消上传“同名.pdf”' }).click()
  await expect(other.getByText('取消成功!')).toBeVisible()
  await chooser(other, '上传文件').setInputFiles(madeUp('同名.pdf', 2000))
  await expect(other.getByText('同名文件正在另一个页面上传，完成后自动继续')).toBeVisible()
  await slowUploads(page, 50_000_000)
  await expect(fileTile(page, '同名.pdf')).toBeVisible()
  await other
    .getByRole('dialog', { name: '已有同名文件' })
    .getByRole('button', { name: '两个都保留' })
    .click()
  await expect(fileTile(other, '同名 (1).pdf')).toBeVisible()
  expect(await scene('roomOf', phone)).toEqual({ reserved_bytes: 0, used_bytes: 3_002_000 })
})

for (const hours of [24, -24]) {
  test(`a clock that is wrong by ${hours} hours costs one request`, async ({ page }) => {
    await page.addInitScript((byMs) => {
      const { now } = Date
      globalThis.Date = new Proxy(Date, {
        construct: (target, given) =>
          given.length === 0 ? new target(now() + byMs) : Reflect.construct(target, given),
        get: (target, name) => (name === 'now' ? () => now() + byMs : Reflect.get(target, name)),
      })
    }, hours * 3_600_000)
    await page.reload()
    await page.getByRole('button', { name: '文件夹 材料', exact: true }).click()
    const asked: string[] = []
    page.on('response', (response) => {
      const { origin, search } = new URL(response.url())
      if (origin === new URL(page.url()).origin || response.request().method() === 'OPTIONS') return
      asked.push(`${response.request().method()} ${search.replace(/=[^&]*/g, '')} ${response.status()}`)
    })
    await chooser(page, '上传文件').setInputFiles(madeUp('时钟.pdf', 12_000_000))
    await expect(fileTile(page, '时钟.pdf')).toBeVisible()
    expect(asked.sort()).toEqual([
      'POST ?uploadId 200',
      'POST ?uploads 200',
      'POST ?uploads 403',
      'PUT ?partNumber&uploadId 200',
      'PUT ?partNumber&uploadId 200',
    ])
  })
}

for (const [what, spoil] of [
  ['changed', (path: string) => writeFileSync(path, Buffer.alloc(12_000_000, 'anders'))],
  ['removed', (path: string) => rmSync(path)],
] as const) {
  test(`a file that is ${what} while it goes up is said to be, and leaves nothing behind`, async ({
    page,
    phone,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), 'spoilt-'))
    const path = join(folder, '变动.pdf')
    writeFileSync(path, Buffer.alloc(12_000_000, '0123456789'))
    await slowUploads(page, SLOW)
    await chooser(page, '上传文件').setInputFiles(path)
    await expect.poll(async () => (await scene('roomOf', phone)).reserved_bytes).toBe(12_000_000)
    await expect(page.getByRole('progressbar', { name: '上传“变动.pdf”' })).toBeVisible()
    spoil(path)
    await slowUploads(page, 50_000_000)
    await expect(page.getByText('文件已被修改、移动或删除，请重新选择这个文件')).toBeVisible()
    await expect.poll(() => scene('roomOf', phone)).toEqual({ reserved_bytes: 0, used_bytes: 0 })
    rmSync(folder, { recursive: true })
  })
}
