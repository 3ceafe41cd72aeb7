import { expect } from 'playwright/test'
import { openCompany } from '../e2e/support/company.ts'
import { CREDIT_CODE, paper } from '../e2e/support/forms.ts'
import { SOFTWARE_COMPANY } from '../e2e/support/match.ts'
import { scene } from '../e2e/support/scene.ts'
import type { BrowserPage, Target } from './page.ts'
import { fillLogin, logIn, openChat, test } from './person.ts'

const PHONE = { width: 375, height: 812 }
const DESK = { width: 1600, height: 900 }

async function path(page: BrowserPage): Promise<string> {
  const { pathname, search } = new URL(await page.url())
  return `${pathname}${search}`
}

test('read: from the home page to a policy, and to the article its condition comes from', async ({
  person: page,
}) => {
  await page.setViewportSize(DESK)
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: '政策解读' }).click()
  const box = page.getByRole('main').locator('input[type=search]').first()
  await box.fill('高新技术企业认定')
  await box.press('Enter')
  await page.locator('main a[href="/pmanagement/2"]').first().click()
  await page.getByRole('heading', { name: '适用条件' }).waitFor()
  expect(await path(page)).toBe('/pmanagement/2')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^第.+条/ })
    .first()
    .click()
  await page.getByRole('heading', { name: '高新技术企业认定管理办法' }).first().waitFor()
  expect(new URL(await page.url()).hash).not.toBe('')
})

