import { expect, test } from 'vitest'
import { renderMarkdown } from './markdown.ts'

test('tables, quotation marks and headings with an id each', async () => {
  const { html, headings } = await renderMarkdown('## 第一章 "总则"\n\n| 甲 |\n| --- |\n| 乙 |\n')
  expect(html).toContain('<h2 id="第一章-总则">第一章 “总则”</h2>')
  expect(html).toContain('<td>乙</td>')
  expect(headings).toEqual([{ depth: 2, slug: '第一章-总则', text: '第一章 “总则”' }])
})

test.each([
  ['block', '<meta http-equiv="refresh" content="0;url=https://a.example/">'],
  ['in a line', '甲 <img src=x onerror=alert(1)> 乙'],
  ['on two lines', '<div\nonclick="alert(1)">'],
  ['in a table', '| 甲 |\n| --- |\n| <img src=x> |'],
])('raw HTML is text: %s', async (_, body) => {
  const { html } = await renderMarkdown(body)
  expect(html).not.toMatch(/<(?:meta|img|div)/)
  expect(html).toMatch(/&lt;(?:meta|img|div)/)
})
