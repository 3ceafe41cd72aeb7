import { describe, expect, test } from 'vitest'
import type { Original } from './schema/documents.ts'
import type { Checked } from './schema/fields.ts'
import { checkedProblems, checkedWords, isHomePage, sourceTable } from './sources.ts'

const OPENED: Checked = { date: '2026-11-20', against: '来源网页' }
const READ: Checked = { date: '2026-11-20', against: '公开全文', text: '某某法' }

test.each([
  ['https://www.gov.cn', true],
  ['https://www.gov.cn/', true],
  ['https://www.gov.cn/?id=1', false],
  ['https://www.gov.cn/#/home', false],
  ['https://www.gov.cn/zhengce', false],
])('%s is a home page: %s', (address, is) => {
  expect(isHomePage(address)).toBe(is)
})

test('what was compared with what', () => {
  expect(checkedWords(undefined)).toBe('未核对来源')
  expect(checkedWords(OPENED)).toBe('2026年11月20日与来源网页核对')
  expect(checkedWords(READ)).toBe('2026年11月20日与公开全文核对：某某法')
})

describe('what was compared with the page of its source', () => {
  const problems = (url: string | undefined, checked: Checked | undefined = OPENED) =>
    checkedProblems([
      { file: 'a.md', data: { checked, source: { name: '来源', url } }, lineOf: () => 3 },
    ]).map(({ field, found }) => `${field}：${found}`)

  test('has the address of that page', () => {
    expect(problems('https://www.gov.cn/a.htm')).toEqual([])
    expect(problems('https://www.gov.cn/')).toEqual(['checked.against：只有网站首页 https://www.gov.cn/'])
    expect(problems(undefined)).toEqual(['checked.against：没有网址'])
  })

  test('is not asked of what was compared with something else, or with nothing', () => {
    expect(problems('https://www.gov.cn/', READ)).toEqual([])
    expect(checkedProblems([{ file: 'a.md', data: {}, lineOf: () => 3 }])).toEqual([])
  })
})

test('the list of sources says of each text where it comes from, and keeps its columns', () => {
  const data = { id: 3, title: '甲|乙', source: { name: '某网', url: 'https://a.gov.cn/' } } as Original
  expect(sourceTable([{ label: '原文', page: '/review/3', data }]).split('\n')[2]).toBe(
    '| 原文 3 | 甲\\|乙 | /review/3 | 某网 | https://a.gov.cn/（只有首页） | 未核对来源 |',
  )
})
