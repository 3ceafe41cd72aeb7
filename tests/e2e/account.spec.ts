import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { overflow, violations } from './support/look.ts'
import { expect, fillLogin, test } from './support/portal.ts'
import { scene } from './support/scene.ts'

const CODE = '91350100M000100Y43'
const PHONE = { width: 375, height: 812 }

const form = (page: Page) => page.getByRole('form', { name: '企业档案' })
const save = (page: Page) => form(page).getByRole('button', { name: '保存', exact: true })

async function open(page: Page, phone: string): Promise<void> {
  await page.goto('/account')
  await page.getByRole('main').getByRole('button', { name: '登录' }).click()
  await fillLogin(page, phone)
  await expect(form(page)).toBeVisible()
}

const goTo = (page: Page, section: string) =>
  page.getByRole('navigation', { name: '本页内容' }).getByRole('link', { name: section }).click()

test('a visitor logs in on the page, and fills in the profile', { tag: '@journey' }, async ({
  page,
  phone,
}) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  await page.goto('/account#colleagues')
  expect(await violations(page)).toEqual([])
  await page.getByRole('main').getByRole('button', { name: '登录' }).click()
  await fillLogin(page, phone)
  await expect(page.getByRole('heading', { name: '同事', exact: true })).toBeInViewport()
  await expect(form(page), 'one section at a time').toBeHidden()
  await goTo(page, '企业档案')
  await form(page).getByLabel('企业名称').fill('示例智能装备有限公司')
  await form(page).getByLabel('统一社会信用代码').fill('91350100M000100Y42')
  await form(page).getByRole('textbox', { name: '职工人数' }).fill('12x')
  await save(page).click()
  await expect(form(page).getByText(/按前 17 位应为“3”/)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await form(page).getByLabel('统一社会信用代码').fill(CODE)
  await save(page).click()
  await expect(form(page).getByRole('textbox', { name: '职工人数' })).toBeFocused()
  await form(page).getByRole('textbox', { name: '职工人数' }).fill('120')
  await save(page).click()
  await expect(form(page).getByText('已保存')).toBeVisible()
  // A target half below the bar counts as too small for a finger.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  expect(await violations(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.reload()
  await expect(form(page).getByLabel('企业名称')).toHaveValue('示例智能装备有限公司')
  await page.goto('/match')
  await expect(page.getByRole('textbox', { name: /职工人数/ })).toHaveValue('120')
})

test('a colleague joins by a code, once, and loses everything at once when removed', {
  tag: '@journey',
}, async ({ page, browser, phone }) => {
  await open(page, phone)
  await goTo(page, '同事')
  const team = page.getByRole('region', { name: '同事' })
  await team.getByRole('button', { name: '生成邀请码' }).click()
  const code = await team.locator('.code-text').textContent()
  expect(code).toMatch(/^\w{5}-\w{5}$/)
  expect(await violations(page)).toEqual([])

  const context = await browser.newContext({ viewport: PHONE })
  const colleague = await context.newPage()
  await colleague.goto('/account')
  await colleague.getByRole('main').getByRole('button', { name: '登录' }).click()
  await fillLogin(colleague, `19${phone.slice(2)}`)
  await goTo(colleague, '同事')
  const join = colleague.getByLabel('邀请码', { exact: true })
  await join.fill('abcde 23456')
  await join.press('Enter')
  await expect(colleague.getByText('邀请码不正确，请检查是否有误')).toBeVisible()
  await join.fill(code?.toLowerCase() ?? '')
  await join.press('Enter')
  await expect(colleague.getByText(/^您已加入/)).toBeInViewport()
  expect(await overflow(colleague)).toBeLessThanOrEqual(0)

  await page.reload()
  await team.getByRole('button', { name: /^移出/ }).click()
  const confirm = page.getByRole('dialog', { name: /^把.+移出企业？$/ })
  expect((await confirm.boundingBox())?.width).toBe(416)
  await confirm.getByRole('button', { name: '确定' }).click()
  await expect(team.getByRole('button', { name: /^移出/ })).toHaveCount(0)
  await colleague.reload()
  await expect(colleague.getByRole('main').getByRole('button', { name: '登录' })).toBeVisible()
  await context.close()
})

test('all data is downloaded; the deletion of the company is requested in words and cancelled', {
  tag: '@journey',
}, async ({ page, phone }) => {
  await open(page, phone)
  await goTo(page, '企业数据')
  const data = page.getByRole('region', { name: '企业数据' })
  const download = page.waitForEvent('download')
  await data.getByRole('button', { name: '导出全部数据' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^company-\d+-\d{4}-\d\d-\d\d\.json$/)
  expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({ code: 200, people: [{}] })

  await data.getByRole('button', { name: '申请注销企业' }).click()
  const dialog = page.getByRole('dialog', { name: '申请注销企业？' })
  await expect(dialog.getByRole('button', { name: '申请注销' })).toBeDisabled()
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('请输入“注销企业”确认').fill('注销企业')
  await page.keyboard.press('Enter')
  const banner = page.getByRole('region', { name: '注销申请' })
  await expect(banner).toContainText(/企业将在 .+ 注销/)
  expect(await violations(page)).toEqual([])
  await page.reload()
  await banner.getByRole('button', { name: '撤销注销申请' }).click()
  await expect(banner).toBeHidden()
  await expect(data.getByRole('button', { name: '申请注销企业' })).toBeVisible()
})

test('the tabs show one section at a time; an expired login keeps typed text on the page and asks to log in; a reload hides it', async ({
  page,
  phone,
}) => {
  await open(page, phone)
  await page.reload()
  await expect(form(page)).toBeVisible()
  const contents = page.getByRole('navigation', { name: '本页内容' })
  await expect(contents.locator('[aria-current]')).toHaveText('企业档案')
  await contents.getByRole('link', { name: '提醒' }).click()
  await expect(contents.locator('[aria-current]')).toHaveText('提醒')
  await expect(page.getByRole('heading', { name: '提醒', exact: true })).toBeInViewport()
  await expect(form(page)).toBeHidden()
  await page.goBack()
  await expect(contents.locator('[aria-current]')).toHaveText('企业档案')
  await form(page).getByLabel('联系人').fill('李雷')
  await scene('endSessions', phone)
  await save(page).click()
  const overlay = page.getByRole('dialog', { name: '验证手机' })
  await expect(overlay).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('登录已过期。填写的内容已保留，登录后可继续。')).toBeVisible()
  await expect(form(page).getByLabel('联系人')).toHaveValue('李雷')
  expect(await violations(page)).toEqual([])
  await page.reload()
  await expect(page.getByRole('main').getByRole('button', { name: '登录' })).toBeVisible()
})
