/**
 * An editor without knowledge of YAML turns a notice into a policy, publishes and withdraws it: by pasting, form,
 * cards and a questionnaire.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright/test'
import { expect, test } from './support/editor.ts'

const TITLE = '杭州市节能设备购置补助办法'
const CLAUSES = [
  '第一条 在杭州市登记、职工不超过300人的企业，购买节能设备的，给予补助。',
  '第二条 按设备购置费用的20%给予补助，每家企业最高50万元。',
  '第三条 本办法自2026年4月1日起施行。',
]
/** As in Word's clipboard. */
const NOTICE = ['杭经信〔2026〕18号', ...CLAUSES, '杭州市经济和信息化局', '2026年3月20日']
  .map(
    (text) =>
      `<p class=MsoNormal style="text-indent:32pt"><span style="font-family:仿宋">${text}</span><o:p></o:p></p>`,
  )
  .join('')
const TABLE = `<table class=MsoTableGrid border=1>${[
  ['购置费用', '补助'],
  ['100万元', '20万元'],
]
  .map(
    (row) => `<tr>${row.map((text) => `<td><p class=MsoNormal>${text}<o:p></o:p></p></td>`).join('')}</tr>`,
  )
  .join('')}</table>`

const paste = (into: Locator, html: string) =>
  into.evaluate((place, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData(
      'text/html',
      `<html><body><!--StartFragment-->${text}<!--EndFragment--></body></html>`,
    )
    place.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^草稿/ }).click()
  await page.getByRole('menuitem', { name: '发布（下次构建起显示）' }).click()
  await save(page)
}

async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: '将要写入文件的修改' })
  await dialog.getByRole('button', { name: '保存到文件' }).click()
  await expect(dialog).toBeHidden()
}

