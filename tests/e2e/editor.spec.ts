/** The editors' workbench: editing, saving, concurrent changes and judging. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { expect, test } from './support/editor.ts'
import { violations } from './support/look.ts'

// All tests share one `astro dev`; each uses its own files.
test.describe.configure({ mode: 'default' })

const pathOf = (id: string) => `interpretations/${id}.md`

/** Like the form. */
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

/** The document in a tab. */
const dataOf = (page: Page, file: string) =>
  page.evaluate(async (file) => {
    const store = await import(/* @vite-ignore */ `${location.origin}/src/editor/ui/document.ts`)
    return store.$documents.get()[file].data
  }, file)

test('typed text is on the page at once, and in the file after review and saving', async ({
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

  // Nothing is saved before the difference is shown.
  const compared = Promise.withResolvers<void>()
  await page.route('**/frontend/editor/api/compare', async (route) => {
    await compared.promise
    await route.continue()
  })
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: '将要写入文件的修改' })
  const save = dialog.getByRole('button', { name: '保存到文件' })
  await expect(save).toBeDisabled()
  compared.resolve()
  await expect(dialog.locator('ins').first()).toBeVisible()
  await save.click()
  await expect(dialog).toBeHidden()
  const gist = 'gist: "每花100元研发费用，税前可以扣200元"'
  expect(await onDisk(file)).toBe(before.replace(gist, 'gist: "每花一百元，税前扣两百元"'))
})

test("two tabs edit one document: each sees the other's changes, and nothing is lost", async ({
  context,
  workbench: { open, onDisk },
}) => {
  const file = pathOf('005-jishu-zhuanrang-suode')
  const [one, other] = [await context.newPage(), await context.newPage()]
  await open(one, file)
  await open(other, file)
  await Promise.all([write(one, file, ['who'], '查账征收的企业'), write(other, file, ['hotline'], '12366-2')])
  const both = { who: '查账征收的企业', hotline: '12366-2' }
  for (const page of [one, other]) await expect.poll(() => dataOf(page, file)).toMatchObject(both)
  await one.getByRole('button', { name: '查看差异并保存' }).click()
  await one.getByRole('dialog').getByRole('button', { name: '保存到文件' }).click()
  await expect(one.getByRole('dialog')).toBeHidden()
  await expect(other.getByText('也在另一个标签页里打开并修改了')).toBeVisible()
  await expect(other.getByRole('button', { name: '查看差异并保存' })).toBeDisabled()
  expect(await onDisk(file)).toMatch(/who: "查账征收的企业"[\s\S]*hotline: "12366-2"/)
})

test('after a change on disk, both versions are shown and mine is merged over it', async ({
  page,
  workbench: { open, onDisk, folder },
}) => {
  const file = pathOf('006-canji-gongzi-jiajikouchu')
  const preview = await open(page, file)
  await write(page, file, ['hotline'], '12345')
  const theirs = (await onDisk(file)).replace('## 这项优惠是什么', '## 别人改的标题')
  await writeFile(join(folder, 'content', file), theirs)
  await page.getByRole('button', { name: '比较两个版本' }).click()
  const dialog = page.getByRole('dialog', { name: '磁盘上的文件也被改过了' })
  await expect(dialog.getByText('别人改的标题')).toBeVisible()
  await dialog.getByRole('button', { name: '在磁盘上的基础上加上我的修改' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '保存到文件' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await onDisk(file)).toMatch(/hotline: "12345"[\s\S]*## 别人改的标题/)
  await expect(preview.getByRole('heading', { name: '别人改的标题' })).toBeVisible()
})

test("no axe violation in the workbench's open parts", async ({ page, workbench: { origin, open } }) => {
  const file = pathOf('004-xiaoguimo-nashuiren-zengzhishui')
  await page.setViewportSize({ width: 1600, height: 900 })
  const see = async (name: string) => expect.soft(await violations(page), name).toEqual([])
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
  const said = tree.locator('> [role=status]')
  const card = tree.getByRole('group', { name: '研究开发人员占职工25%以上' })
  const golden = page.getByRole('region', { name: '样本企业' })
  await expect(golden.getByText('都与预期相同')).toBeVisible()

  await card.focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(said).toContainText('第 3 项，')
  await expect(card).toBeFocused()
  await expect(golden.getByText('都与预期相同')).toBeVisible()

  const first = tree.getByRole('group', { name: '有独立法人资格的企业' })
  await card.getByRole('button', { name: /^拖动/ }).dragTo(first, { targetPosition: { x: 60, y: 4 } })
  await expect(said).toContainText('第 1 项，')

  await card.focus()
  await page.keyboard.press('Delete')
  await expect(golden.getByText('1 家与预期不同；这次修改使 1 家的结论与已保存的不同')).toBeVisible()
  await expect(golden.getByText('保存的是不符合')).toBeVisible()
})
