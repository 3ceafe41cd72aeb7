import { readFileSync } from 'node:fs'
import { openDocuments, uploadFile } from './support/documents.ts'
import { logIn, test } from './support/portal.ts'

for (const width of [375, 1600]) {
  test(`shots ${width}`, async ({ page, phone }) => {
    test.setTimeout(120_000)
    await page.setViewportSize({ width, height: width === 375 ? 812 : 900 })
    const shot = (name: string) => page.screenshot({ path: `/tmp/shots/w7/${name}-${width}.png` })
    await page.goto('/documents')
    await shot('a-loggedout')
    await logIn(page, phone)
    await openDocuments(page)
    await page.waitForTimeout(2200)
    await shot('b-empty')
    await page.getByRole('button', { name: '新建文件夹' }).click()
    await shot('c-newfolder')
    const dialog = page.getByRole('dialog', { name: '新建文件夹' })
    await dialog.getByLabel('文件夹名').fill('申报材料')
    await dialog.getByRole('button', { name: '确定' }).click()
    await page.getByRole('button', { name: '文件夹 申报材料' }).click()
    for (const name of [
      '营业执照（三证合一正本扫描件）.pdf',
      '2025年度审计报告.docx',
      '研发费用辅助账.xlsx',
      '路演.pptx',
      '厂区.mp4',
      'readme',
    ]) {
      await uploadFile(page, { name, bytes: 300_000 })
      await page.getByRole('button', { name: `文件 ${name}` }).waitFor()
    }
    await page
      .getByLabel('上传文件', { exact: true })
      .and(page.locator('input'))
      .setInputFiles({ name: '首页截图.png', mimeType: 'image/png', buffer: readFileSync('docs/home.png') })
    await page.getByRole('button', { name: `文件 首页截图.png` }).waitFor()
    await page.waitForTimeout(2500)
    await shot('d-grid')
    await page.evaluate(() => scrollTo(0, 500))
    await shot('d-grid-down')
    await page.getByRole('button', { name: '改为列表' }).click()
    await shot('e-list')
    await page.getByRole('button', { name: /文件操作：路演/ }).click()
    await page.waitForTimeout(300)
    await shot('f-menu')
    await page.getByRole('menuitem', { name: '删除' }).click()
    await shot('g-delete')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /文件操作：路演/ }).click()
    await page.getByRole('menuitem', { name: '移动到' }).click()
    await page.waitForTimeout(300)
    await shot('h-move')
    await page.keyboard.press('Escape')
    await uploadFile(page, { name: 'readme', bytes: 300_000 })
    await page.getByRole('dialog', { name: '已有同名文件' }).waitFor()
    await shot('i-conflict')
    await page.getByRole('button', { name: '跳过' }).click()
    await page.getByRole('searchbox').fill('20')
    await page.getByRole('button', { name: '搜索', exact: true }).click()
    await page.waitForTimeout(1000)
    await shot('j-search')
    await page.getByRole('button', { name: '改为网格' }).click()
  })
}
