import { openChatByCard } from './support/chat.ts'
import { type Company, openCompany } from './support/company.ts'
import { expectAccessible, openDesk } from './support/desk.ts'
import { overflow } from './support/look.ts'
import { expect, fillLogin, logIn, test } from './support/portal.ts'
import { scene } from './support/scene.ts'

const SCRIPT = '<img src=x onerror="document.title=1">'

const SECTIONS = [
  ...[
    '咨询',
    '政策申报',
    '入驻与贷款',
    '预约',
    '发布消息',
    '企业与等级',
    '专家与类别',
    '内容纠错',
    '安全日志',
  ],
] as const
const PATHS = ['', '/conversations', '/orders', '/companies', '/messages', '/corrections', '/security']

let company: Company
test.beforeEach(async ({ playwright, phone }) => {
  company = await openCompany(playwright, phone, `示例 ${phone} ${SCRIPT}`)
})
test.afterEach(() => company.close())

test('a question is found in the queue and answered by keyboard; typed text survives an expired session', {
  tag: '@journey',
}, async ({ page, phone, operator }) => {
  await company.say(`您好，想了解高企认定 ${SCRIPT}`)
  // Lower than the company's facts: each column scrolls separately.
  await page.setViewportSize({ width: 1600, height: 600 })
  await openDesk(page, `/operator/conversations?q=${phone}`, operator)
  const row = page.getByRole('list', { name: '咨询' }).getByRole('button')
  await expect(row).toContainText('1 条未读')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(page).toHaveURL(/[?&]id=\d+/)
  const log = page.getByRole('log')
  await expect(log).toContainText(SCRIPT)
  await expect(page.getByRole('complementary', { name: '企业资料' })).toContainText('王示例')
  await expect(row).not.toContainText('未读')
  await expectAccessible(page)

  const field = page.getByRole('textbox', { name: '回复内容' })
  await expect(field).toBeFocused()
  await expect(page.getByRole('button', { name: '发送', exact: true })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: '发送内容不能为空' })).toBeVisible()
  await field.fill('请讲')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('')
  await expect(log).toContainText('请讲')
  await expect.poll(company.heard).toContain('请讲')
  await company.say('谢谢')
  await expect(log).toContainText('谢谢')

  await field.fill('写了很久的回复')
  await page.reload()
  await expect(field).toHaveValue('写了很久的回复')
  await scene('endSessions', operator)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: '验证手机' })).toBeVisible()
  await expect(log).toContainText('写了很久的回复')
  expect(await page.title()).toBe('咨询 · 运营工作台 - 知策')
})

test('an application is taken, sent back, and approved; the company is informed each time', {
  tag: '@journey',
}, async ({ page, phone, operator }) => {
  const ids = [await company.declare(2), await company.declare(3)]
  await openDesk(page, `/operator/orders?q=${phone}`, operator)
  const table = page.getByRole('region', { name: '政策申报' })
  await expect(table.getByRole('row')).toHaveCount(3)
  const drawer = page.getByRole('dialog')
  const decide = async (step: string, words: string) => {
    await drawer.getByRole('button', { name: step }).click()
    const note = page.getByRole('dialog', { name: new RegExp(`^${step}`) })
    await note.getByRole('textbox').fill(words)
    await note.getByRole('button', { name: step }).click()
    await expect(note).toHaveCount(0)
  }
  await table.getByRole('button').first().click()
  await expect(page).toHaveURL(new RegExp(`id=${ids[1]}`))
  await drawer.getByRole('button', { name: '受理' }).click()
  await decide('要求补充', '请补充营业执照')
  await expect(drawer).toContainText('请补充营业执照')
  await page.goBack()
  await expect(drawer).toBeHidden()

  await table.getByRole('button').nth(1).click()
  await expect(page).toHaveURL(new RegExp(`id=${ids[0]}`))
  await drawer.getByRole('button', { name: '受理' }).click()
  await decide('审核通过', '材料齐全')
  await expect(drawer.getByRole('button', { name: '进入公示' })).toBeVisible()
  await expect(table.getByText('审核通过')).toBeVisible()
  const told = (await company.bell()).join('\n')
  for (const words of ['审核中', '请补充营业执照', '审核通过', '说明：材料齐全'])
    expect(told).toContain(words)
  await expectAccessible(page)
})

