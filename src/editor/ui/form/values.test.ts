import { expect, test } from 'vitest'
import { emptyOf, isInside, moveItem, problemWords, readNumber, readTypedDate, summaryOf } from './values.ts'

test.each([
  ['2026-11-20', '2026-11-20'],
  ['2026年11月20日', '2026-11-20'],
  ['2026 年 1 月 2 日', '2026-01-02'],
  ['２０２６年１月２日', '2026-01-02'],
  ['2026/1/2', '2026-01-02'],
  ['2026.11.20', '2026-11-20'],
  ['20261120', '2026-11-20'],
  ['二〇二六年十一月二十日', '2026-11-20'],
  ['2024-02-29', '2024-02-29'],
  ['2026-02-29', undefined],
  ['2026年13月1日', undefined],
  ['2026年11月', undefined],
  ['明天', undefined],
  ['', undefined],
])('%j is the day %j', (typed, date) => {
  expect(readTypedDate(typed)).toBe(date)
})

test.each([
  ['50万', 500_000],
  ['1.2亿元', 120_000_000],
  ['1,200', 1200],
  ['３０万元', 300_000],
  ['15%', 15],
  ['5.5％', 5.5],
  ['12个月', 12],
  ['很多', undefined],
  ['', undefined],
])('%j is the number %j', (typed, value) => {
  expect(readNumber(typed)).toBe(value)
})

test('an item goes where it is moved, and nowhere beyond the ends', () => {
  expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moveItem(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(moveItem(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
  expect(moveItem(['a', 'b', 'c'], 2, 3)).toEqual(['a', 'b', 'c'])
})

test('a field that is added begins with what nobody has to be asked for', () => {
  const text = { kind: 'text', max: 10, hanzi: null, format: null } as const
  const name = { key: 'name', label: '名称', help: null, isRequired: true, entry: text }
  const record = {
    kind: 'record' as const,
    fields: [
      name,
      { ...name, key: 'note', isRequired: false },
      { ...name, key: 'unit', entry: { kind: 'fixed', value: '元' } as const },
    ],
  }
  expect(emptyOf(record)).toEqual({ name: '', unit: '元' })
  expect(emptyOf({ kind: 'list', of: record, least: 0 })).toEqual([{ name: '', unit: '元' }])
  expect(
    emptyOf({
      kind: 'variants',
      by: 'kind',
      label: '种类',
      variants: [{ value: '甲', help: null, fields: [] }],
    }),
  ).toEqual({ kind: '甲' })
})

test('a record is seen by its texts', () => {
  expect(summaryOf({ text: '有专利', clause: '第五条', optional: true, original: 22 })).toBe(
    '有专利 · 第五条 · 22',
  )
  expect(summaryOf('登记满 2 年')).toBe('登记满 2 年')
})

test('a problem belongs to its field and to what holds it', () => {
  expect(isInside('window.opens', 'window')).toBe(true)
  expect(isInside('window', 'window')).toBe(true)
  expect(isInside('windows', 'window')).toBe(false)
})

test.each([
  ['文字（数字和日期请加引号）', '没有写', '请填写'],
  ['不为空的文字', '""', '请填写'],
  ['文字（数字和日期请加引号）', '12345', '应为文字，实际为 12345'],
])('who fills in fields reads nothing of YAML: %s, %s', (expected, found, words) => {
  expect(problemWords({ file: '', line: 1, field: '', expected, found })).toBe(words)
})
