/** The editors' workbench: what is written, saved, found changed and judged. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { expect, test } from './support/editor.ts'
import { violations } from './support/look.ts'

const FILE = 'interpretations/003-yanfa-feiyong-jiajikouchu.md'

test.describe.configure({ mode: 'serial' })

let folder: string
let origin: string

test.beforeEach(({ workbench }) => {
  ;({ folder, origin } = workbench)
})

const onDisk = () => readFile(join(folder, 'content', FILE), 'utf8')

/** As the form does it. */
async function write(page: Page, path: string[], value: unknown, file = FILE): Promise<void> {
  await page.evaluate(
    async ([file, at, own]) => {
      const store = await import(/* @vite-ignore */ `${location.origin}/src/editor/ui/document.ts`)
      store.change(file, [{ path: at, value: own }])
      await store.settled(file)
    },
    [file, path, value] as const,
  )
}

/** What a tab shows of the document. */
const dataOf = (page: Page) =>
  page.evaluate(async (file) => {
    const store = await import(/* @vite-ignore */ `${location.origin}/src/editor/ui/document.ts`)
    return store.$documents.get()[file].data
  }, FILE)

async function open(page: Page, file = FILE) {
  await page.goto(`${origin}/frontend/editor/edit?file=${encodeURIComponent(file)}`)
  const preview = page.frameLocator('iframe')
  await expect(preview.locator('h1')).toBeVisible()
  return preview
}

test('what is written is on the page at once, and in the file when it was looked at and saved', async ({
  page,
}) => {
  const preview = await open(page)
  const before = await onDisk()
  await write(page, ['gist'], '每花一百元，税前扣两百元')
  await expect(preview.getByText('每花一百元，税前扣两百元')).toBeVisible()
  expect(await onDisk()).toBe(before)

  await test.step('a page that cannot be made stays, and says why', async () => {
    await write(page, ['region'], '不存在')
    await expect(page.getByText('页面停在上一次正确的样子')).toBeVisible()
    await expect(preview.getByText('每花一百元，税前扣两百元')).toBeVisible()
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
  expect(await onDisk()).toBe(before.replace(gist, 'gist: "每花一百元，税前扣两百元"'))
})

test('two tabs write one document: each sees what the other did, and nothing is lost', async ({
  context,
}) => {
  const [one, other] = [await context.newPage(), await context.newPage()]
  await open(one)
  await open(other)
  await Promise.all([write(one, ['who'], '查账征收的企业'), write(other, ['hotline'], '12366-2')])
  const both = { who: '查账征收的企业', hotline: '12366-2' }
  for (const page of [one, other]) await expect.poll(() => dataOf(page)).toMatchObject(both)
  await one.getByRole('button', { name: '查看差异并保存' }).click()
  await one.getByRole('dialog').getByRole('button', { name: '保存到文件' }).click()
  await expect(one.getByRole('dialog')).toBeHidden()
  await expect(other.getByText('也在另一个标签页里打开并修改了')).toBeVisible()
  await expect(other.getByRole('button', { name: '查看差异并保存' })).toBeDisabled()
  expect(await onDisk()).toMatch(/who: "查账征收的企业"[\s\S]*hotline: "12366-2"/)
})

test('the preview keeps its place and its islands while the page changes', async ({ page }) => {
  const preview = await open(page)
  const place = () =>
    preview.locator('body').evaluate(() => {
      const island = document.querySelector('astro-island')
      return { top: Math.round(scrollY), mark: island?.getAttribute('data-mark') }
    })
  await preview.locator('body').evaluate(() => {
    document.querySelector('astro-island')?.setAttribute('data-mark', 'old')
    scrollTo(0, 600)
  })
  const before = await place()
  expect(before).toEqual({ top: 600, mark: 'old' })
  await write(page, ['hotline'], '12366-9')
  await expect(preview.getByText('12366-9').first()).toBeAttached()
  expect(await place()).toEqual(before)
  await page.getByRole('button', { name: '撤销', exact: true }).click()
})

for (const file of [
  'news/001-carbon-trading-rules.md',
  'funds/001-xianjin-zhizao.md',
  'loans/004-zhishi-chanquan.md',
  'originals/003-yanfa-jiajikouchu-2023-7.md',
]) {
  test(`the page of ${file.split('/')[0]} follows, too`, async ({ page }) => {
    const preview = await open(page, file)
    await write(page, ['title'], '改成这个标题看看', file)
    await expect(preview.getByText('改成这个标题看看').first()).toBeVisible()
  })
}

test('where the disk has changed, both versions are shown and mine goes onto theirs', async ({ page }) => {
  const preview = await open(page)
  await write(page, ['hotline'], '12345')
  await writeFile(
    join(folder, 'content', FILE),
    (await onDisk()).replace('## 这项优惠是什么', '## 别人改的标题'),
  )
  await page.getByRole('button', { name: '比较两个版本' }).click()
  const dialog = page.getByRole('dialog', { name: '磁盘上的文件也被改过了' })
  await expect(dialog.getByText('别人改的标题')).toBeVisible()
  await dialog.getByRole('button', { name: '在磁盘上的基础上加上我的修改' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '保存到文件' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await onDisk()).toMatch(/hotline: "12345"[\s\S]*## 别人改的标题/)
  await expect(preview.getByRole('heading', { name: '别人改的标题' })).toBeVisible()
})

test('no axe violation in what opens at the workbench', async ({ page }) => {
  test.setTimeout(120_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1600, height: 900 })
  const see = async (name: string) => expect.soft(await violations(page), name).toEqual([])
  await page.goto(`${origin}/frontend/editor`)
  await expect(page.getByRole('navigation', { name: '类别' })).toBeVisible()
  await see('what needs care')
  await page.getByRole('button', { name: '新建内容' }).click()
  await page.getByRole('dialog').getByRole('combobox').first().click()
  await see('new document')

  await open(page)
  await see('form')
  for (const name of ['条件和金额', '从文件提取']) {
    await page.getByRole('tab', { name }).click()
    await expect(page.getByRole('tabpanel', { name })).toBeVisible()
    await see(name)
  }
  await page.getByRole('tab', { name: '表单' }).click()
  await write(page, ['gist'], '每花一百元，税前扣两百元')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('dialog', { name: '将要写入文件的修改' }).locator('ins').first()).toBeVisible()
  await see('difference')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '撤销', exact: true }).click()
})

