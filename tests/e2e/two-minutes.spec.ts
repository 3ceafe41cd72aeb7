/**
 * An owner's way on a phone from the home page to the total, the best three, and the deadlines. The company has a
 * total calculated by hand; tests/flows/two-minutes.content.test.ts tries all, without a browser.
 */
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { START } from '../../src/islands/match/start.ts'
import { GOLDEN_DAY } from '../../src/lib/content/check/golden-company.ts'
import { type JudgedCompany, readJudgedCompanies } from '../../src/lib/content/check/golden-files.ts'
import { readCollection } from '../../src/lib/content/check/library.ts'
import { ONE } from '../../src/lib/rules/eligibility/decimal.ts'
import { type AnswerKey, FACT_KEYS, factOf, isFactKey } from '../../src/lib/rules/eligibility/facts.ts'
import { worthFigure } from '../../src/lib/rules/text/format-number.ts'
import { nameOf } from '../../src/lib/rules/text/titles.ts'
import { rangeWords } from '../../src/lib/rules/worth/amounts.ts'
import { overflow } from './support/look.ts'
import { question } from './support/match.ts'
import { expect, test } from './support/portal.ts'

const CONTENT = join(import.meta.dirname, '../../src/content')
const { entries } = await readCollection(CONTENT, 'interpretations')
const names = new Map(entries.map(({ data }) => [data.id, nameOf(data)]))
const company = (await readJudgedCompanies(join(CONTENT, 'companies.golden.yaml'))).find(
  ({ name, reckoned }) => reckoned && name.startsWith('广州'),
)

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true })

