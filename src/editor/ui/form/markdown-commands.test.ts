import { expect, test } from 'vitest'
import {
  type Edit,
  insertBlock,
  insertLink,
  nextArticle,
  type Selection,
  toggleBold,
  toggleLines,
} from './markdown-commands.ts'

/** Carries an edit out: `‹›` hold what is selected, before and after. */
function run(marked: string, edit: (text: string, selection: Selection) => Edit): string {
  const from = marked.indexOf('‹')
  const to = marked.indexOf('›') - 1
  const text = marked.replace(/[‹›]/g, '')
  const done = edit(text, { from, to })
  const after = text.slice(0, done.from) + done.insert + text.slice(done.to)
  const { select } = done
  return `${after.slice(0, select.from)}‹${after.slice(select.from, select.to)}›${after.slice(select.to)}`
}

test.each([
  ['一\n标‹›题\n二', '## ', '一\n## 标题‹›\n二'],
  ['## 标‹›题', '## ', '标题‹›'],
  ['### 标‹›题', '## ', '## 标题‹›'],
  ['‹甲\n乙›', '- ', '- 甲\n- 乙‹›'],
  ['‹- 甲\n- 乙›', '1. ', '1. 甲\n2. 乙‹›'],
  ['‹- 甲›', '- ', '甲‹›'],
])('lines of %j with %j', (before, mark, after) => {
  expect(run(before, (text, at) => toggleLines(text, at, mark))).toBe(after)
})

test('bold', () => {
  expect(run('减‹半›征收', toggleBold)).toBe('减**‹半›**征收')
  expect(run('减**‹半›**征收', toggleBold)).toBe('减‹半›征收')
})

test.each([
  ['‹›', '第一条 ‹›\n'],
  ['第十条 一\n‹›', '第十条 一\n\n第十一条 ‹›\n'],
  ['第19条 一‹›\n\n第20条 二', '第19条 一\n\n第20条 ‹›\n\n第20条 二'],
  ['第三条规定的‹›', '第三条规定的\n\n第一条 ‹›\n'],
])('the article after %j', (before, after) => {
  expect(run(before, (text, at) => insertBlock(text, at, `${nextArticle(text, at.from)} `))).toBe(after)
})

test('links', () => {
  const link = (text: string, selection: Selection) => insertLink(text, selection, '税法[2026]', '/review/2')
  expect(run('见‹›。', link)).toBe('见[税法\\[2026\\]](/review/2)‹›。')
  expect(run('见‹税法›。', link)).toBe('见[税法](/review/2)‹›。')
})
