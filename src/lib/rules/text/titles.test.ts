import { describe, expect, test } from 'vitest'
import { breakTitle, nameOf, titleMarkup, widthInHanzi } from './titles.ts'

describe('the name', () => {
  test("is the editor's", () => {
    expect(nameOf({ title: '专利收费减缴：最多减85%', short: '专利减费' })).toBe('专利减费')
  })

  test.each([
    ['专利收费减缴：申请费、年费最多减85%', '专利收费减缴'],
    ['关于公布名单的公告', '关于公布名单的公告'],
    ['甲：乙：丙', '甲'],
  ])('of %s without one is %s', (title, name) => {
    expect(nameOf({ title })).toBe(name)
  })
})

test.each([
  ['研发费用', 4],
  ['“六税两费”', 6],
  ['100%加计扣除', 6],
  ['2023 年', 3.5],
])('%s is %d 汉字 wide', (text, width) => {
  expect(widthInHanzi(text)).toBe(width)
})

describe('a line of a title may end', () => {
  test.each([
    // Numbers with units and bounds, dates.
    ['技术转让所得500万元以内免征企业所得税', '技术|转让|所得|500万元以内|免征|企业所得税'],
    ['条例2024年5月1日起施行', '条例|2024年5月1日起|施行'],
    ['个人最高30万元，小微企业最高500万元', '个人|最高30万元，|小微企业|最高500万元'],
    ['减按20%税率缴纳', '减按20%|税率|缴纳'],
    ['60分以上入库', '60分以上|入库'],
    // Marks with the text that they enclose or end.
    ['“六税两费”减半征收：小规模纳税人', '“六税两费”|减半|征收：|小规模|纳税人'],
    ['税负（实际税负5%）', '税负|（实际|税负5%）'],
    // Words of the subject that the dictionary splits differently.
    ['增值税法施行', '增值税法|施行'],
    ['扣减税费', '扣减税费'],
    // No single character, and none of the marks and units at the beginning.
    ['纳税人和个体工商户', '纳税人|和个体工商户'],
    ['减半：前两年免缴', '减半：|前两年免缴'],
    ['纳税人月销售额', '纳税人月销售额'],
    ['“小巨人”的前提', '“小巨人”的|前提'],
    ['', ''],
  ])('%s', (title, parts) => {
    expect(breakTitle(title).join('|')).toBe(parts)
  })
})

test('the markup holds the text as it is', () => {
  expect(titleMarkup('软件&企业<条例')).toBe('软件<wbr>&amp;<wbr>企业<wbr>&lt;<wbr>条例')
})
