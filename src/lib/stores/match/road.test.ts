import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rulesOf } from '../../contract/policies/testing/rules-of.ts'
import type { Benefit } from '../../rules/worth/formula.ts'

const priced = (id: number): Benefit => ({
  money: 'law',
  per: '年',
  main: `${id}.months`,
  own: [{ key: `${id}.months`, label: '', unit: '月', most: 120_000 }],
  steps: [{ name: '少缴的税', is: { times: [{ own: `${id}.months` }, '500元/月'] } }],
})
const RULES = rulesOf([
  {
    id: 1,
    support: '减免',
    eligibility: { fact: 'employees', op: 'gte', value: 1 },
    benefit: { money: 'law', per: '年', steps: [{ name: '少缴的税', is: '1万元' }] },
  },
  {
    id: 2,
    support: '减免',
    eligibility: { fact: 'hired_groups', op: 'in', value: ['veteran'] },
    benefit: priced(2),
  },
  {
    id: 3,
    support: '减免',
    eligibility: { fact: 'ip_utility', op: 'gte', value: 1 },
    benefit: { money: 'law', per: '年', steps: [{ name: '少缴的税', is: '1万元' }] },
  },
])
const ABOUT = { region_name: '全国', unmodelled: [], rivals: [] }
const WORDS = [
  { id: 1, title: '用工减免', ...ABOUT },
  {
    id: 2,
    title: '招用退役士兵',
    ...ABOUT,
    benefit: { ...priced(2), own: [{ key: '2.months', label: '在岗月数', unit: '月', most: 120_000 }] },
  },
  { id: 3, title: '专利减免', ...ABOUT },
]

let failing: RegExp | null

async function openPage() {
  vi.resetModules()
  const { answer } = await import('./answers.ts')
  const { $match, followAnswers } = await import('./match.ts')
  const { $words, $wordsNotice, $rules, loadRules } = await import('./rules.ts')
  const road = await import('./road.ts')
  road.$road.listen(() => {})
  return { answer, followAnswers, $match, $rules, $words, $wordsNotice, loadRules, ...road }
}

beforeEach(() => {
  failing = null
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://portal.test')
    if (failing?.test(pathname)) throw new TypeError('Failed to fetch')
    return Response.json(pathname.endsWith('rules.json') ? RULES : WORDS)
  })
})
afterEach(() => vi.unstubAllGlobals())

test('the road follows the answers, and names what it speaks of once the words are here', async () => {
  const { answer, followAnswers, $road, $roadNames, loadRoadWords } = await openPage()
  followAnswers()
  answer('employees', 5)
  answer('hired_groups', [])
  answer('ip_utility', 0)
  const unlocked = () => $road.get()?.moves.map(({ unlocks }) => unlocks)
  await vi.waitFor(() => expect(unlocked()).toEqual([[3], [2]]), 90_000)
  expect($road.get()?.today.takings.min).toBe(10_000)
  const road = $road.get()
  if (!road) throw new Error('no road')
  await loadRoadWords(road)
  expect($roadNames.get().policy(2)).toBe('招用退役士兵')
  answer('ip_utility', 1)
  await vi.waitFor(() => expect(unlocked()).toEqual([[2]]), 90_000)
  expect($road.get()?.today.takings.min).toBe(20_000)
})

test('of answers that change during planning the last ones count', async () => {
  const { answer, followAnswers, $road } = await openPage()
  followAnswers()
  answer('hired_groups', [])
  for (let count = 0; count <= 5; count++) answer('employees', count)
  await vi.waitFor(() => expect($road.get()?.today.met).toEqual([1]), 90_000)
})

test('without rules there is no road, until the next attempt', async () => {
  failing = /rules\.json$/
  const { answer, followAnswers, loadRules, $road, $rules } = await openPage()
  followAnswers()
  answer('employees', 5)
  await vi.waitFor(() => expect($rules.get().status).toBe('failed'), 90_000)
  expect($road.get()).toBe(null)
  failing = null
  await loadRules()
  await vi.waitFor(() => expect($road.get()?.today.met).toEqual([1]), 90_000)
})
