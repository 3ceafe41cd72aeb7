/** Company documents in a real browser: folders, files, and what a person does with them. */
import type { Page } from 'playwright/test'
import {
  choose,
  chooser,
  fileTile,
  madeUp,
  openDocuments,
  openNewFolder,
  uploadFile,
} from './support/documents.ts'
import { expect, fillLogin, logIn, test } from './support/portal.ts'
import { scene } from './support/scene.ts'

test.beforeEach(async ({ page, phone }) => {
  test.slow()
  await logIn(page, phone)
  await page.goto('/documents')
})

test('the header stands there as on every other page', async ({ page }) => {
  const header = () =>
    page.getByRole('banner').evaluate((element) =>
      [...element.querySelectorAll('a, button, input')].flatMap((part) => {
        const { x, y, width, height } = part.getBoundingClientRect()
        const { fontSize, color } = getComputedStyle(part)
        return width === 0 ? [] : [[part.tagName, x, y, width, height, fontSize, color].join(' ')]
      }),
    )
  await openDocuments(page)
  await expect(page.getByText('暂无文件夹')).toBeVisible()
  const here = await header()
  expect(here.length).toBeGreaterThan(8)
  await page.goto('/help')
  expect(here).toEqual(await header())
})

test('a folder is made, a file goes up, and both are still there after a reload and another login', async ({
  page,
  phone,
}) => {
  await openDocuments(page)
  await expect(page.getByText('暂无文件夹')).toBeVisible()
  await page.getByRole('button', { name: '新建文件夹' }).click()
  const dialog = page.getByRole('dialog', { name: '新建文件夹' })
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('文件夹名不能为空')
  await dialog.getByLabel('文件夹名').fill('申报材料')
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.getByRole('button', { name: '文件夹 申报材料' }).click()
  await chooser(page, '上传文件').setInputFiles(madeUp('营业执照.pdf', 300_000))
  await expect(page.getByText('上传成功')).toBeVisible()
  await expect(fileTile(page, '营业执照.pdf')).toBeVisible()
  await expect(page.getByText('0.29 MB/1 GB')).toBeVisible()
  await page.reload()
  const folder = page.getByRole('navigation', { name: '文件夹' }).getByRole('button', { name: '申报材料' })
  await folder.click()
  await expect(fileTile(page, '营业执照.pdf')).toBeVisible()
  // After the session has ended, the next login goes on where one was.
  await scene('endSessions', phone)
  await scene('allowNextCode', phone)
  await page.evaluate(() => localStorage.removeItem('login:resend_at'))
  // A poll may have been the first to meet it.
  const gate = page.locator('.login-gate-out').getByRole('button', { name: '登录' })
  await folder.or(gate).click()
  await fillLogin(page, phone)
  await expect(fileTile(page, '营业执照.pdf')).toBeVisible()
})

test('renaming refuses nothing, keeps what was typed, and deleting asks by name', async ({ page }) => {
  await openNewFolder(page, '材料')
  await uploadFile(page, { name: '旧名.pdf', bytes: 1000 })
  await uploadFile(page, { name: '别的.pdf', bytes: 1000 })
  await choose(page, '旧名.pdf', '重命名')
  const dialog = page.getByRole('dialog', { name: '重命名' })
  await dialog.getByLabel('文件名').fill('  ')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('文件名不能为空')
  await dialog.getByLabel('文件名').fill('别的.pdf')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('这里已有同名文件，请换一个名称')
  await expect(dialog.getByLabel('文件名')).toHaveValue('别的.pdf')
  // Closed before the answer: the refusal is told all the same.
  const goOn = await holdRenaming(page)
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  goOn()
  await expect(page.locator('.toast-error')).toHaveText('这里已有同名文件，请换一个名称')
  await choose(page, '旧名.pdf', '重命名')
  await dialog.getByLabel('文件名').fill('<b>新名</b>.pdf'.replace('/', ''))
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('修改成功')).toBeVisible()
  await choose(page, '<b>新名<b>.pdf', '删除')
  const confirm = page.getByRole('dialog', { name: '删除“<b>新名<b>.pdf”？' })
  expect((await confirm.boundingBox())?.width).toBe(416)
  await confirm.getByRole('button', { name: '取消' }).click()
  await expect(fileTile(page, '<b>新名<b>.pdf')).toBeVisible()
  await choose(page, '<b>新名<b>.pdf', '删除')
  await confirm.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('删除成功')).toBeVisible()
  await expect(fileTile(page, '<b>新名<b>.pdf')).toBeHidden()
  // A late success leaves alone what is on the screen by then.
  const saveOn = await holdRenaming(page)
  await choose(page, '别的.pdf', '重命名')
  await dialog.getByLabel('文件名').fill('后来的.pdf')
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '新建文件夹' }).click()
  const folder = page.getByRole('dialog', { name: '新建文件夹' })
  await folder.getByLabel('文件夹名').fill('合同')
  saveOn()
  await expect(folder.locator('.toast')).toHaveText('修改成功')
  await expect(folder.getByLabel('文件夹名')).toHaveValue('合同')
})

