import { describe, expect, test } from 'vitest'
import { BATCH, everyYear, NOW, nothing, plan, policy } from '../eligibility/testing/road.ts'
import type { ApplicationWindow } from '../time/application-window.ts'
import type { Takings } from './prices.ts'
import {
  chosenLevels,
  drawStaircase,
  levelsOf,
  moneyWords,
  moreWords,
  staircaseTitle,
  wrapWords,
} from './staircase.ts'

describe('the staircase', () => {
  const names = { policy: (id: number) => `政策${id}`, ask: () => undefined, number: () => undefined }
  const RELIEF: ApplicationWindow = { kind: 'in_force', opens: null, closes: '2027-12-31' }
  const road = plan(
    [
      policy(1, { fact: 'employees', op: 'gte', value: 1 }, RELIEF),
      policy(15, { fact: 'employees', op: 'lte', value: 500 }, BATCH),
      policy(3, { fact: 'age_years', op: 'gte', value: 2 }),
    ],
    { employees: 5, certificates: [], founded_on: '2025-03-01' },
  )
  const levels = levelsOf(road, names)

  test('each level says how much, when, and by what', () => {
    expect(levels.map(({ look, sum, when, what }) => [look, sum, when, what])).toEqual([
      ['now', '11 万元／年', '现在', '按现在的回答，另有 1 项条件已够，取得资质后计入'],
      ['up', '24 万元／年', '最早 2027年3月', '成立满 2 年'],
      ['up', '49 万元／年', '最早 2027年9月', '取得科技型中小企业'],
      ['down', '38 万元／年', '2028年1月', '政策1到期'],
    ])
  })

  test('all words of the picture are words of its levels, and the higher level is drawn higher', () => {
    const drawn = drawStaircase(levels, 1104)
    const words = levels.flatMap(({ sum, when, what }) => [sum, when, what]).join(' ')
    for (const { text } of drawn.texts) expect(words).toContain(text)
    const sums = drawn.texts.filter(({ isSum }) => isSum).map(({ y }) => y)
    expect(sums.map((y) => sums.filter((other) => other < y).length)).toEqual([3, 2, 0, 1])
    expect(staircaseTitle(levels)).toBe(
      '每年可得：现在 11 万元／年，最早 2027年3月 24 万元／年，最早 2027年9月 49 万元／年，2028年1月 38 万元／年',
    )
  })

  test('where columns do not fit, the smallest step is left to the list', () => {
    expect(chosenLevels(levels, 1104)).toHaveLength(4)
    expect(chosenLevels(levels, 703).map(({ when }) => when)).toEqual([
      '现在',
      '最早 2027年3月',
      '最早 2027年9月',
    ])
    expect(chosenLevels(levels, 704)).toHaveLength(4)
  })

  test('what hangs on a missing number is not promised, and said to be left out', () => {
    const takings = (met: readonly number[]): Takings => {
      const sum = met.includes(3) ? 50_000 : 0
      return { year: { min: sum, max: sum }, once: nothing, loose: [], unfilled: [1] }
    }
    const policies = [
      policy(1, { fact: 'employees', op: 'gte', value: 1 }),
      policy(3, { fact: 'age_years', op: 'gte', value: 2 }),
    ]
    const planned = plan(policies, { employees: 5, founded_on: '2025-03-01' }, NOW, {
      takings,
      piece: () => null,
      filled: (facts) => facts,
    })
    expect(levelsOf(planned, names).map(({ sum, what }) => [sum, what])).toEqual([
      ['填了数才能算', '按现在的回答，1 项填了数才能算，不计入'],
      ['5 万元／年', '成立满 2 年'],
    ])
  })

  test('without any sum it counts policies', () => {
    const without = everyYear(() => nothing)
    const counted = levelsOf(
      plan(
        [policy(3, { fact: 'age_years', op: 'gte', value: 2 })],
        { founded_on: '2025-03-01' },
        NOW,
        without,
      ),
      names,
    )
    expect(counted.map(({ sum }) => sum)).toEqual(['可享 0 项', '可享 1 项'])
  })

  test.each([
    [{ min: 0, max: 0 }, null],
    [{ min: 0, max: null }, null],
    [{ min: 480_000, max: 480_000 }, '48 万元'],
    [{ min: 400_400, max: 605_500 }, '40–60.6 万元'],
    [{ min: 0, max: 50_000 }, '最多 5 万元'],
    [{ min: 30_000, max: null }, '至少 3 万元'],
  ])('%j: %s', (range, words) => {
    expect(moneyWords(range)).toBe(words)
  })

  test('more of what is sure, and of what is not', () => {
    expect(moreWords('每年', { min: 40_000, max: 60_000 })).toBe('每年多 4–6 万元')
    expect(moreWords('每年', { min: 0, max: 60_000 })).toBe('每年最多可多 6 万元')
    expect(moreWords('每年', { min: 0, max: 0 })).toBe(null)
  })

  test('lines break neither figures nor before a mark', () => {
    expect(wrapWords('再有 12 件发明专利，取得科技型中小企业', 11)).toEqual([
      '再有 12 件发明专利，',
      '取得科技型中小企业',
    ])
    for (const line of wrapWords('小型微利企业所得税减征（2027 年）到期，优惠', 6)) {
      expect(line).not.toMatch(/^[，。、）]/)
    }
  })
})
