import { expect, test } from 'vitest'
import { fillReply, firstField, unfilled } from './reply-fields.ts'

const TEXT = '{企业名称}您好：{政策名称}于 {截止日期} 截止，{ 企业名称 }请尽快。{没有}'

test('fields get their words; what nobody knows stays', () => {
  const filled = fillReply(TEXT, { 企业名称: '甲公司', 政策名称: '创新券', 截止日期: ' ' })
  expect(filled).toBe('甲公司您好：创新券于 {截止日期} 截止，甲公司请尽快。{没有}')
  expect(fillReply('照旧 {} {a\nb}', {})).toBe('照旧 {} {a\nb}')
})

test('the first field that is open is found', () => {
  expect(firstField('请联系 {联系人}，{a}')).toEqual({ start: 4, end: 9 })
  expect(firstField('没有字段 {}')).toBeUndefined()
})

test('what stands open in a text is told, each once; other braces are anybody’s', () => {
  expect(unfilled('请联系 {联系人}，{联系人}，{a}')).toEqual(['联系人'])
})
