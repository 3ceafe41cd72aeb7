/**
 * The ten tasks of docs/evidence/tasks.md by a first-time visitor with a phone: each can be done with what is
 * visible. STEPS=1 prints the effort as in the table there.
 */
import type { Locator, Page } from 'playwright/test'
import { openCompany } from './support/company.ts'
import { paper } from './support/forms.ts'
import { figuresOf, Person } from './support/person.ts'
import { expect, test } from './support/portal.ts'
import { scene } from './support/scene.ts'
import { codeFor } from './support/server.ts'

test.use({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true })

function tell(task: number, { done }: Person): void {
  if (process.env['STEPS']) console.log(`| ${task} | ${figuresOf(done)} |`)
}

/** From the home page to the policy by its common name; the page's first facts are still to be read. */
async function findPolicy(page: Page, word: string, name: string): Promise<Person> {
  const person = new Person(page)
  const hit = await typeWord(person, page, word, name)
  await person.read(hit)
  await person.tap(hit)
  await expect(page).toHaveURL(/\/pmanagement\/\d+$/)
  return person
}

async function typeWord(person: Person, page: Page, word: string, name: string): Promise<Locator> {
  await page.goto('/')
  await person.fill(page.getByRole('searchbox', { name: '搜政策' }), word)
  const hits = page.getByRole('list', { name: '找到的政策' })
  const hit = hits.getByRole('link', { name })
  await expect(hit).toBeVisible()
  return hit
}

/** Counted separately: equal for every task, and done once in 90 days. */
async function logIn(page: Page, phone: string): Promise<void> {
  const person = new Person(page)
  const dialog = page.getByRole('dialog', { name: '验证手机' })
  const number = dialog.getByLabel('手机号')
  await expect(number).toBeVisible()
  const isKnown = (await number.inputValue()) !== ''
  if (!isKnown) await person.fill(number, phone)
  await scene('spreadAddresses')
  await person.tap(dialog.getByRole('button', { name: '获取验证码' }))
  await person.read(dialog.getByText('发送成功'))
  await person.fill(dialog.getByLabel('验证码', { exact: true }), codeFor(phone))
  await person.tap(dialog.getByRole('checkbox'))
  await person.tap(dialog.getByRole('button', { name: '登录' }))
  await expect(dialog).toBeHidden()
  // A form that asked for the phone has filled it in there.
  if (!isKnown) tell(0, person)
}

test('1: by when', async ({ page }) => {
  const person = new Person(page)
  const hit = await typeWord(person, page, '小微', '小型微利企业所得税减征')
  await person.read(hit.locator('.state'), '至 2027-12-31')
  tell(1, person)
})

test('2: am I eligible', async ({ page }) => {
  const person = await findPolicy(page, '小微', '小型微利企业所得税减征')
  await person.read(page.getByRole('heading', { level: 1 }))
  await person.tap(page.getByRole('link', { name: '测一测' }))
  const panel = page.locator('.check-panel')
  const answers: Record<string, string> = { taxable_income: '200万', employees: '80', assets: '2000万' }
  const asked = ['kind', ...Object.keys(answers)]
  for (let left = asked.length; left > 0; left--) {
    const question = panel.locator(asked.map((fact) => `[data-fact=${fact}]`).join())
    const fact = (await question.getAttribute('data-fact')) ?? ''
    asked.splice(asked.indexOf(fact), 1)
    await person.read(question)
    if (fact === 'kind') await person.tap(panel.getByText('公司', { exact: true }))
    else {
      await person.fill(panel.locator('input.field'), answers[fact] ?? '')
      await person.tap(panel.getByRole('button', { name: '下一题' }))
    }
    await expect(panel.locator(`[data-fact=${fact}]`)).toHaveCount(0)
  }
  const last = panel.locator('[data-ask]')
  await person.read(last)
  await person.tap(last.getByRole('button', { name: '是', exact: true }))
  await person.read(page.locator('.check-head .verdict-mark'), /^符合/)
  tell(2, person)
})

test('3: what is it worth', async ({ page }) => {
  const person = await findPolicy(page, '小微', '小型微利企业所得税减征')
  const way = page.locator('.policy-head .worth a')
  await person.read(way)
  await person.tap(way)
  const income = page.getByLabel('应纳税所得额（元）')
  await expect(income).toBeFocused()
  await person.fill(income, '200万')
  await person.read(page.locator('.working-sum'), '40 万元')
  tell(3, person)
})

