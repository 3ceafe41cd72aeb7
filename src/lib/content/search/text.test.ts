import { describe, expect, test } from 'vitest'
import { OPENING_LENGTH, PIECE_LENGTH } from '../../contract/policies/search-files.ts'
import { piecesOf, textOfHtml } from './text.ts'

describe('the text of a page', () => {
  test.each([
    ['<h2 id="a">标题</h2>\n<p>正文</p>', '标题\n正文'],
    ['<p>高新\n技术</p>', '高新技术'],
    ['<p>第二条 内容</p>', '第二条 内容'],
    ['<p>&lt;保险法&gt; &#x26; &amp;lt;</p>', '<保险法> & &lt;'],
    ['<table><tr><td>甲</td><td>乙</td></tr></table>', '甲 乙'],
    ['<p>一<strong>二</strong>三</p>', '一二三'],
    ['<p>&unknown; &#x110000;</p>', '&unknown; &#x110000;'],
    ['', ''],
  ])('%s', (html, text) => {
    expect(textOfHtml(html)).toBe(text)
  })
})

describe('pieces', () => {
  test.each([
    ['', 1],
    ['短', 1],
    [`${'字'.repeat(3000)}\n${'字'.repeat(3000)}`, 2],
    ['字'.repeat(PIECE_LENGTH * 3), 3],
  ])('lose nothing and are no longer than they may be', (text, count) => {
    const pieces = piecesOf(text)
    expect(pieces).toHaveLength(count)
    expect(pieces.join('').replaceAll('\n', '')).toBe(text.replaceAll('\n', ''))
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(PIECE_LENGTH)
  })

  test('the first piece is a short opening if paragraphs are short', () => {
    const [opening = '', next = ''] = piecesOf('甲方应当交货。\n'.repeat(3000))
    expect(opening.length).toBeGreaterThan(OPENING_LENGTH - 10)
    expect(opening.length).toBeLessThanOrEqual(OPENING_LENGTH)
    expect(next.length).toBeGreaterThan(PIECE_LENGTH - 10)
  })
})
