import { expect, test } from 'vitest'
import { numberedLists, readingMinutes, scrollableTables } from './rendered.ts'

test('each table gets a named region in the tab order; text is unchanged', () => {
  const html = scrollableTables('<p>前</p><table><tr><td>一</td></tr></table><table></table>')
  expect(html.match(/role="region" tabindex="0" aria-label="表格 \d，可以左右滚动"/g)).toHaveLength(2)
  expect(html.replace(/<\/?div[^>]*>/g, '')).toBe(
    '<p>前</p><table><tr><td>一</td></tr></table><table></table>',
  )
})

test('text that looks like a table is unchanged', () => {
  expect(scrollableTables('<p>&lt;table&gt;</p>')).toBe('<p>&lt;table&gt;</p>')
})

test('a list with its own numbers is marked, others are not', () => {
  const html = '<ul>\n<li>（一）甲</li>\n</ul><ul>\n<li>乙（一）</li>\n</ul>'
  expect(numberedLists(html)).toBe(html.replace('<ul>', '<ul class="numbered">'))
})

test.each([
  ['', 1],
  [`<p>${'字'.repeat(350)}</p>`, 1],
  [`<p title="${'字'.repeat(900)}">${'字'.repeat(700)}</p>`, 2],
  [`<p>${'2016 '.repeat(1050)}</p>`, 3],
])('minutes to read, case %#', (html, minutes) => {
  expect(readingMinutes(html)).toBe(minutes)
})
