import type { Page } from 'playwright/test'
import type { Facts } from '../../src/lib/rules/eligibility/facts.ts'
import { overflow, violations } from './support/look.ts'
import { callsOf, GROWING, group, question, showAll, tabTo, walkToResult } from './support/match.ts'
import { expect, test } from './support/portal.ts'

const SOFTWARE: Facts = {
  ...{ kind: 'company', region: '440106', industry: 'I651', founded_on: '2019-05-01', employees: 80 },
  ...{ revenue: '30000000', assets: '20000000', taxable_income: '2000000', rd_expense: '3000000' },
}

async function open(page: Page): Promise<void> {
  await page.goto('/match')
  await expect(page.getByRole('heading', { name: '基本情况' })).toBeVisible()
}

async function keepAnswers(page: Page, answers: object): Promise<void> {
  await page.goto('/help')
  await page.evaluate((kept) => {
    localStorage.setItem('answers', JSON.stringify({ answers: kept, place: 'device', unsent: [] }))
  }, answers)
}

async function openResult(page: Page, answers: object): Promise<void> {
  await keepAnswers(page, answers)
  await page.goto('/match#result')
  await expect(group(page, '符合')).toBeVisible()
}

test('from the home page to an explained list, and no answer leaves the device', { tag: '@journey' }, async ({
  page,
}) => {
  const calls = callsOf(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).search))
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/')
  await page.getByLabel('注册地').selectOption({ label: '广东省' })
  await page.getByLabel('所属行业').selectOption({ label: '制造业' })
  await page.getByLabel('从业人数').fill('35')
  await page.getByLabel('从业人数').blur()
  const word = page.getByRole('region', { name: '您的企业可得多少' })
  await expect(word.getByRole('listitem')).toHaveCount(3)
  await expect(word.getByRole('status')).toHaveText(/^预计最高可得 [\d,.]+ (?:亿|万)?元$/)
  await expect(page.getByRole('banner')).toContainText('广东省')
  await page.getByRole('main').getByRole('button', { name: '一键匹配' }).click()
  await expect(page).toHaveURL(/\/match#step-1$/)
  await expect(question(page, 'region').getByRole('combobox')).toHaveValue('广东省')
  expect(asked.filter((search) => /440000|employees/.test(search))).toEqual([])
  await walkToResult(page)

  await expect(group(page, '不符合')).toBeVisible()
  await expect(
    page.getByRole('status').filter({ hasText: /^符合 \d+ 条，待确认 \d+ 条，不符合 \d+ 条$/ }),
  ).toHaveCount(1)
  const open = group(page, '待确认')
  const card = group(page, '符合').getByRole('listitem').filter({ hasText: '研发费用加计扣除' }).first()
  await card.locator('summary').click()
  await expect(card.getByRole('link', { name: /^第.+(条|部分)/ }).first()).toHaveAttribute(
    'href',
    /^(\/review\/\d+|https:)/,
  )
  await showAll(open)
  await open.locator('summary', { hasText: '高新技术企业认定' }).click()
  await expect(open.getByText('由主管部门判断，这里不作结论')).toBeVisible()

  await page.reload()
  await showAll(group(page, '符合'))
  await expect(group(page, '符合').locator('summary', { hasText: '研发费用' })).toBeVisible()
  await page.getByText(/^我的 \d+ 个回答$/).click()
  await expect(page.getByText('广东省广州市天河区', { exact: true })).toBeVisible()
  expect(await violations(page)).toEqual([])
  expect(calls).toEqual([])
})

test('a list of statements excludes policies, and affirms nothing that was not pressed', {
  tag: '@journey',
}, async ({ page }) => {
  await openResult(page, SOFTWARE)
  const counts = page.getByRole('status').filter({ hasText: /^符合 \d+ 条，待确认 \d+ 条/ })
  const openBefore = Number(/待确认 (\d+)/.exec((await counts.textContent()) ?? '')?.[1])
  await page.getByText(/^快速排除：8 道是非题/).click()
  const list = page.locator('.put-aside')
  await expect(list.locator('[data-ask]')).toHaveCount(8)
  expect(await violations(page)).toEqual([])
  const first = list.locator('[data-ask]').first()
  const key = (await first.getAttribute('data-ask')) ?? ''
  await first.getByRole('button', { name: '不清楚' }).click()
  await list.getByRole('button', { name: '其余 7 句都选“否”' }).click()
  await expect(counts).not.toHaveText(new RegExp(`待确认 ${openBefore} 条`))
  await expect(page.locator('.match-aside summary')).toBeFocused()
  const kept = await page.evaluate(() => JSON.stringify(Object.values({ ...localStorage })))
  expect(kept).toContain(`\\"${key}\\":null`)
  expect(kept).not.toMatch(/\\"\d+\.\w+\\":true/)
  await page.getByText('已把 7 句选“否”').getByRole('button', { name: '撤销' }).click()
  await expect(counts).toHaveText(new RegExp(`待确认 ${openBefore} 条`))
  expect(await page.evaluate(() => localStorage.getItem('answers'))).not.toContain('false')
  await page.getByText(/^快速排除：8 道是非题/).click()
  await expect(list.locator(`[data-ask="${key}"]`)).toHaveCount(0)
})