test('the level of a company is set, and the company is informed', { tag: '@journey' }, async ({
  page,
  phone,
  operator,
}) => {
  await openDesk(page, `/operator/companies?q=${phone}`, operator)
  const row = page.getByRole('row').filter({ hasText: phone })
  await row.getByRole('button', { name: '调整等级' }).click()
  const dialog = page.getByRole('dialog', { name: /^调整/ })
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.getByRole('textbox', { name: /说明/ }).fill('已签约')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: '调整等级' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await company.bell()).join('\n')).toContain('已签约')
})

test('an error that a reader reported is answered', async ({ page, operator }) => {
  const text = `第十七条写错了 ${Date.now()} ${SCRIPT}`
  await company.report(text)
  await openDesk(page, '/operator/corrections?state=open', operator)
  const other = await scene('addOperator')
  // The countdown of this code would hold up the next one.
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: text })
  await row.getByRole('button', { name: '答复' }).click()
  const dialog = page.getByRole('dialog', { name: '答复内容纠错' })
  await expectAccessible(page)
  await dialog.getByRole('textbox').fill('已经改过来了')
  await scene('endSessions', operator)
  await dialog.getByRole('button', { name: '提交答复' }).click()
  const overlay = page.getByRole('dialog', { name: '验证手机' })
  await expect(overlay.getByRole('alert')).toHaveText('登录已过期，请重新登录')
  await expect(overlay.getByLabel('手机号')).toBeFocused()
  await fillLogin(page, other)
  await expect(overlay).toBeHidden()
  await expect(dialog.getByRole('textbox')).toHaveValue('已经改过来了')
  await expect(dialog.getByRole('button', { name: '提交答复' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  // The list of open ones drops it at the next reading.
  await page.goto('/operator/corrections?state=fixed')
  await expect(row.getByText('已改正')).toBeVisible()
  expect((await company.bell()).join()).toContain('已经改过来了')
})

test('a company user who opens the desk sees a plain explanation, and nothing is requested', {
  tag: '@journey',
}, async ({ page, phone }) => {
  await logIn(page, `15${phone.slice(2)}`)
  await page.goto('/')
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/operator/api/')) calls.push(request.url())
  })
  for (const path of ['', '/orders', '/companies']) {
    await page.goto(`/operator${path}`)
    await expect(page.getByText('您的账号没有运营权限')).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
  }
  await expectAccessible(page)
  expect(calls).toEqual([])
})

test('every section opens', { tag: '@journey' }, async ({ page, operator }) => {
  await openDesk(page, '/operator', operator)
  const sections = page.getByRole('navigation', { name: '工作台' })
  for (const name of SECTIONS) {
    const link = sections.getByRole('link', { name })
    if (!(await link.isVisible())) await sections.getByRole('button', { name: '更多' }).click()
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.locator('[aria-busy=true], .ant-skeleton')).toHaveCount(0)
  }
  await expectAccessible(page)
})

test('no section has an axe violation, and each has its place on a phone, in dark, too', async ({
  page,
  operator,
}) => {
  await company.declare(2)
  await openDesk(page, '/operator', operator)
  const sections = page.getByRole('navigation', { name: '工作台' })
  await page.setViewportSize({ width: 375, height: 812 })
  for (const path of PATHS) {
    await page.goto(`/operator${path}`)
    await expect(page.locator('[aria-busy=true], .ant-skeleton')).toHaveCount(0)
    await expect(sections.locator('[aria-current]')).toBeInViewport({ ratio: 0.9 })
    await expectAccessible(page)
    expect(await overflow(page), path).toBeLessThanOrEqual(0)
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.goto('/mylist/1')
  const chat = await openChatByCard(page)
  for (const place of [chat, page.locator('.orders')])
    await expect(place.getByRole('link', { name: '运营工作台' })).toHaveAttribute('href', '/operator')
})