/** @returns lets the answers come */
async function holdRenaming(page: Page): Promise<() => void> {
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route(/\/document\/file\/\d+$/, async (route) => {
    await held
    await route.continue()
  })
  return goOn
}

test('one file at a time by the tile, many by 批量上传 with their folders; the same name is asked about', async ({
  page,
}) => {
  await openNewFolder(page, '批量')
  await chooser(page, '上传文件').setInputFiles([madeUp('甲.pdf', 10), madeUp('乙.pdf', 10)])
  await expect(page.getByText('每次只能上传一个文件')).toBeVisible()
  await chooser(page, '批量上传').setInputFiles([
    madeUp('甲.pdf', 10),
    madeUp('乙.pdf', 0),
    madeUp('丙.pdf', 10),
  ])
  await expect(page.getByText('已上传 2 个，共 3 个')).toBeVisible()
  await expect(page.getByText(/“乙.pdf”是空文件/)).toBeVisible()
  await page.getByRole('button', { name: '清除已结束的' }).click()
  await chooser(page, '批量上传').setInputFiles([madeUp('甲.pdf', 20), madeUp('丙.pdf', 20)])
  const conflict = page.getByRole('dialog', { name: '已有同名文件' })
  await conflict.getByRole('checkbox', { name: '其余 1 个文件照此处理' }).check()
  await conflict.getByRole('button', { name: '两个都保留' }).click()
  await expect(fileTile(page, '甲 (1).pdf')).toBeVisible()
  await expect(fileTile(page, '丙 (1).pdf')).toBeVisible()
})

test('a dropped folder keeps its tree, and a folder dropped on the tile is refused', async ({ page }) => {
  await openNewFolder(page, '树')
  // Chromium gives entries only for what really was dropped, so the entries are made here.
  const drop = (selector: string) =>
    page.locator(selector).evaluate((target) => {
      const file = (name: string) => ({
        isFile: true,
        name,
        file: (done: (file: File) => void) => done(new File(['1'], name)),
      })
      const folder = (name: string, children: unknown[]) => ({
        isFile: false,
        name,
        createReader: () => {
          const batches = [children, []]
          return { readEntries: (done: (some: unknown) => void) => done(batches.shift()) }
        },
      })
      const entry = folder('2026', [file('报价.txt'), folder('空的', []), folder('合同', [file('正本.txt')])])
      const event = new DragEvent('drop', { bubbles: true, cancelable: true })
      const items = [{ kind: 'file', webkitGetAsEntry: () => entry }]
      Object.defineProperty(event, 'dataTransfer', { value: { items, files: [] } })
      target.dispatchEvent(event)
    })
  await drop('.upload-tile')
  await expect(page.getByText('不能上传文件夹，请选择一个文件')).toBeVisible()
  await drop('.explorer-content')
  await expect(page.getByText('已上传 2 个，共 2 个')).toBeVisible()
  await page.getByRole('button', { name: '文件夹 2026' }).click()
  await expect(page.getByRole('button', { name: '文件夹 空的' })).toBeVisible()
  await page.getByRole('button', { name: '文件夹 合同' }).click()
  await expect(fileTile(page, '正本.txt')).toBeVisible()
  await expect(page.getByRole('navigation', { name: '当前位置' })).toHaveText('全部文件树2026合同')
})

