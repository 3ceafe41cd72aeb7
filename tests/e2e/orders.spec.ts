import type { Page } from 'playwright/test'
import { overflow, shifts, violations } from './support/look.ts'
import { openOperator } from './support/operator.ts'
import { expect, fillLogin, logIn, test } from './support/portal.ts'
import { scene } from './support/scene.ts'

/** 科技型中小企业评价: declared here. 高新技术企业: the authority has its own entry. */
const POLICY = '/pmanagement/15'
const OFFICIAL = '/pmanagement/2'

const form = (page: Page) => page.getByRole('dialog', { name: /^申报/ })

async function fill(page: Page, phone: string): Promise<void> {
  await form(page).getByLabel('联系人').fill('李雷')
  await form(page).getByLabel('联系电话').fill(phone)
}

test('declared by a visitor, submitted, asked for more, answered, approved', { tag: '@journey' }, async ({
  page,
  phone,
  playwright,
}) => {
  const operator = await openOperator(playwright)
  await page.setViewportSize({ width: 1600, height: 900 })
  await page.goto(POLICY)
  await page.getByRole('button', { name: '我要申报' }).click()
  await form(page).getByRole('checkbox').first().check()
  await expect(form(page).getByText(/^已备齐 1 \//)).toBeVisible()
  await fill(page, phone)
  await expect(form(page).getByText('草稿未提交')).toBeVisible()
  await expect(form(page).getByText('已保存到本设备，登录后存入账户。')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await form(page).getByRole('button', { name: '登录并提交申报' }).click()
  await fillLogin(page, phone)
  await expect(page.getByRole('dialog', { name: '验证手机' })).toBeHidden()
  await expect(form(page).getByText('服务单号'), 'one press is enough').toBeVisible()
  expect(await violations(page)).toEqual([])
  await form(page).getByRole('link', { name: '查看进度' }).click()

  await expect(page).toHaveURL(/\/mylist\/1\?poid=\d+$/)
  const id = Number(new URL(page.url()).searchParams.get('poid'))
  const panel = page.getByRole('region', { name: '申报详情' })
  await expect(panel.getByText('已提交').first()).toBeVisible()

  await operator.move(id, 'reviewing')
  await operator.move(id, 'more-needed', '请补充申报金额')
  await page.goto('/')
  await page.getByRole('button', { name: /^消息，\d+ 条未读/ }).click()
  await page
    .getByRole('dialog', { name: '消息' })
    .getByRole('link', { name: /^申报.*待补充材料/ })
    .click()
  await expect(page).toHaveURL(`/mylist/1?poid=${id}`)
  await expect(panel.getByRole('blockquote')).toHaveText('请补充申报金额')
  expect(await violations(page)).toEqual([])
  await panel.getByLabel(/申报金额/).fill('200000')
  await panel.getByLabel('补充说明').fill('已补充金额')
  await panel.getByRole('button', { name: '提交补充' }).click()
  await expect(panel.getByText('已提交补充材料')).toBeVisible()
  await expect(panel.getByText('200,000 元')).toBeVisible()

  await operator.move(id, 'reviewing')
  await operator.move(id, 'approved', '符合条件')
  await operator.close()
  await page.goto(`/mylist/1?poid=${id}`)
  const timeline = panel.getByRole('region', { name: '进度' })
  await expect(timeline.getByRole('listitem')).toHaveCount(7)
  await expect(timeline.getByRole('listitem').first()).toContainText('审核通过')
  await expect(timeline.getByRole('listitem').first()).toContainText('符合条件')
  expect(await shifts(page)).toBeLessThan(0.1)
  await page.getByRole('button', { name: '返回列表' }).click()
  await expect(page.getByRole('link', { name: /审核通过/ })).toBeVisible()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(await violations(page)).toEqual([])
})

test('a draft is saved during typing, found in the list, reopened and deleted', {
  tag: '@journey',
}, async ({ page, phone }) => {
  await logIn(page, phone)
  await page.goto(OFFICIAL)
  await page.getByRole('button', { name: '我要申报' }).click()
  await expect(form(page).getByText('在这里提交不等于向主管部门申报')).toBeVisible()
  await expect(form(page).getByRole('link', { name: '前往官方申报入口' })).toBeVisible()
  await fill(page, '138')
  await expect(form(page).getByText('已存入账户，换设备也能继续填写。')).toBeVisible()
  await page.goBack()
  await expect(form(page)).toBeHidden()
  await page.goto('/mylist/1')
  await page.getByRole('link', { name: /草稿未提交/ }).click()
  await page.getByRole('link', { name: '继续填写' }).click()
  await expect(form(page).getByLabel('联系电话')).toHaveValue('138')
  await page.goto('/mylist/1')
  await page.getByRole('link', { name: /草稿未提交/ }).click()
  await page.getByRole('button', { name: '删除草稿' }).click()
  await page
    .getByRole('dialog', { name: /^删除草稿/ })
    .getByRole('button', { name: '确定' })
    .click()
  await expect(page.getByText('还没有申报。')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('lists of one’s own: a visitor logs in there; applications page by page, by state, and back to the place; matches, news and follows', {
  tag: '@journey',
}, async ({ page, phone }) => {
  await page.goto('/mylist/1?poid=999999')
  await page.getByRole('button', { name: '登录查看' }).click()
  await fillLogin(page, phone)
  await expect(page.getByText('没有找到这份申请，可能不属于贵企业。')).toBeVisible()
  await scene('addOrders', phone, 45)
  await page.goto('/mylist/1')
  const rows = page.locator('.order-row')
  await expect(page.getByText('共 45 单，已显示 20 单')).toBeVisible()
  await page.mouse.wheel(0, 20_000)
  await expect.poll(() => rows.count()).toBeGreaterThan(20)
  const row = rows.nth(22)
  await row.scrollIntoViewIfNeeded()
  const title = (await row.textContent()) ?? ''
  await row.getByRole('link').click()
  await expect(
    page.getByRole('region', { name: '申报详情' }).getByRole('heading', { level: 2 }),
  ).toBeVisible()
  await page.goBack()
  await expect(rows.filter({ hasText: title })).toBeInViewport()
  await page.getByLabel('状态').selectOption('withdrawn')
  await expect(page.getByText('没有符合条件的申报。')).toBeVisible()
  await expect(page).toHaveURL('/mylist/1?state=withdrawn')
  await page.goBack()
  await expect(rows.first()).toBeVisible()
  expect(await violations(page)).toEqual([])

  const lists = page.getByRole('navigation', { name: '我的列表' })
  for (const [name, path] of [
    ['我的匹配政策', '/mylist/2'],
    ['最新匹配政策', '/mylist/3'],
    ['我的关注', '/mylist/4'],
  ] as const) {
    await lists.getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(
      page.getByRole('main').getByRole('button', { name: '登录' }),
      'for who is logged in',
    ).toHaveCount(0)
  }
})