test('search: an abbreviation finds what it stands for', async ({ person: page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/')
  const box = page.getByRole('main').locator('input[type=search]').first()
  await box.fill('高企')
  await box.press('Enter')
  await page.getByRole('main').getByText('同时查找了“高新技术企业”').first().waitFor()
  const first = page.getByRole('region', { name: '搜索结果' }).first().getByRole('link').first()
  expect(await first.textContent()).toContain('高新技术企业')
})

test('filter: fewer rows, and the address says which', async ({ person: page }) => {
  await page.setViewportSize(DESK)
  await page.goto('/pmanagementlist')
  const rows = page.locator('[data-list-rows] > li')
  const all = await rows.count()
  await page.getByLabel('支持方式').selectOption('贷款')
  await expect.poll(() => path(page)).toContain('support=')
  await expect.poll(() => rows.count()).toBeLessThan(all)
  expect(await rows.count()).toBeGreaterThan(0)
})

test('match: from four steps to verdicts', async ({ person: page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/match')
  const question = (fact: string) => page.locator(`.question[data-fact="${fact}"]`)
  const fillStep = async () => {
    for (const [fact, value] of Object.entries(SOFTWARE_COMPANY)) {
      const field = question(fact).locator('input.field')
      if (await field.count()) await field.fill(value)
    }
  }
  const next = async (then: string) => {
    await page.getByRole('button', { name: '下一步' }).click()
    await page.getByText(then).first().waitFor()
  }
  await question('kind').getByText('公司', { exact: true }).click()
  for (const [fact, words] of Object.entries({ region: '天河', industry: '软件开发' })) {
    await question(fact).getByRole('combobox').fill(words)
    await question(fact).getByRole('option').first().waitFor()
    await question(fact).getByRole('combobox').press('Enter')
    await question(fact).getByRole('combobox').press('Escape')
  }
  await fillStep()
  await next('第 2 步')
  await page.getByRole('button', { name: '查看匹配结果' }).click()
  await page
    .getByRole('region', { name: /^待确认/ })
    .locator('details')
    .first()
    .waitFor()
  await page.getByRole('region', { name: /^不符合/ }).waitFor()
})

test('log in: where one is, and out again', async ({ person: page, phone }) => {
  await page.setViewportSize(DESK)
  await page.goto('/information')
  await page.getByRole('banner').getByRole('button', { name: '登录' }).click()
  await fillLogin(page, phone)
  await page.getByText('登录成功').first().waitFor()
  expect(await path(page)).toBe('/information')
  await page.getByRole('button', { name: '我的' }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('banner').getByRole('button', { name: '登录' }).waitFor()
  await expect.poll(() => path(page)).toBe('/')
})

test('upload: 12 MB into a folder, by parts', async ({ person: page, phone }) => {
  await page.setViewportSize(DESK)
  await logIn(page, phone)
  await page.goto('/documents')
  await page.getByRole('button', { name: '新建文件夹' }).click()
  const dialog = page.getByRole('dialog', { name: '新建文件夹' })
  await dialog.getByLabel('文件夹名').fill('材料')
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.getByRole('button', { name: '文件夹 材料', exact: true }).click()
  await page.getByText('还没有文件。').waitFor()
  await page.locator('input[type=file][aria-label="上传文件"]').setInputFiles({
    name: '审计报告.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.alloc(12_000_000, '%PDF-1.4 示例'),
  })
  await page.getByRole('button', { name: '文件 审计报告.pdf', exact: true }).waitFor()
  const { used_bytes, reserved_bytes } = await scene('roomOf', phone)
  expect({ used_bytes, reserved_bytes }).toEqual({ used_bytes: 12_000_000, reserved_bytes: 0 })
})

test('declare: from the policy to the receipt', async ({ person: page, phone }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/pmanagement/15')
  await page.getByRole('button', { name: '我要申报' }).click()
  const form = page.getByRole('dialog', { name: /^申报/ })
  await form.getByLabel('联系人').fill('李雷')
  await form.getByLabel('联系电话').fill(phone)
  await form.getByText('草稿未提交').waitFor()
  await form.getByRole('button', { name: '登录并提交申报' }).click()
  await fillLogin(page, phone)
  await form.getByText('服务单号').waitFor()
  await form.getByRole('link', { name: '查看进度' }).click()
  await page.getByRole('region', { name: '申报详情' }).getByText('已提交').first().waitFor()
  expect(await path(page)).toMatch(/^\/mylist\/1\?poid=\d+$/)
})

test('chat: said, and answered', async ({ person: page, phone }) => {
  await page.setViewportSize(DESK)
  await logIn(page, phone)
  await page.goto('/')
  const chat = await openChat(page)
  await chat.getByLabel('消息内容').fill('您好，想了解研发补贴')
  await chat.getByRole('button', { name: '发送', exact: true }).click()
  const bubble = (text: string): Target => chat.locator('.bubble').filter({ hasText: text }).first()
  await bubble('您好，想了解研发补贴').waitFor()
  await chat.getByText('发送成功').waitFor()
  await scene('reply', phone, '您好，请讲')
  await bubble('您好，请讲').waitFor()
})

test('loan: from the amount to the receipt', async ({ person: page, phone }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/loan/declare?product=1')
  const goOn = async (then: string) => {
    await page.getByRole('button', { name: '下一步' }).click()
    await page.getByRole('group', { name: then, exact: true }).waitFor()
  }
  await page.getByLabel('贷款金额').fill('50万')
  await page.getByLabel('期限').fill('12')
  await page.getByLabel('贷款用途').fill('采购原材料')
  await goOn('企业信息')
  await page.getByLabel('企业名称').fill('示例科技有限公司')
  await page.getByLabel('统一社会信用代码').fill(CREDIT_CODE)
  await page.getByLabel('法定代表人').fill('韩梅梅')
  await page.getByLabel('联系人').fill('李雷')
  await page.getByLabel('联系电话').fill(phone)
  await goOn('材料')
  const slots = page.locator('input[type=file][aria-label^="选择文件："]')
  for (let slot = 0; slot < (await slots.count()); slot++) {
    await slots.nth(slot).setInputFiles(paper(`${slot}.pdf`))
    await page.getByText(`${slot}.pdf`).first().waitFor()
  }
  await goOn('核对和授权')
  const boxes = page.getByRole('checkbox')
  for (let box = 0; box < (await boxes.count()); box++) await boxes.nth(box).check()
  await page.getByRole('button', { name: '登录并提交申请' }).click()
  await fillLogin(page, phone)
  await page.getByRole('heading', { name: '贷款申请已提交' }).waitFor()
  await page.getByText('服务单号').first().waitFor()
})

test('desk: an application is taken and approved, and the company is told', async ({
  person: page,
  phone,
  playwright,
}) => {
  const company = await openCompany(playwright, phone, `示例 ${phone}`)
  await company.declare(2)
  const operator = await scene('addOperator')
  await page.setViewportSize(DESK)
  await logIn(page, operator)
  await page.goto(`/operator/orders?q=${phone}`)
  const table = page.getByRole('region', { name: '政策申报' })
  await table.getByRole('button').first().click()
  const order = page.getByRole('dialog', { name: /高新技术企业/ })
  await order.getByRole('button', { name: '受理' }).click()
  await order.getByRole('button', { name: '审核通过' }).click()
  const note = page.getByRole('dialog', { name: /^审核通过/ })
  await note.getByRole('textbox').fill('材料齐全')
  await note.getByRole('button', { name: '审核通过' }).click()
  await order.getByRole('button', { name: '进入公示' }).waitFor()
  expect((await company.bell()).join('\n')).toContain('材料齐全')
  await company.close()
})
