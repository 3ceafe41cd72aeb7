import { expect, test } from 'vitest'
import { comparePieces, compareVersions } from './compare-versions.ts'

const shown = (before: string, after: string) =>
  comparePieces(before, after)
    .map(({ text, change }) => ({ same: text, removed: `[-${text}-]`, added: `{+${text}+}` })[change])
    .join('')

test.each([
  ['比例为6%以上', '比例为5%以上', '比例为[-6-]{+5+}%以上'],
  ['满三年', '满三年', '满三年'],
  ['', '新增一条', '{+新增一条+}'],
  ['删去一条', '', '[-删去一条-]'],
  ['公示15个工作日', '公示10个工作日', '公示1[-5-]{+0+}个工作日'],
  [
    '有效三年。期满前三个月内提出复审',
    '有效三年。期满后重新认定',
    '有效三年。期满[-前三个月内提出复审-]{+后重新认定+}',
  ],
  ['大学专科以上学历的科技人员', '当年科技人员', '[-大学专科以上学历的-]{+当年+}科技人员'],
])('%s → %s', (before, after, expected) => {
  expect(shown(before, after)).toBe(expected)
})

test('for any change, both texts can be rebuilt from the pieces', () => {
  const texts = ['甲乙丙丁戊', '丙甲丁己戊', '', '戊丁丙乙甲甲', '𠮷野家一二三']
  for (const before of texts)
    for (const after of texts) {
      const pieces = comparePieces(before, after)
      const read = (without: string) =>
        pieces
          .filter(({ change }) => change !== without)
          .map(({ text }) => text)
          .join('')
      expect([read('added'), read('removed')]).toEqual([before, after])
    }
})

test('two paragraphs of 200 KB without common text are shown whole, instead of taking minutes', () => {
  const [before, after] = ['旧'.repeat(100_000), '新'.repeat(100_000)]
  expect(comparePieces(before, after)).toEqual([
    { text: before, change: 'removed' },
    { text: after, change: 'added' },
  ])
})

test('paragraphs are matched by likeness, not by number', () => {
  const rows = compareVersions(
    ['第十条 认定条件', '研发费用占销售收入的比例为6%', '只在旧版里'],
    ['第十一条 认定条件', '新加的一段话', '研发费用占销售收入的比例为5%'],
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['changed', 'added', 'changed', 'removed'])
})
