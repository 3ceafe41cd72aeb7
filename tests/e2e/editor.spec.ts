import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { expect, test } from './support/editor.ts'
import { violations } from './support/look.ts'

// All tests share one `astro dev`; each uses its own files.
test.describe.configure({ mode: 'default' })

const pathOf = (id: string) => `interpretations/${id}.md`

async function write(page: Page, file: string, path: string[], value: unknown): Promise<void> {
  await page.evaluate(
    async ([file, at, own]) => {
      const store = await import(/* @vite-ignore */ `${location.origin}/src/editor/ui/document.ts`)
      store.change(file, [{ path: at, value: own }])
      await store.settled(file)
    },
    [file, path, value] as const,
  )
}

test('what is written is on the page at once, and in the file when it was looked at and saved', async ({
  page,
  workbench: { open, onDisk },
}) => {
  const file = pathOf('003-yanfa-feiyong-jiajikouchu')
  const preview = await open(page, file)
  const before = await onDisk(file)
  const place = () => preview.locator('body').evaluate(() => Math.round(scrollY))
  await preview.locator('body').evaluate(() => scrollTo(0, 600))
  await write(page, file, ['gist'], '每花一百元，税前扣两百元')
  await expect(preview.getByText('每花一百元，税前扣两百元')).toBeAttached()
  await expect.poll(place, 'the page keeps its place').toBe(600)
  expect(await onDisk(file)).toBe(before)

  await test.step('a page that cannot be made stays, and says why', async () => {
    await write(page, file, ['region'], '不存在')
    await expect(page.getByText('页面停在上一次正确的样子')).toBeVisible()
    await expect(preview.getByText('每花一百元，税前扣两百元')).toBeAttached()
    await page.getByRole('button', { name: '撤销', exact: true }).click()
    await expect(page.getByText('页面停在上一次正确的样子')).toBeHidden()
  })

  await test.step('a reload keeps the draft', async () => {
    await page.reload()
    await expect(page.getByText('有未保存的修改')).toBeVisible()
    await expect(page.frameLocator('iframe').getByText('每花一百元，税前扣两百元')).toBeVisible()
  })

  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: '将要写入文件的修改' })
  await expect(dialog.locator('ins').first()).toBeVisible()
  await dialog.getByRole('button', { name: '保存到文件' }).click()
  await expect(dialog).toBeHidden()
  const gist = 'gist: "每花100元研发费用，税前可以扣200元"'
  expect(await onDisk(file)).toBe(before.replace(gist, 'gist: "每花一百元，税前扣两百元"'))
})

test('where the disk has changed the same line, both versions are shown, and one is taken', async ({
  page,
  workbench: { open, onDisk, folder },
}) => {
  const file = pathOf('006-canji-gongzi-jiajikouchu')
  await open(page, file)
  await write(page, file, ['title'], '我改的标题')
  await writeFile(
    join(folder, 'content', file),
    (await onDisk(file)).replace(/title: .*/, 'title: 别人改的标题'),
  )
  await page.getByRole('button', { name: '比较两个版本' }).click()
  const dialog = page.getByRole('dialog', { name: '磁盘上的文件也被改过了' })
  await expect(dialog.locator('del').first()).toContainText('别人')
  await dialog.getByRole('button', { name: '用我的，保存时覆盖磁盘上的' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '保存到文件' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await onDisk(file)).toContain('我改的标题')
})

test("no axe violation in the workbench's open parts", async ({ page, workbench: { origin, open } }) => {
  const file = pathOf('004-xiaoguimo-nashuiren-zengzhishui')
  await page.setViewportSize({ width: 1600, height: 900 })
  // The preview beside it is a public page, and loads again after each change.
  const see = async (name: string) =>
    expect.soft(await violations(page, { iframes: false }), name).toEqual([])
  await page.goto(`${origin}/frontend/editor`)
  await expect(page.getByRole('tab', { name: /^全部内容/ })).toBeVisible()
  await see('what needs care')
  await page.getByRole('button', { name: '新建内容' }).click()
  await page.getByRole('dialog').getByRole('combobox').first().click()
  await see('new document')

  await open(page, file)
  await see('form')
  await page.getByRole('tab', { name: '条件和金额' }).click()
  await expect(page.getByRole('tabpanel', { name: '条件和金额' })).toBeVisible()
  await see('conditions')
  await page.getByRole('tab', { name: '表单' }).click()
  await write(page, file, ['gist'], '少缴的办法')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('dialog', { name: '将要写入文件的修改' }).locator('ins').first()).toBeVisible()
  await see('difference')
})

test('a condition moves by keys and by mouse, and the golden companies update at once', async ({
  page,
  workbench: { origin },
}) => {
  await page.setViewportSize({ width: 1600, height: 1400 })
  const file = 'interpretations/016-ruanjian-qiye-liangmian-sanjianban.md'
  await page.goto(`${origin}/frontend/editor/edit?file=${encodeURIComponent(file)}`)
  await page.getByRole('tab', { name: '条件和金额' }).click()
  const tree = page.getByRole('region', { name: '申报条件' })
  const said = tree.getByRole('status')
  const card = tree.getByRole('treeitem', { name: '研究开发人员占职工25%以上' })
  const golden = page.getByRole('region', { name: '样本企业' })
  await expect(golden.getByText('都与预期相同')).toBeVisible()

  await card.getByText('研究开发人员占职工25%以上').click()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(said).toContainText('第 3 项，')
  await expect(golden.getByText('都与预期相同')).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: '修改条件' })).toBeVisible()
  await page.keyboard.press('Escape')

  await card.dragTo(tree.getByRole('treeitem', { name: '有独立法人资格的企业' }))
  await expect(said).toContainText('第 1 项，')

  await card.getByText('研究开发人员占职工25%以上').click()
  await page.keyboard.press('Delete')
  await expect(golden.getByText('1 家与预期不同')).toBeVisible()
  await expect(golden.getByText('符合（不对）')).toBeVisible()
})
