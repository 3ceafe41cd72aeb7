import { describe, expect, test } from 'vitest'
import { findTypedNumber, numberTermsOf } from './document-number.ts'
import { foldText } from './terms.ts'

const typed = (query: string) => findTypedNumber(foldText(query))?.terms[0]

describe('one document number in all its forms', () => {
  test.each([
    '国科发火〔2016〕32号',
    '国科发火[2016]32',
    '国科发火 2016 32',
    '国科发火（2016）32号',
    '国科发火【2016】 32 号',
    '国科发火2016年第32号',
    '国科发火２０１６年３２号',
    '科发火〔2016〕032号',
  ])('%s', (query) => {
    expect(typed(query)).toBe('发火#2016-32')
    expect(numberTermsOf('国科发火〔2016〕32号')).toContain(typed(query))
  })

  test.each([
    ['国务院令第722号', '令#722'],
    ['国令第722号', '令#722'],
    ['国务院令 722', '令#722'],
    ['财政部 税务总局公告2020年第8号', '公告#2020-8'],
    ['科发火32号', '发火#32'],
    ['〔2016〕32号', '#2016-32'],
    ['2016年第32号', '#2016-32'],
  ])('%s', (query, term) => {
    expect(typed(query)).toBe(term)
  })

  test.each(['高新技术企业', '2020年政府工作报告', '专精特新 2023', '第三条', '32', ''])(
    '%j is none',
    (query) => {
      expect(typed(query)).toBeUndefined()
    },
  )

  test('other typed words are kept', () => {
    expect(findTypedNumber('财税[2014]34号 小微')?.rest).toBe('小微')
  })
})

test('a document has its number with and without the year, and those of its references', () => {
  expect(numberTermsOf('根据财税〔2014〕34号和国务院令第722号')).toEqual([
    '财税#2014-34',
    '#2014-34',
    '财税#34',
    '令#722',
  ])
})

test('all of its numbers are found, long and neighbouring ones', () => {
  const filler = '本办法自印发之日起施行，第三号文件不再执行。'.repeat(20)
  const text = `${filler}财税 〔 2014 〕 年 第 34 号、35号${filler}国令第722号令第723号`
  expect(numberTermsOf(text)).toEqual(['财税#2014-34', '#2014-34', '财税#34', '令#722', '令#723'])
})
