import { stat } from 'node:fs/promises'
import {
  choose,
  chooser,
  fileTile,
  madeUp,
  openDocuments,
  openNewFolder,
  uploadFile,
} from './support/documents.ts'
import { violations } from './support/look.ts'
import { expect, logIn, test } from './support/portal.ts'
import { scene } from './support/scene.ts'

test.beforeEach(async ({ page, phone }) => {
  await logIn(page, phone)
  await page.goto('/documents')
})

test('a folder is created, a file uploaded, renamed and still there after a reload; deleting asks by name', {
  tag: '@journey',
}, async ({ page }) => {
  await openDocuments(page)
  await expect(page.getByText('暂无文件夹')).toBeVisible()
  await page.getByRole('button', { name: '新建文件夹' }).click()
  const making = page.getByRole('dialog', { name: '新建文件夹' })
  await making.getByRole('button', { name: '确定' }).click()
  await expect(making.getByRole('alert')).toHaveText('文件夹名不能为空')
  await making.getByLabel('文件夹名').fill('申报材料')
  await making.getByRole('button', { name: '确定' }).click()
  await page.getByRole('button', { name: '文件夹 申报材料' }).click()
  await chooser(page, '上传文件').setInputFiles([madeUp('甲.pdf', 10), madeUp('乙.pdf', 10)])
  await expect(page.getByText('每次只能上传一个文件')).toBeVisible()
  await uploadFile(page, { name: '旧名.pdf', bytes: 300_000 })
  await expect(page.getByText('上传成功')).toBeVisible()
  await expect(page.getByText('0.29 MB/1 GB')).toBeVisible()
  await uploadFile(page, { name: '别的.pdf', bytes: 1000 })

  await choose(page, '旧名.pdf', '重命名')
  const renaming = page.getByRole('dialog', { name: '重命名' })
  await renaming.getByLabel('文件名').fill('别的.pdf')
  await renaming.getByRole('button', { name: '确定' }).click()
  await expect(renaming.getByRole('alert')).toHaveText('这里已有同名文件，请换一个名称')
  await expect(renaming.getByLabel('文件名'), 'what was typed stays').toHaveValue('别的.pdf')
  await renaming.getByLabel('文件名').fill('<b>新名<b>.pdf')
  await renaming.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('修改成功')).toBeVisible()
  await page.reload()
  await page.getByRole('navigation', { name: '文件夹' }).getByRole('button', { name: '申报材料' }).click()
  await expect(fileTile(page, '<b>新名<b>.pdf')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await choose(page, '<b>新名<b>.pdf', '删除')
  const confirm = page.getByRole('dialog', { name: '删除“<b>新名<b>.pdf”？' })
  expect((await confirm.boundingBox())?.width).toBe(416)
  await confirm.getByRole('button', { name: '取消' }).click()
  await expect(fileTile(page, '<b>新名<b>.pdf')).toBeVisible()
  await choose(page, '<b>新名<b>.pdf', '删除')
  await confirm.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('删除成功')).toBeVisible()
  await expect(fileTile(page, '<b>新名<b>.pdf')).toBeHidden()
  await expect(fileTile(page, '别的.pdf')).toBeVisible()
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(fileTile(page, '<b>新名<b>.pdf')).toBeVisible()
})

test('a folder is downloaded one file per second, or as one ZIP; an empty one is reported', {
  tag: '@journey',
}, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'showSaveFilePicker', { value: undefined })
  })
  await page.reload()
  await openNewFolder(page, '合集')
  const top = page.getByRole('navigation', { name: '当前位置' }).getByRole('button', { name: '全部文件' })
  await top.click()
  await expect(page.getByRole('button', { name: '文件夹操作：合集', exact: true })).toBeVisible()
  await choose(page, '合集', '下载')
  await expect(page.getByText('目标文件夹为空')).toBeVisible()
  await page.getByRole('button', { name: '文件夹 合集', exact: true }).click()
  await chooser(page, '批量上传').setInputFiles([madeUp('一.txt', 100), madeUp('二.txt', 100)])
  await expect(page.getByText('已上传 2 个，共 2 个')).toBeVisible()
  // Leaving would end this upload; to the browser, a download looks like leaving.
  await page.route(/sts_not_token/, () => {})
  await chooser(page, '上传文件').setInputFiles(madeUp('三.txt', 100))
  await expect(page.getByRole('button', { name: '取消上传“三.txt”' })).toBeVisible()
  await top.click()
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
  expect(await violations(page)).toEqual([])
})

test('full storage: reported before the first byte, with the way to the levels, where an upgrade is requested once; waiting files continue then', {
  tag: '@journey',
}, async ({ page, phone }) => {
  await openNewFolder(page, '满')
  await scene('fillRoom', phone, 1024 ** 3 - 1000)
  await page.reload()
  await openDocuments(page)
  await chooser(page, '上传文件').setInputFiles(madeUp('大.pdf', 5000))
  const full = page.getByRole('dialog', { name: '企业文件存储空间不足，请升级企业等级' })
  const opening = page.context().waitForEvent('page')
  await full.getByRole('link', { name: /去升级\s*（在新窗口打开）/ }).click()
  await expect(full).toBeHidden()

  const levels = await opening
  await expect(levels).toHaveURL(/\/grade$/)
  await expect(levels.getByRole('heading', { level: 2 })).toHaveText(['基础版当前等级', '专业版', '旗舰版'])
  await expect(levels.getByText(/已用 .+\/1 GB/)).toBeVisible()
  await levels.getByRole('button', { name: '申请专业版' }).click()
  const asking = levels.getByRole('dialog', { name: '申请专业版' })
  await asking.getByRole('button', { name: '提交申请' }).click()
  await expect(asking.getByText('请填写联系人')).toBeVisible()
  await asking.getByLabel('联系人').fill('王示例')
  await asking.getByLabel('手机号').fill(phone)
  await asking.getByRole('button', { name: '提交申请' }).click()
  await expect(levels.getByText('申请已提交')).toBeVisible()
  await levels.reload()
  await expect(levels.getByText('已申请升级到专业版')).toBeVisible()
  expect(await violations(levels)).toEqual([])
  await levels.close()

  await scene('fillRoom', phone, 0)
  await page.getByRole('button', { name: '重试' }).click()
  await expect(fileTile(page, '大.pdf')).toBeVisible()
})

test('a search covers all folders; a file is moved, updated and downloaded', async ({ page, phone }) => {
  await openNewFolder(page, '甲')
  await scene('addFolders', phone, '甲', ['乙'])
  await uploadFile(page, { name: '报告.pdf', bytes: 1000 })
  await uploadFile(page, { name: '别的.pdf', bytes: 1000 })
  await choose(page, '报告.pdf', '移动到…')
  const moving = page.getByRole('dialog').filter({ hasText: '移动到这里' })
  await moving.getByRole('button', { name: '甲' }).last().click()
  await moving.getByRole('button', { name: '乙' }).click()
  await moving.getByRole('button', { name: '移动到这里' }).click()
  await expect(moving).toBeHidden()
  await expect(fileTile(page, '报告.pdf')).toBeHidden()
  const search = page.getByRole('searchbox', { name: '搜索全部文件夹' })
  await search.fill('报告')
  await search.press('Enter')
  await expect(page.getByText('找到 1 项')).toBeVisible()
  await expect(page.getByText('全部文件 / 甲 / 乙', { exact: true })).toBeVisible()
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
  expect((await stat(await download.path())).size).toBe(5000)
})
