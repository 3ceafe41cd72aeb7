import { expect, test } from 'vitest'
import { emptyOf, isInside, problemWords, readNumber, summaryOf } from './values.ts'

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

test('a field that is added begins with what nobody has to be asked for', () => {
  const properties = { name: { type: 'string' }, note: { type: 'string' }, unit: { const: '元' } }
  const record = { type: 'object', properties, required: ['name'] }
  expect(emptyOf(record)).toEqual({ name: '', unit: '元' })
  expect(emptyOf({ type: 'array', items: record })).toEqual([{ name: '', unit: '元' }])
  expect(emptyOf({ oneOf: [{ properties: { kind: { const: '甲' } } }] })).toEqual({ kind: '甲' })
  expect(emptyOf({ type: 'integer', labels: { 1: '甲' } })).toBeUndefined()
})

test('a record is seen by its first two texts', () => {
  expect(summaryOf({ optional: true, text: '有专利', original: 22, note: '略' })).toBe('有专利 · 22')
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
