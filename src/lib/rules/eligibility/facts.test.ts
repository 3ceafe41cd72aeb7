import { expect, test } from 'vitest'
import { FACT_KEYS, questionTitle } from './facts.ts'

test('a question about a year names the year, also on its first and last day', () => {
  const titles = (today: string) =>
    (['revenue', 'revenue_prior', 'revenue_prior2', 'assets', 'insured'] as const).map((key) =>
      questionTitle(key, today),
    )
  expect(titles('2026-12-31')).toEqual([
    '2025年度营业收入（元）',
    '2024年度营业收入（元）',
    '2023年度营业收入（元）',
    '2025年末资产总额（元）',
    '2025年末参保人数',
  ])
  expect(titles('2027-01-01')[2]).toBe('2024年度营业收入（元）')
})

test.each(FACT_KEYS)('%s: a short name, no sentence, and unique', (key) => {
  const titles = FACT_KEYS.map((each) => questionTitle(each, '2026-11-22'))
  const title = questionTitle(key, '2026-11-22')
  expect(title).not.toMatch(/[？?。，]/)
  expect(title.length).toBeLessThanOrEqual(20)
  expect(titles.filter((each) => each === title)).toHaveLength(1)
})