test('from the home page to the total, the best three, and the deadlines', async ({ page }) => {
  if (!company) throw new Error('no company that was reckoned')
  await page.clock.setFixedTime(`${GOLDEN_DAY}T12:00:00+08:00`)
  await startAtHome(page, company)
  await answerSteps(page, company)
  await answerUntil(page, company)

  const rows = page.locator('.match-working > .worth-rows > li')
  const top = company.reckoned?.top ?? []
  await expect(rows.locator('.worth-name')).toHaveText(top.map((id) => names.get(id) ?? ''))
  for (const row of await rows.all()) await expect(row.locator('.worth-how > span')).toHaveText(/\S/)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  // Each figure unfolds to its calculation, whose last line is the figure.
  for (const [place, row] of (await rows.all()).entries()) {
    await row.locator('summary').first().tap()
    const last = row.locator('.working-lines > li').last()
    await expect(last.locator('.reason-clause')).toHaveAttribute('href', /^\/review\//)
    const id = top[place]
    const { min = 0n, max = null } = company.reckoned?.worths.get(id ?? 0) ?? {}
    const worth = rangeWords({ low: { n: min, d: ONE }, high: { n: max ?? min, d: ONE } })
    await expect(last.locator('b')).toHaveText(worth)
  }
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})

async function startAtHome(page: Page, { facts }: JudgedCompany): Promise<void> {
  await page.goto('/')
  const form = page.locator('form[data-ask]')
  await form.locator('[data-answer=region]').selectOption(`${facts.region?.slice(0, 2)}0000`)
  await form.locator('[data-answer=industry]').selectOption(facts.industry?.slice(0, 1) ?? '')
  await form.locator('[data-answer=employees]').fill(String(facts.employees))
  await form.getByRole('button', { name: '一键匹配' }).tap()
  await expect(question(page, 'kind')).toBeVisible()
}

async function answerSteps(page: Page, company: JudgedCompany): Promise<void> {
  for (const fact of START) await answerFact(page, company, fact)
  await page.getByRole('button', { name: '下一步' }).tap()
  await page.getByRole('button', { name: '查看匹配结果' }).tap()
}

/** Like a person: the home page's answers are already there. */
async function answerFact(page: Page, { facts }: JudgedCompany, fact: string): Promise<void> {
  if (!isFactKey(fact)) throw new Error(`no question ${fact}`)
  const box = question(page, fact)
  const value = facts[fact]
  const { kind, options = {} } = factOf(fact)
  if (value === null || value === undefined) await box.getByText('不清楚', { exact: true }).tap()
  else if (kind === 'boolean') await box.getByText(value ? '是' : '否', { exact: true }).tap()
  else if (kind === 'choice') await box.getByText(options[String(value)] ?? '', { exact: true }).tap()
  else if (kind === 'multi') {
    const chosen =
      Array.isArray(value) && value.length > 0 ? value.map((key) => options[key] ?? '') : ['以上都没有']
    for (const label of chosen) await box.getByText(label, { exact: true }).tap()
  } else if (kind === 'region' || kind === 'industry') await narrow(page, kind, String(value))
  else await box.locator('input.field').fill(kind === 'money' ? inWan(String(value)) : String(value))
}

/** Descends from the home page's choice, level by level. */
async function narrow(page: Page, fact: 'region' | 'industry', code: string): Promise<void> {
  const box = question(page, fact)
  const levels =
    fact === 'region'
      ? [`${code.slice(0, 4)}00`, code]
      : Array.from({ length: code.length - 1 }, (_, length) => code.slice(0, length + 2))
  await expect(box.getByRole('combobox')).not.toHaveValue('')
  if (levels.every((level) => level.endsWith('0000'))) return
  await box.getByRole('combobox').tap()
  for (const level of new Set(levels)) {
    const option = box.locator(`[role=option][id$="-${level}"]`)
    await expect(box.getByRole('option').first()).toBeVisible()
    // Some places have no city level, or no counties below.
    if (await option.count()) await option.tap()
  }
  await page.keyboard.press('Escape')
}

/** 1200万, in spoken form. */
function inWan(yuan: string): string {
  return /^[1-9]\d*0000$/.test(yuan) ? `${yuan.slice(0, -4)}万` : yuan
}

/** Answers the result's next questions until it shows the total calculated by hand. */
async function answerUntil(page: Page, company: JudgedCompany): Promise<void> {
  const { min, max } = company.reckoned?.total ?? {}
  const yuan = (amount: bigint | null | undefined) => Number((amount ?? 0n) / ONE)
  const figure = worthFigure(yuan(min), yuan(max))
  const total = page.locator('.match-total .figure')
  const wanted = `今年可得${figure?.number}${figure?.unit}`
  const next = page.locator('.match-next')
  await next.locator('summary').tap()
  const box = next.locator('[data-fact], [data-ask]')
  for (let left = 120; left > 0; left--) {
    await expect
      .poll(async () => (await total.textContent()) === wanted || (await box.count()) > 0)
      .toBe(true)
    if ((await total.textContent()) === wanted) break
    const key = (await box.first().evaluate(({ dataset }) => dataset['fact'] ?? dataset['ask'])) as AnswerKey
    await answerNext(page, company, key)
    await expect(next.locator(`[data-fact="${key}"], [data-ask="${key}"]`)).toHaveCount(0)
  }
  await expect(total).toHaveText(wanted)
}

async function answerNext(page: Page, company: JudgedCompany, key: AnswerKey): Promise<void> {
  const next = page.locator('.match-next')
  const value = company.facts[key]
  if (FACT_KEYS.some((fact) => fact === key)) {
    // Figures of one paper are one question.
    for (const box of await next.locator('[data-fact]').all())
      await answerFact(page, company, (await box.getAttribute('data-fact')) as AnswerKey)
    await next.getByRole('button', { name: '提交' }).tap()
  } else if (typeof value === 'string') {
    for (const field of await next.locator('input.field').all()) {
      const told = company.facts[(await field.getAttribute('name')) as AnswerKey]
      if (typeof told === 'string') await field.fill(told)
    }
    await next.getByRole('button', { name: '提交' }).tap()
  } else {
    const words = value === undefined || value === null ? '不清楚' : value ? '是' : '否'
    await next.getByRole('button', { name: words, exact: true }).tap()
  }
}
