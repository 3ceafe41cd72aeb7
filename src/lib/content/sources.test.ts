import { describe, expect, test } from 'vitest'
import type { Original } from './schema/documents.ts'
import type { Checked } from './schema/fields.ts'
import { checkedProblems, checkedWords, isHomePage, lookAgainOn, sourceTable } from './sources.ts'

const OPENED: Checked = { date: '2026-11-20', against: '来源网页' }
const READ: Checked = { date: '2026-11-20', against: '公开全文', text: '某某法' }
const SEVERAL: Checked = { date: '2026-11-20', against: '多处来源' }
const PAGE = {
  name: '某市转发',
  url: 'https://b.gov.cn/1',
  read: '第三条',
  agrees: ['文号' as const, '金额' as const],
}

test.each([
  ['https://www.gov.cn', true],
  ['https://www.gov.cn/', true],
  ['https://www.gov.cn/?id=1', false],
  ['https://www.gov.cn/#/home', false],
  ['https://www.gov.cn/zhengce', false],
])('%s is a home page: %s', (address, is) => {
  expect(isHomePage(address)).toBe(is)
})

test('words of a comparison', () => {
  expect(checkedWords(undefined)).toBe('未核对来源')
  expect(checkedWords(OPENED)).toBe('2026年11月20日与来源网页核对')
  expect(checkedWords(READ)).toBe('2026年11月20日与公开全文核对：某某法')
  expect(checkedWords(SEVERAL)).toBe('2026年11月20日与多处来源核对')
})

test.each([
  [undefined, undefined, undefined],
  [OPENED, undefined, '2027-05-19'],
  [OPENED, '2027-05-17', '2027-05-18'],
  [OPENED, '2027-05-18', '2027-05-19'],
  [OPENED, '2030-12-31', '2027-05-19'],
  [OPENED, '2026-11-19', '2027-05-19'],
])('compared on %o, over on %s: looked at again by %s', (checked, closes, day) => {
  expect(lookAgainOn(checked, closes)).toBe(day)
})

describe('a comparison with the page of its source', () => {
  const problems = (url: string | undefined, checked: Checked | undefined = OPENED) =>
    checkedProblems([
      { file: 'a.md', data: { checked, source: { name: '来源', url } }, lineOf: () => 3 },
    ]).map(({ field, found }) => `${field}：${found}`)

  test('needs the address of that page', () => {
    expect(problems('https://www.gov.cn/a.htm')).toEqual([])
    expect(problems('https://www.gov.cn/')).toEqual(['checked.against：只有网站首页 https://www.gov.cn/'])
    expect(problems(undefined)).toEqual(['checked.against：没有网址'])
  })

  test('or several pages', () => {
    const found = (pages: number) =>
      checkedProblems([
        { file: 'a.md', data: { checked: SEVERAL, compared: Array(pages).fill(PAGE) }, lineOf: () => 3 },
      ]).map(({ field, found }) => `${field}：${found}`)
    expect(found(2)).toEqual([])
    expect(found(1)).toEqual(['checked.against：1 处'])
  })

  test('other comparisons, and none, need no address', () => {
    expect(problems('https://www.gov.cn/', READ)).toEqual([])
    expect(checkedProblems([{ file: 'a.md', data: {}, lineOf: () => 3 }])).toEqual([])
  })
})

test('the list of sources contains each text with its source and comparisons, and keeps its columns', () => {
  const row = (data: Partial<Original> & { window?: { closes: string } }) =>
    sourceTable([
      {
        label: '原文',
        page: '/review/3',
        data: { id: 3, title: '甲|乙', compared: [], oneSourceOnly: [], ...data } as unknown as Original,
      },
    ]).split('\n')[2]
  expect(row({ source: { name: '某网', url: 'https://a.gov.cn/' } })).toBe(
    '| 原文 3 | 甲\\|乙 | /review/3 | [某网](https://a.gov.cn/)（只有首页） |  |  | 未核对来源 | 尽快 |',
  )
  expect(
    row({
      checked: SEVERAL,
      compared: [PAGE, PAGE],
      oneSourceOnly: ['上浮比例'],
      window: { closes: '2026-12-31' },
    }),
  ).toBe(
    '| 原文 3 | 甲\\|乙 | /review/3 | 没有写 | [某市转发](https://b.gov.cn/1)（第三条；文号、金额）<br>[某市转发](https://b.gov.cn/1)（第三条；文号、金额） | 上浮比例 | 2026年11月20日与多处来源核对 | 2027-01-01 |',
  )
})
