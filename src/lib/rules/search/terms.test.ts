import { describe, expect, test } from 'vitest'
import { foldText, queryTermsOf, termsOf, titleTermsOf } from './terms.ts'

describe('terms', () => {
  test.each([
    ['高新技术', ['高新', '新技', '技术']],
    ['首台（套）', ['首台', '台套']],
    ['首台（ 《套', ['首台', '台套']],
    ['《公司法》第 20 条', ['公司', '司法', '法第', '20']],
    ['企业的税', ['企业']],
    ['5G 网络', ['5g', '网络']],
    ['１，０００万元', ['1000', '万元']],
    ['甲乙\n丙丁', ['甲乙', '丙丁']],
    ['甲、乙', []],
    ['𠮷野家', ['𠮷野', '野家']],
    ['', []],
    ['<script>', ['script']],
  ])('of %j', (text, terms) => {
    expect(termsOf(text)).toEqual(terms)
  })

  test('every pair is well formed, also of rare characters', () => {
    expect(termsOf('𠮷𠮷𠮷').every((term) => term.isWellFormed())).toBe(true)
  })

  test('a title is found by one character, too', () => {
    expect(titleTermsOf('税法')).toEqual(['税法', '税', '法'])
    expect(queryTermsOf('税')).toEqual(['税'])
    expect(queryTermsOf('税法')).toEqual(['税法'])
  })
})

test.each([
  ['研發費用加計扣除', '研发费用加计扣除'],
  ['稅收優惠', '税收优惠'],
  ['中小企業貸款貼息', '中小企业贷款贴息'],
  ['⻓期⻔槛', '长期门槛'],
  ['⾼新技术企业', '高新技术企业'],
  ['著作权、乾县', '著作权、乾县'],
])('%s is folded to %s', (typed, folded) => {
  expect(foldText(typed)).toBe(folded)
  expect(foldText(typed)).toHaveLength(typed.length)
})

test('full width, capitals and thousands are folded', () => {
  expect(foldText('ＡＢＣ（１，０００）')).toBe('abc(1000)')
})
