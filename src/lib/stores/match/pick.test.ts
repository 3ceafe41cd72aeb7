import { expect, test } from 'vitest'
import { searchTitles } from './pick.ts'

const TITLES = [
  [1, '研发费用加计扣除'],
  [2, '高新技术企业减按 15% 缴纳企业所得税'],
  [3, '广东省广州市天河区创业补贴'],
] as const

const found = (query: string, limit = 8) => searchTitles(TITLES, query, limit).map(([id]) => id)

test('words, letters in order, full width and spaces', () => {
  expect(found('加计')).toEqual([1])
  expect(found('广州天河')).toEqual([3])
  expect(found('减按15％')).toEqual([2])
  expect(found('农机')).toEqual([])
  expect(found('  ')).toEqual([])
})

test('a policy is found by its name and by its full title', () => {
  const titles = [[1, '小型微利企业所得税减征', '小型微利企业减按20%税率缴纳企业所得税']] as const
  expect(searchTitles(titles, '减征', 8)).toEqual(titles)
  expect(searchTitles(titles, '减按20%', 8)).toEqual(titles)
})

test('whole words come before letters in order, and no more than asked', () => {
  const titles = [
    [1, '企科业'],
    [2, '企业'],
  ] as const
  expect(searchTitles(titles, '企业', 2).map(([id]) => id)).toEqual([2, 1])
  expect(searchTitles(titles, '企业', 1).map(([id]) => id)).toEqual([2])
})

test('the words count, in any order, rare ones before common ones', () => {
  const titles = [
    [1, '高新技术企业减按15%税率缴纳企业所得税'],
    [2, '海南自由贸易港鼓励类产业企业减按15%缴纳企业所得税'],
    [3, '小型微利企业减按20%税率缴纳企业所得税'],
    [4, '专利收费减缴'],
  ] as const
  const foundOf = (query: string) => searchTitles(titles, query, 8).map(([id]) => id)
  expect(foundOf('所得税 海南')[0]).toBe(2)
  expect(foundOf('小微企业')).toEqual([3])
  expect(foundOf('企业的专利')[0]).toBe(4)
  expect(foundOf('企业所得税')).toEqual([1, 2, 3])
  expect(foundOf('残疾人')).toEqual([])
})