test('4: what papers', async ({ page }) => {
  const person = await findPolicy(page, '高企', '高新技术企业认定')
  const way = page.locator('.policy-head').getByRole('link', { name: '8 项材料' })
  await person.read(way)
  await person.tap(way)
  const papers = page.locator('[data-materials] > li')
  await person.read(papers.first())
  await person.see(papers.last())
  tell(4, person)
})

test('5: follow, without leaving the list', async ({ page, phone }) => {
  const person = new Person(page)
  await typeWord(person, page, '高企', '高新技术企业认定')
  await person.enter()
  const star = page.getByRole('button', { name: '关注：高新技术企业认定', exact: true })
  await person.read(star)
  await person.tap(star)
  await logIn(page, phone)
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  tell(5, person)
})

const form = (page: Page) => page.getByRole('dialog', { name: /^申报/ })

test('6: declare', async ({ page, phone }) => {
  const person = await findPolicy(page, '高企', '高新技术企业认定')
  await person.read(page.getByRole('heading', { level: 1 }))
  await person.tap(page.getByRole('button', { name: '我要申报' }))
  await person.read(form(page).getByText('联系人', { exact: true }))
  await person.fill(form(page).getByLabel('联系人'), '李雷')
  await person.fill(form(page).getByLabel('联系电话'), phone)
  await person.tap(form(page).getByRole('button', { name: '登录并提交申报' }))
  await logIn(page, phone)
  await person.read(form(page).getByText('已提交', { exact: true }))
  tell(6, person)
})

test('7: upload a paper for it', async ({ page, phone }) => {
  const person = await findPolicy(page, '高企', '高新技术企业认定')
  await person.read(page.getByRole('heading', { level: 1 }))
  await person.tap(page.getByRole('button', { name: '我要申报' }))
  const upload = form(page).locator('.order-checks > li').first().getByText('上传', { exact: true })
  await person.read(upload)
  const chooser = page.waitForEvent('filechooser')
  await person.tap(upload)
  person.tapOnPhone()
  await (await chooser).setFiles(paper('认定申请书.pdf'))
  await logIn(page, phone)
  await person.read(form(page).getByText('已备齐 1 / 8 项'))
  await expect(form(page).getByRole('button', { name: '不用“认定申请书.pdf”' })).toBeVisible()
  tell(7, person)
})

test('8: ask an expert', async ({ page, phone }) => {
  const person = await findPolicy(page, '高企', '高新技术企业认定')
  await person.read(page.getByRole('heading', { level: 1 }))
  await person.tap(page.getByRole('main').getByRole('button', { name: '专家咨询' }))
  await logIn(page, phone)
  const chat = page.getByRole('dialog', { name: '专家咨询' })
  await person.read(chat.getByText('您正在咨询：高新技术企业认定'))
  await person.tap(chat.getByRole('button', { name: '发送：材料怎么准备？' }))
  await expect(chat.locator('.bubble')).toHaveText(/材料怎么准备？/)
  await expect(chat.getByLabel('消息内容')).toBeFocused()
  tell(8, person)
})

test('9: what a loan costs a month', async ({ page }) => {
  await page.goto('/')
  const person = new Person(page)
  const way = page.getByRole('navigation', { name: '常用' }).getByRole('link', { name: '企业贷款' })
  await person.read(way)
  await person.tap(way)
  await person.tap(page.getByRole('link', { name: '试算还款' }))
  const amount = page.getByLabel('贷款金额（元）')
  await person.read(amount)
  await person.fill(amount, '30万')
  await person.read(page.locator('.calculator-sums'), '元')
  tell(9, person)
})

test('10: how far is my application', async ({ page, phone, playwright }) => {
  const company = await openCompany(playwright, phone, '示例公司')
  await company.declare(15)
  await company.close()
  await scene('allowNextCode', phone)
  await page.goto('/')
  const person = new Person(page)
  const login = page.getByRole('banner').getByRole('button', { name: '登录' })
  await person.read(login)
  await person.tap(login)
  await logIn(page, phone)
  await person.read(page.getByRole('link', { name: /^我的申报/ }), '已提交')
  tell(10, person)
})
