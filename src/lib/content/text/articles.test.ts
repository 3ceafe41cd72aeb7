import { describe, expect, test } from 'vitest'
import { anchorArticles, articleAnchor, parseChineseNumber, writeChineseNumber } from './articles.ts'

describe('numerals', () => {
  test.each([
    ['十', 10],
    ['十一', 11],
    ['二十', 20],
    ['一百零三', 103],
    ['一百一十', 110],
    ['一千零二十', 1020],
    ['九千九百九十九', 9999],
    ['两千', 2000],
    ['一百〇五', 105],
    ['二〇', 20],
    ['一〇二', 102],
    ['12', 12],
  ])('%s is %i', (text, value) => {
    expect(parseChineseNumber(text)).toBe(value)
  })

  test.each([
    [10, '十'],
    [21, '二十一'],
    [101, '一百零一'],
    [110, '一百一十'],
    [1001, '一千零一'],
  ])('%i is written %s', (value, text) => {
    expect(writeChineseNumber(value)).toBe(text)
  })

  test('every number to 9999 is read back', () => {
    for (let value = 1; value <= 9999; value += 1) {
      expect(parseChineseNumber(writeChineseNumber(value))).toBe(value)
    }
  })
})

describe('anchor of a clause', () => {
  test.each([
    ['第十一条', 'tiao-11'],
    ['第十一条第二款', 'tiao-11'],
    ['《办法》第二十条第（三）项', 'tiao-20'],
    ['第12条之一', 'tiao-12-1'],
    ['第一百二十三条', 'tiao-123'],
    ['第二章', undefined],
    ['全文', undefined],
    ['第1百条', undefined],
    ['', undefined],
  ])('%s: %s', (clause, anchor) => {
    expect(articleAnchor(clause)).toBe(anchor)
  })
})

const link = (number: number, label: string) =>
  `<a class="article-number" href="#tiao-${number}">${label}</a>`

describe('anchoring', () => {
  test.each([
    ['a paragraph', '<p>第一条 为了规范。</p>', `<p id="tiao-1">${link(1, '第一条')} 为了规范。</p>`],
    [
      'a bold number',
      '<p><strong>第一条</strong>为了规范。</p>',
      `<p id="tiao-1"><strong>${link(1, '第一条')}</strong>为了规范。</p>`,
    ],
    [
      'a text that follows at once, with a numeral',
      '<p>第五条一般企业。</p>',
      `<p id="tiao-5">${link(5, '第五条')}一般企业。</p>`,
    ],
    [
      'an ideographic space in front',
      '<p>　第二十条　申报。</p>',
      `<p id="tiao-20">${link(20, '第二十条')}　申报。</p>`,
    ],
  ])('%s', (_, html, anchored) => {
    expect(anchorArticles(html).html).toBe(anchored)
  })

  test('a heading keeps the id for the contents', () => {
    const { html } = anchorArticles('<h3 id="第三条-申报">第三条 申报</h3>')
    expect(html).toContain('<h3 id="第三条-申报">')
    expect(html).toContain('id="tiao-3"')
  })

  test.each([
    '第十一条第二款所称企业，是指…',
    '第三条规定的条件',
    '第三条、第四条的规定',
    '第三条和第五条',
    '第三条至第五条',
    '第三条及附件',
    '第三条之规定',
    '第三条所称',
    '第三条之一规定的条件',
    '第三条之十二规定的条件',
  ])('a paragraph that only speaks of an article stays as it is: %s', (text) => {
    const html = `<p>${text}</p>`
    expect(anchorArticles(html)).toEqual({ html, articles: [] })
  })

  test('a reference inside a paragraph is unchanged', () => {
    const html = '<p>依照本办法第三条 办理</p>'
    expect(anchorArticles(html)).toEqual({ html, articles: [] })
  })

  test('a notice without articles is cited by its parts', () => {
    const { html, articles } = anchorArticles(
      '<p>各市：</p><p>一、做好准备。</p><p>（一）甲</p><h3 id="三支持">三、支持</h3><p>一、附件</p>',
    )
    expect(articles).toEqual([
      { anchor: 'tiao-1', label: '第一条', heading: false },
      { anchor: 'tiao-3', label: '第三条', heading: true },
    ])
    expect(html).toContain(
      '<p id="tiao-1"><a class="article-number" href="#tiao-1" title="第一条">一</a>、做好准备。</p>',
    )
    expect(html).toContain('<h3 id="三支持"><a id="tiao-3"')
    expect(html).toContain('<p>一、附件</p>')
  })

  test('with articles, parts are none', () => {
    expect(anchorArticles('<h2>一、总则</h2><p>第一条 甲</p>').articles).toHaveLength(1)
  })
})