test('a search finds in all folders; a file is moved, updated and downloaded', async ({ page }) => {
  await openNewFolder(page, '甲')
  await uploadFile(page, { name: '报告.pdf', bytes: 1000 })
  await page.getByRole('searchbox', { name: '搜索全部文件夹' }).fill('报告')
  await page.getByRole('searchbox', { name: '搜索全部文件夹' }).press('Enter')
  await expect(page.getByText('找到 1 项')).toBeVisible()
  await expect(page.getByText('全部文件 / 甲', { exact: true })).toBeVisible()
  const choosing = page.waitForEvent('filechooser')
  await choose(page, '报告.pdf', '更新')
  // The toast may still be that of the first upload.
  const updated = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().includes('/document/file/'),
  )
  await (await choosing).setFiles(madeUp('别名.pdf', 5000))
  await updated
  const downloading = page.waitForEvent('download')
  await choose(page, '报告.pdf', '下载')
  const download = await downloading
  expect(download.suggestedFilename()).toBe('报告.pdf')
  const [size] = [(await (await import('node:fs/promises')).stat(await download.path())).size]
  expect(size).toBe(5000)
})

test('a folder is downloaded one file a second, or as one ZIP; an empty one is said to be', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'showSaveFilePicker', { value: undefined })
  })
  await page.reload()
  await openNewFolder(page, '合集')
  await page.getByRole('navigation', { name: '当前位置' }).getByRole('button', { name: '全部文件' }).click()
  await expect(page.getByRole('button', { name: '文件夹操作：合集', exact: true })).toBeVisible()
  await choose(page, '合集', '下载')
  await expect(page.getByText('目标文件夹为空')).toBeVisible()
  await page.getByRole('button', { name: '文件夹 合集', exact: true }).click()
  await uploadFile(page, { name: '一.txt', bytes: 100 })
  await expect(page.getByRole('button', { name: '文件操作：一.txt', exact: true })).toBeVisible()
  await uploadFile(page, { name: '二.txt', bytes: 100 })
  // Leaving would end this upload; to the browser, a download looks like leaving.
  await page.route(/sts_not_token/, () => {})
  await chooser(page, '上传文件').setInputFiles(madeUp('三.txt', 100))
  await expect(page.getByRole('button', { name: '取消上传“三.txt”' })).toBeVisible()
  await page.getByRole('navigation', { name: '当前位置' }).getByRole('button', { name: '全部文件' }).click()
  const names: string[] = []
  page.on('download', (download) => names.push(download.suggestedFilename()))
  page.on('dialog', (question) => {
    names.push(question.type())
    question.dismiss()
  })
  await choose(page, '合集', '下载')
  await expect.poll(() => names).toEqual(['一.txt', '二.txt'])
  await choose(page, '合集', '下载为压缩包')
  await expect.poll(() => names).toEqual(['一.txt', '二.txt', '合集.zip'])
})

test('no room: said before the first byte, with the way to more', async ({ page, phone }) => {
  await openNewFolder(page, '满')
  await scene('fillRoom', phone, 1024 ** 3)
  await page.reload()
  await expect(page.getByText('1 GB/1 GB')).toBeVisible()
  await page.getByRole('button', { name: '上传文件', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '企业文件存储空间不足，请升级企业等级' })
  await dialog.getByRole('button', { name: '取消' }).click()
  await scene('fillRoom', phone, 1024 ** 3 - 1000)
  await page.reload()
  await page.getByRole('button', { name: '文件夹 满', exact: true }).click()
  await chooser(page, '上传文件').setInputFiles(madeUp('大.pdf', 5000))
  // What has found no room stays here, to be tried again.
  const opening = page.context().waitForEvent('page')
  await dialog.getByRole('link', { name: /去升级\s*（在新窗口打开）/ }).click()
  await expect(await opening).toHaveURL(/\/grade$/)
  await expect(dialog).toBeHidden()
  await scene('fillRoom', phone, 0)
  await page.getByRole('button', { name: '重试' }).click()
  await expect(fileTile(page, '大.pdf')).toBeVisible()
})

test('what one tab changes shows in the others, the bar as well', async ({ page, context }) => {
  await openNewFolder(page, '共用')
  const other = await context.newPage()
  await other.goto('/documents')
  await other.getByRole('button', { name: '文件夹 共用', exact: true }).click()
  await uploadFile(page, { name: '新.pdf', bytes: 600_000 })
  await expect(fileTile(other, '新.pdf')).toBeVisible()
  await expect(other.getByText('0.57 MB/1 GB')).toBeVisible()
})
