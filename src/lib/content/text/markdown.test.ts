import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { renderedIn } from './markdown.ts'

const folder = mkdtempSync(join(tmpdir(), 'markdown-'))
afterAll(() => rmSync(folder, { recursive: true }))
const renderedOf = renderedIn(folder)

const document = {
  collection: 'originals',
  id: 1,
  digest: 'a',
  body: '## 第一章 "总则"\n\n| 甲 |\n| --- |\n| 乙 |\n',
}

test('tables, quotation marks and headings with an id each', async () => {
  const { html, headings } = await renderedOf(document)
  expect(html).toContain('<h2 id="第一章-总则">第一章 “总则”</h2>')
  expect(html).toContain('<td>乙</td>')
  expect(headings).toEqual([{ depth: 2, slug: '第一章-总则', text: '第一章 “总则”' }])
})

test('a document is rendered once, until its file says something else', async () => {
  const first = await renderedOf(document)
  expect(await renderedOf(document)).toEqual(first)
  const file = join(folder, 'originals', '1.html')
  writeFileSync(file, `${readFileSync(file, 'utf8')}<p>kept</p>`)
  expect(await renderedOf(document)).toEqual({ ...first, html: `${first.html}<p>kept</p>` })
  expect((await renderedOf({ ...document, digest: 'b', body: '乙' })).html.trim()).toBe('<p>乙</p>')
  expect((await renderedOf({ ...document, id: 2, body: '丙' })).html.trim()).toBe('<p>丙</p>')
})

test.each([
  ['block', '<meta http-equiv="refresh" content="0;url=https://a.example/">'],
  ['in a line', '甲 <img src=x onerror=alert(1)> 乙'],
  ['on two lines', '<div\nonclick="alert(1)">'],
  ['in a table', '| 甲 |\n| --- |\n| <img src=x> |'],
])('raw HTML is text: %s', async (digest, body) => {
  const { html } = await renderedOf({ ...document, id: 3, digest, body })
  expect(html).not.toMatch(/<(?:meta|img|div)/)
  expect(html).toMatch(/&lt;(?:meta|img|div)/)
})