test('a notice becomes a policy with conditions, formula and golden companies, published and withdrawn', async ({
  page,
  workbench: { origin, folder, onDisk },
}) => {
  test.slow()
  await page.setViewportSize({ width: 1600, height: 1200 })
  let policy = ''
  const openFile = () => new URL(page.url()).searchParams.get('file') ?? ''
  const form = page.locator('.form')
  const group = (name: string) => form.getByRole('region', { name, exact: true })
  const add = async (name: string, field: string) => {
    await group(name).getByRole('button', { name: field, exact: true }).click()
    await expect(group(name).locator('input:focus, textarea:focus')).toHaveCount(1)
  }
  const field = (path: string) => page.locator(`[id="field-${path}"]`)
  const body = form.getByRole('textbox', { name: '正文' })

  const create = async (collection: string, title: string) => {
    await page.goto(`${origin}/frontend/editor`)
    await page.getByRole('button', { name: '新建内容' }).click()
    const dialog = page.getByRole('dialog', { name: '新建内容' })
    await dialog.getByLabel('种类').click()
    await page.getByTitle(collection).last().click()
    await dialog.getByLabel('标题').fill(title)
    await dialog.getByLabel('文件名').fill('jieneng-shebei')
    await dialog.getByRole('button', { name: '新建草稿' }).click()
    await expect(page.getByText('新文件，未保存')).toBeVisible()
  }

  await test.step('a new original: the text is pasted, and its head is read from it', async () => {
    await create('政策原文', TITLE)
    await body.click()
    await page.keyboard.press('Control+a')
    await paste(body, NOTICE)
    await expect(form.getByText(/^粘贴了 \d+ 个字/)).toBeVisible()
    await form.getByRole('button', { name: '从正文读出文头' }).click()
    await expect(form.getByText('已填发文字号、发文机关、成文日期，请核对。')).toBeVisible()
    await expect(field('number')).toHaveValue('杭经信〔2026〕18号')
    await expect(field('made')).toHaveValue('2026-03-20')
    await field('region').fill('330100')
    await page.keyboard.press('Enter')
  })

  await test.step('the form: pickers, a date as it is spoken, a table from Word', async () => {
    await page.getByRole('tab', { name: '表单' }).click()
    await add('名称和归类', '名称')
    await page.keyboard.type('节能设备补助')
    await add('名称和归类', '一句话')
    await page.keyboard.type('购置费用补两成，最高50万元')
    await add('日期和效力', '发布日期')
    await page.keyboard.type('2026年3月25日')
    await page.keyboard.press('Tab')
    await expect(field('published')).toHaveValue('2026-03-25')
    await add('日期和效力', '有效性')
    await group('日期和效力').getByText('现行有效').click()
    await body.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await paste(body, TABLE)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('第四条 由市经济和信息化局解释。')
    const preview = page.frameLocator('iframe')
    await expect(preview.getByRole('cell', { name: '20万元' })).toBeVisible()
    await expect(preview.getByText('由市经济和信息化局解释。')).toBeVisible()
    await publish(page)
    const text = await onDisk(openFile())
    expect(text).toContain('published: 2026-03-25')
    expect(text).toContain('杭经信〔2026〕18号')
    expect(text).toMatch(/\n---\n\n[\s\S]*\| 100万元 \| 20万元 \|\n\n第四条 由市经济和信息化局解释。\n$/)
  })

  await test.step('its interpretation: help does not move what is clicked, items stay open', async () => {
    await create('政策解读', '节能设备购置补助')
    policy = openFile()
    await add('所属政策', '所属原文')
    await page.keyboard.type(TITLE)
    await page.keyboard.press('Enter')
    await field('region').fill('330100')
    await page.keyboard.press('Enter')
    await field('title').fill('节能设备购置补助：补两成，最高50万元')
    await add('名称和归类', '一句话')
    await page.keyboard.type('购置费用补两成，最高50万元')
    await add('先看到的', '得到什么')
    await page.keyboard.type('购置费用的20%，最高50万元')
    await add('所属政策', '主管部门')
    await page.keyboard.type('杭州市经济和信息化局')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await add('条件', '条件')
    await page.keyboard.type('职工不超过300人。')
    await group('条件').getByRole('button', { name: '出自', exact: true }).click()
    await page.keyboard.type('第一条')
    await expect(group('条件').getByText('职工不超过300人。 · 第一条')).toBeVisible()
    expect(await field('gain').inputValue()).toBe('购置费用的20%，最高50万元')
  })

  await test.step('conditions with their clauses, the formula in words', async () => {
    await page.getByRole('tab', { name: '条件和金额' }).click()
    const tree = page.getByRole('region', { name: '申报条件' })
    await tree.getByRole('button', { name: '加条件' }).last().click()
    const condition = page.getByRole('dialog', { name: '新的条件' })
    await condition.getByLabel('按什么判断').click()
    await page.keyboard.type('职工人数')
    await page.keyboard.press('Enter')
    await condition.getByLabel('怎样比较').click()
    await page.getByTitle('不超过', { exact: true }).click()
    await condition.getByRole('textbox').first().fill('300')
    await condition.getByLabel('依据').fill('第一条')
    await condition.getByLabel('要点').fill('职工不超过300人')
    await expect(condition.getByText(CLAUSES[0] ?? '', { exact: true })).toBeVisible()
    await condition.getByRole('button', { name: '确定' }).click()
    await expect(tree.getByRole('treeitem', { name: '职工不超过300人' })).toBeVisible()

    await page.getByRole('button', { name: '写金额公式' }).click()
    const formula = page.getByRole('region', { name: '金额公式' })
    await formula.getByRole('button', { name: '另外问的数字' }).click()
    await formula.getByLabel('问什么').fill('设备购置费用')
    await formula.getByLabel('这一步的名称').fill('购置补助')
    await formula.getByLabel('购置补助的公式', { exact: true }).fill('取小（设备购置费用 × 20%，50万元）')
    await formula.getByLabel('依据').fill('第二条')
    await expect(formula.getByText(CLAUSES[1] ?? '', { exact: true })).toBeVisible()
  })

  await test.step('golden companies from the questionnaire, with verdict and amount', async () => {
    const golden = page.getByRole('region', { name: '样本企业' })
    const company = async (name: string, employees: string, cost: string) => {
      await golden.getByRole('button', { name: '新的样本企业' }).click()
      const drawer = page.getByRole('dialog', { name: '新的样本企业' })
      await drawer.getByLabel('名称').fill(name)
      await drawer.getByRole('textbox', { name: '职工人数' }).fill(employees)
      await drawer.getByRole('textbox', { name: '设备购置费用' }).fill(cost)
      return drawer
    }
    const enough = await company('300人，买了400万元的', '300', '400万')
    await expect(enough.getByText('现在：符合，50 万元')).toBeVisible()
    await enough.getByRole('button', { name: '确定' }).click()
    const tooMany = await company('301人', '301', '100万')
    await expect(tooMany.getByText('现在：不符合')).toBeVisible()
    await tooMany.getByRole('button', { name: '确定' }).click()

    await golden.getByText('人们会看错的').click()
    const mistaken = await company('310人的老厂', '310', '100万')
    await mistaken.getByLabel('起决定作用的条件').fill('300人')
    await mistaken.getByLabel('为什么会看错').fill('只看买了设备，没有看人数')
    await mistaken.getByRole('button', { name: '确定' }).click()
    await expect(golden.getByText('都与预期相同')).toBeVisible()
    await expect(golden.getByText('310人的老厂')).toBeVisible()
  })

  await test.step('saved and published, and the whole library is well', async () => {
    await publish(page)
    const text = await onDisk(policy)
    expect(text).toMatch(/eligibility:[\s\S]*fact: employees[\s\S]*value: 300/)
    expect(text).not.toContain('draft: true')
    expect(await onDisk(policy.replace('.md', '.golden.yaml'))).toContain('310人的老厂')
    const check = spawnSync('npm', ['run', '-s', 'content:check'], {
      env: { ...process.env, CONTENT_DIR: join(folder, 'content') },
      encoding: 'utf8',
    })
    expect(check.stdout + check.stderr).toContain('内容检查通过')
  })

  await test.step('withdrawn: visitors do not see it after the next build', async () => {
    await page.getByRole('button', { name: /^已发布/ }).click()
    await page.getByRole('menuitem', { name: '改为草稿（下次构建起不显示）' }).click()
    await save(page)
    expect(await onDisk(policy)).toContain('draft: true')
  })
})
