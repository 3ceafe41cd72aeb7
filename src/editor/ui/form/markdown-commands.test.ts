import { expect, test } from 'vitest'
import {
  addColumn,
  addRow,
  type Edit,
  insertArticle,
  insertLink,
  insertSource,
  insertTable,
  type Selection,
  toggleBold,
  toggleHeading,
  toggleList,
} from './markdown-commands.ts'

/** Carries an edit out: `‹›` hold what is selected, before and after. */
function run(marked: string, edit: (text: string, selection: Selection) => Edit | null): string | null {
  const from = marked.indexOf('‹')
  const to = marked.indexOf('›') - 1
  const text = marked.replace(/[‹›]/g, '')
  const done = edit(text, { from, to })
  if (!done) return null
  const after = text.slice(0, done.from) + done.insert + text.slice(done.to)
  const { select } = done
  return `${after.slice(0, select.from)}‹${after.slice(select.from, select.to)}›${after.slice(select.to)}`
}

test('headings', () => {
  const heading = (text: string, selection: Selection) => toggleHeading(text, selection, 2)
  expect(run('一\n标‹›题\n二', heading)).toBe('一\n## 标题‹›\n二')
  expect(run('## 标‹›题', heading)).toBe('标题‹›')
  expect(run('### 标‹›题', heading)).toBe('## 标题‹›')
})

test('bold', () => {
  expect(run('减‹半›征收', toggleBold)).toBe('减**‹半›**征收')
  expect(run('减**‹半›**征收', toggleBold)).toBe('减‹半›征收')
})

test('lists', () => {
  expect(run('‹甲\n乙›', (text, selection) => toggleList(text, selection, false))).toBe('‹- 甲\n- 乙›')
  expect(run('‹- 甲\n- 乙›', (text, selection) => toggleList(text, selection, true))).toBe('‹1. 甲\n2. 乙›')
  expect(run('‹- 甲›', (text, selection) => toggleList(text, selection, false))).toBe('‹甲›')
})

test.each([
  ['‹›', '第一条 ‹›\n'],
  ['第十条 一\n‹›', '第十条 一\n\n第十一条 ‹›\n'],
  ['第19条 一‹›\n\n第20条 二', '第19条 一\n\n第20条 ‹›\n\n第20条 二'],
  ['第九条 一\n\n‹›正文', '第九条 一\n\n第十条 ‹›正文'],
  ['第三条规定的‹›', '第三条规定的\n\n第一条 ‹›\n'],
])('the article after %j', (before, after) => {
  expect(run(before, insertArticle)).toBe(after)
})

test('tables', () => {
  const table = '| 甲 | 乙 |\n| --- | --- |\n| 一‹› | 二 |\n\n正文'
  expect(run('正文‹›', insertTable)).toBe('正文\n\n| ‹项目› | 内容 |\n| --- | --- |\n|  |  |\n')
  expect(run(table, addRow)).toBe('| 甲 | 乙 |\n| --- | --- |\n| 一 | 二 |\n| ‹› |  |\n\n正文')
  expect(run('| 甲‹› |\n| --- |\n| 一 |', addRow)).toBe('| 甲 |\n| --- |\n| ‹› |\n| 一 |')
  expect(run(table, addColumn)).toBe('| 甲 |  | 乙 |\n| --- | --- | --- |\n| 一 | ‹› | 二 |\n\n正文')
  expect(run('| 甲\\|丙 | 乙‹› |\n| --- | --- |', addColumn)).toBe(
    '| 甲\\|丙 | 乙 | ‹› |\n| --- | --- | --- |',
  )
  expect(run('正‹›文', addRow)).toBeNull()
  expect(run('正‹›文', addColumn)).toBeNull()
})

test('links and sources', () => {
  const link = (text: string, selection: Selection) => insertLink(text, selection, '税法[2026]', '/review/2')
  expect(run('见‹›。', link)).toBe('见[税法\\[2026\\]](/review/2)‹›。')
  expect(run('见‹税法›。', link)).toBe('见[税法](/review/2)‹›。')
  expect(run('正文‹›', insertSource)).toBe('正文\n\n来源：[‹名称›](https://)\n')
})