test('a condition moves by keys and by mouse, and the golden companies follow at once', async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 1400 })
  const file = 'interpretations/016-ruanjian-qiye-liangmian-sanjianban.md'
  await page.goto(`${origin}/frontend/editor/edit?file=${encodeURIComponent(file)}`)
  await page.getByRole('tab', { name: '条件和金额' }).click()
  const tree = page.getByRole('region', { name: '申报条件' })
  const said = tree.locator('p.visually-hidden')
  const card = tree.getByRole('group', { name: '研究开发人员占职工25%以上' })
  const golden = page.getByRole('region', { name: '样本企业' })
  await expect(golden.getByText('都与预期相同')).toBeVisible()

  await card.focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(said).toContainText('第 3 项，共 10 项')
  await expect(card).toBeFocused()
  await expect(golden.getByText('都与预期相同')).toBeVisible()

  const from = await card.getByRole('button', { name: /^拖动/ }).boundingBox()
  const first = await tree.getByRole('group', { name: '有独立法人资格的企业' }).boundingBox()
  if (!from || !first) throw new Error('nothing to drag')
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(from.x + 20, from.y - 40, { steps: 5 })
  await page.mouse.move(first.x + 40, first.y - 2, { steps: 10 })
  await page.mouse.up()
  await expect(said).toContainText('第 1 项，共 10 项')

  await card.focus()
  await page.keyboard.press('Delete')
  await expect(golden.getByText('1 家与预期不同；这次修改使 1 家的结论与已保存的不同')).toBeVisible()
  await expect(golden.getByText('保存的是不符合')).toBeVisible()
})

test('a condition with its clause, a formula with its amount and a new company are made without YAML', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1600, height: 1400 })
  const file = 'interpretations/021-zhuanli-shoufei-jianjiao.md'
  await page.goto(`${origin}/frontend/editor/edit?file=${encodeURIComponent(file)}`)
  await page.getByRole('tab', { name: '条件和金额' }).click()
  const tree = page.getByRole('region', { name: '申报条件' })
  const formula = page.getByRole('region', { name: '金额公式' })
  const golden = page.getByRole('region', { name: '样本企业' })
  const undoUntil = (words: string) =>
    expect(async () => {
      await page.getByRole('button', { name: '撤销', exact: true }).click()
      await expect(golden.getByText(words)).toBeVisible({ timeout: 2000 })
    }).toPass()
  await golden.getByRole('button', { name: '单独申请1件发明专利' }).click()
  await expect(formula.getByText(/＝ 3,400 元/).first()).toBeVisible()

  await test.step('a formula is completed, and its amount is beside it', async () => {
    await formula.getByLabel('可以减缴的费用的公式').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' + 发明专利申')
    await formula.getByRole('option', { name: '发明专利申请费' }).click()
    await expect(formula.getByLabel('可以减缴的费用的公式')).toContainText('+ 发明专利申请费')
    await expect(formula.getByText('应为单位是元，实际为 元/件')).toBeVisible()
    await page.keyboard.type(' × 1件')
    await expect(formula.getByText(/＝ 4,300 元/)).toBeVisible()
    await expect(golden.getByText(/家与预期不同/)).toBeVisible()
    await undoUntil('都与预期相同')
  })

  await test.step('a condition cites its sentence', async () => {
    await tree.getByRole('button', { name: '加条件' }).last().click()
    const form = page.getByRole('form', { name: '新的条件' })
    await form.getByLabel('按什么判断').fill('职工人数')
    await page.keyboard.press('Enter')
    await form.getByLabel('数值').fill('10')
    await form.getByLabel('依据').fill('100万元')
    await page.locator('.rule-sentence', { hasText: '上年度应纳税所得额低于100万元的企业' }).click()
    await expect(form.getByLabel('依据')).toHaveValue('第三条')
    await expect(form.getByText('上年度应纳税所得额低于100万元的企业')).toBeVisible()
    await form.getByRole('button', { name: '确定' }).click()
    await expect(tree.getByRole('group', { name: '职工人数不少于 10 人' })).toBeVisible()
    await expect(golden.getByText('保存的是符合').first()).toBeVisible()
    await undoUntil('都与预期相同')
  })

  await golden.getByRole('button', { name: '新的样本企业' }).click()
  const drawer = page.getByRole('dialog', { name: '新的样本企业' })
  await drawer.getByLabel('名称').fill('合伙企业也是企业')
  await drawer.getByText('合伙企业', { exact: true }).click()
  await expect(drawer.getByText('现在：符合')).toBeVisible()
  await drawer.getByRole('button', { name: '确定' }).click()
  await page.getByRole('button', { name: '查看差异并保存' }).click()
  const saving = page.getByRole('dialog', { name: '将要写入文件的修改' })
  await expect(saving.getByText('合伙企业也是企业')).toBeVisible()
  await saving.getByRole('button', { name: '保存到文件' }).click()
  await expect
    .poll(() => readFile(join(folder, 'content', file.replace('.md', '.golden.yaml')), 'utf8'))
    .toContain('name: 合伙企业也是企业')
})
