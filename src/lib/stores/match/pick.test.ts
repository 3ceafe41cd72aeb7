import { expect, test } from 'vitest'
import industries from '../../content/industries.json' with { type: 'json' }
import words from '../../content/industry-words.json' with { type: 'json' }
import { makePickList, searchChoices } from './pick.ts'

const LIST = makePickList('industry', industries, words)
const codes = (query: string) => searchChoices(LIST, query, 40).map(({ code }) => code)

test.each([
  ...[
    ['火锅', 'H6210'],
    ['川味火锅店', 'H6210'],
    ['饭店', 'H6210'],
    ['餐馆', 'H6210'],
    ['奶茶', 'H6239'],
  ],
  ...[
    ['网店', 'F5292'],
    ['电商', 'F5292'],
    ['幼儿园', 'P8310'],
    ['药店', 'F5251'],
    ['洗车', 'O8111'],
  ],
  ...[
    ['直播', 'I6429'],
    ['服装厂', 'C181'],
    ['大棚', 'A0141'],
    ['APP', 'I6513'],
    ['ａｐｐ', 'I6513'],
  ],
  ...[
    ['健身房', 'R8930'],
    ['ktv', 'R9011'],
    ['物流', 'G543'],
    ['家政', 'O8010'],
    ['会计', 'L7241'],
  ],
  ...[
    ['物业', 'K7020'],
    ['家政公司', 'O8010'],
    ['钟表店', 'F5236'],
    ['软件开发', 'I651'],
    ['奶', 'H6239'],
  ],
])('%s is first %s', (query, code) => {
  expect(codes(query)[0]).toBe(code)
})

const TITLES = [
  { id: 1, name: '研发费用加计扣除' },
  { id: 2, name: '高新技术企业减按 15% 缴纳企业所得税' },
  { id: 3, name: '广东省广州市天河区创业补贴' },
]

const found = (query: string, limit = 8) => searchTitles(TITLES, query, limit).map(({ id }) => id)

test('words, letters in order, full width and spaces', () => {
  expect(found('加计')).toEqual([1])
  expect(found('广州天河')).toEqual([3])
  expect(found('减按15％')).toEqual([2])
  expect(found('农机')).toEqual([])
  expect(found('  ')).toEqual([])
})

test('a policy is found by its name and by its full title', () => {
  const titles = [{ id: 1, name: '小型微利企业所得税减征', title: '小型微利企业减按20%税率缴纳企业所得税' }]
  expect(searchTitles(titles, '减征', 8)).toEqual(titles)
  expect(searchTitles(titles, '减按20%', 8)).toEqual(titles)
})

test('whole words come before letters in order, and no more than asked', () => {
  const titles = [
    { id: 1, name: '企科业' },
    { id: 2, name: '企业' },
  ]
  expect(searchTitles(titles, '企业', 2).map(({ id }) => id)).toEqual([2, 1])
  expect(searchTitles(titles, '企业', 1).map(({ id }) => id)).toEqual([2])
})

test('the words count, in any order, rare ones before common ones', () => {
  const titles = [
    { id: 1, name: '高新技术企业减按15%税率缴纳企业所得税' },
    { id: 2, name: '海南自由贸易港鼓励类产业企业减按15%缴纳企业所得税' },
    { id: 3, name: '小型微利企业减按20%税率缴纳企业所得税' },
    { id: 4, name: '专利收费减缴' },
  ]
  const foundOf = (query: string) => searchTitles(titles, query, 8).map(({ id }) => id)
  expect(foundOf('所得税 海南')[0]).toBe(2)
  expect(foundOf('小微企业')).toEqual([3])
  expect(foundOf('企业的专利')[0]).toBe(4)
  expect(foundOf('企业所得税')).toEqual([1, 2, 3])
  expect(foundOf('残疾人')).toEqual([])
})