test('on the policy page the missing facts are answered in place', {
  tag: '@journey',
}, async ({ page }) => {
  const calls = callsOf(page)
  await page.goto('/pmanagement/1')
  const check = page.getByRole('region', { name: '我是否符合' })
  await expect(check).toBeHidden()
  await page.getByRole('link', { name: '测一测：我是否符合' }).click()
  const panel = check.getByRole('region', { name: '测一测' })
  const next = panel.getByRole('button', { name: '下一题' })
  await expect(panel).toContainText('第 1/5 题')
  await next.click()
  await expect(panel.getByRole('alert')).toHaveText('还没有保存：请先回答，不知道可以选“不清楚”')
  await panel.getByText('公司', { exact: true }).click()
  await expect(panel).toContainText('第 2/5 题')
  await panel.getByRole('button', { name: '上一题' }).click()
  await expect(panel.getByRole('radio', { name: '公司', exact: true })).toBeChecked()
  await next.click()
  const given: Record<string, string> = { taxable_income: '2,000,000', employees: '80', assets: '２０００万' }
  for (const _ of Object.keys(given)) {
    // The panel stays, and the next question has the focus.
    await expect(panel.locator('input.field')).toBeFocused()
    const fact = (await panel.locator('.question').getAttribute('data-fact')) ?? ''
    if (fact === 'employees') {
      await page.keyboard.type('-5')
      await page.keyboard.press('Enter')
      await expect(panel.getByRole('alert')).toHaveText('还没有保存：不能小于 0')
      await expect(panel.locator('input.field'), 'what was typed stays').toHaveValue('-5')
    }
    await panel.locator('input.field').fill(given[fact] ?? '')
    await page.keyboard.press('Enter')
    await expect(panel.locator(`[data-fact=${fact}]`)).toHaveCount(0)
  }
  await expect(panel.getByRole('button', { name: '是', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel).toBeHidden()
  await expect(check.getByText('按您的回答，条件都符合。')).toBeVisible()
  await page.reload()
  await expect(check.getByText('按您的回答，条件都符合。'), 'answers are kept').toBeVisible()
  expect(await violations(page)).toEqual([])
  expect(calls).toEqual([])
})

test('the road of three years: the first step, later ones, the ladder, and paper', {
  tag: '@journey',
}, async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
  await page.setViewportSize({ width: 1600, height: 900 })
  await openResult(page, GROWING)
  expect(scripts.filter((path) => /Roadmap/.test(path))).toEqual([])
  await page.getByRole('link', { name: /^成长路线/ }).click()
  await expect(page.getByRole('heading', { name: '成长路线图' })).toBeFocused()
  const first = page.getByRole('list', { name: '先办这一步' }).getByRole('listitem')
  await expect(first).toContainText('可多得')
  const turns = page.getByRole('list', { name: '往后三年' }).getByRole('listitem')
  await expect(turns.filter({ hasText: /到期/ })).not.toHaveCount(0)
  const rungs = page.getByRole('list', { name: '资质阶梯' }).getByRole('listitem')
  await expect(rungs).toHaveCount(5)
  await expect(rungs.filter({ hasText: '小巨人' })).toContainText('较难')
  await expect(rungs.filter({ hasText: '高新技术企业' }).first()).toContainText('可多得')
  expect(await violations(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await expect(page.getByText(/推算不是承诺/)).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: '返回匹配结果' }).click()
  await expect(group(page, '符合')).toBeVisible()
})

test('by keyboard alone', async ({ page }) => {
  await open(page)
  const { keyboard } = page
  await tabTo(page, question(page, 'kind').getByRole('radio').first())
  await keyboard.press('Space')
  await expect(question(page, 'kind').getByRole('radio', { name: '公司', exact: true })).toBeChecked()
  for (const [fact, query, found] of [
    ['region', '天河', '广东省广州市天河区'],
    ['industry', '软件开发', '软件开发'],
  ] as const) {
    const field = question(page, fact).getByRole('combobox')
    await tabTo(page, field)
    await keyboard.type(query)
    await expect(question(page, fact).getByRole('option').first()).toBeVisible()
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await expect(field).toHaveValue(new RegExp(found))
  }
  await tabTo(page, page.getByRole('button', { name: '先看结果' }))
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^按 \d+ 个回答估算，20\d\d 年$/ })).toBeFocused()
  await tabTo(page, group(page, '待确认').locator('summary').first())
  await keyboard.press('Enter')
  await tabTo(
    page,
    group(page, '待确认')
      .getByRole('button', { name: /^(?:修改|填写)“/ })
      .first(),
  )
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  // The first closes the list of places, the second the dialog.
  await keyboard.press('Escape')
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('without answers the first question opens: from the home page, also without a script, and from the road', async ({
  browser,
  page,
}) => {
  await page.goto('/match#road')
  await expect(page.getByRole('heading', { name: '基本情况' })).toBeVisible()
  await page.goto('/')
  await page.getByRole('main').getByRole('button', { name: '一键匹配' }).click()
  await expect(page.getByRole('heading', { name: '基本情况' })).toBeVisible()
  await expect(page).toHaveURL('/match')

  const plain = await browser.newPage({ javaScriptEnabled: false })
  await plain.goto(new URL('/', page.url()).href)
  await plain.getByLabel('从业人数').fill('35')
  await plain.getByRole('main').getByRole('button', { name: '一键匹配' }).click()
  await expect(plain.getByRole('link', { name: '查看全部政策解读' })).toBeVisible()
  expect(new URL(plain.url()).search).not.toContain('35')
  await plain.close()

  await page.goto('/match?region=440000&industry=%3Cscript%3E&employees=-1&from=x')
  await expect(page).toHaveURL(/\/match\?from=x#step-1$/)
  await expect(question(page, 'region').getByRole('combobox')).toHaveValue('广东省')
  await expect(question(page, 'industry').getByRole('combobox')).toHaveValue('')
})

test('what only the company knows is asked in the unfolded row, by keyboard, too, and on the page; it is kept', async ({
  page,
}) => {
  const calls = callsOf(page)
  await page.setViewportSize({ width: 375, height: 812 })
  await keepAnswers(page, { kind: 'company', region: '510100', industry: 'H62', '3.books': true })
  await page.goto('/match#result')
  await showAll(group(page, '待确认'))
  const card = group(page, '待确认')
    .getByRole('listitem')
    .filter({ hasText: '西部鼓励类产业所得税减征' })
    .first()
  const verdict = card.locator('summary .verdict-mark').first()
  await expect(card.locator('[data-ask]')).toHaveCount(0)
  await card.locator('summary').first().click()
  const catalogue = card.getByRole('group', { name: /^主营业务属于《西部地区鼓励类产业目录》/ })
  const share = card.getByRole('group', { name: /^目录内主营业务的收入/ })
  expect(await violations(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await catalogue.getByRole('button', { name: '是', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(catalogue.getByRole('button', { name: '是', pressed: true })).toBeFocused()
  await expect(card.locator('summary').first()).toContainText('待补充 1 项信息')
  await share.getByRole('button', { name: '不清楚' }).click()
  await share.getByRole('button', { name: '是', exact: true }).click()
  await expect(verdict).toHaveText('符合')
  await expect(share.getByRole('button', { name: '是', pressed: true })).toBeFocused()
  await page.reload()
  await expect(group(page, '符合')).toContainText('西部鼓励类产业所得税减征')

  await page.goto('/pmanagement/17')
  const check = page.getByRole('region', { name: '我是否符合' })
  await expect(check.getByRole('status')).toContainText('按您的回答，条件都符合。')
  await check.getByText('逐条看理由').click()
  await check
    .getByRole('group', { name: /^主营业务属于/ })
    .getByRole('button', { name: '否' })
    .click()
  await expect(check.getByRole('status')).toContainText('不符合')
  await page.reload()
  await expect(check.getByRole('status')).toContainText('不符合')
  expect(calls).toEqual([])
})

test('the result opens with its total; no heading is hidden by the header, and paper has everything in words', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await openResult(page, { ...SOFTWARE, '1.industry': true })
  const top = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => element.getBoundingClientRect().top)
  await expect(group(page, '符合').locator('summary').first()).toBeVisible()
  await expect(page.locator('.figure.hero').first()).toBeInViewport({ ratio: 1 })
  await expect(group(page, '符合').locator('summary').first()).toBeInViewport({ ratio: 1 })
  await expect(group(page, '符合').locator('summary .verdict-mark')).toHaveCount(0)
  const tabs = page.getByRole('navigation', { name: '匹配结果' })
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    for (const [name, id] of [
      ['不符合', 'match-unmet'],
      ['待确认', 'match-unknown'],
    ] as const) {
      await tabs.getByRole('button', { name: new RegExp(`^${name}`) }).click()
      await expect(page.locator(`#${id} h3`)).toBeFocused()
      await expect(tabs.getByRole('button', { name: new RegExp(`^${name}`) })).toHaveAttribute(
        'aria-current',
        'true',
      )
      const under = await tabs.evaluate((nav) => nav.getBoundingClientRect().bottom)
      expect(await top(`#${id} h3`)).toBeGreaterThanOrEqual(under)
    }
    await page.getByRole('button', { name: '改回答' }).click()
    await page.getByRole('button', { name: '先看结果' }).click()
    const heading = page.getByRole('heading', { name: /^按 \d+ 个回答估算/ })
    await expect(heading).toBeFocused()
    const bottom = await page
      .locator('body > header')
      .evaluate((header) => header.getBoundingClientRect().bottom)
    expect((await heading.boundingBox())?.y).toBeGreaterThanOrEqual(bottom)
  }

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(/^判断日期 \d{4}-\d\d-\d\d，规则版本 \w{8}/)).toBeVisible()
  await expect(page.getByText(/不是主管部门的审批结论/)).toBeVisible()
  await expect(group(page, '不符合').getByText('注册在海南自由贸易港').first()).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
})
