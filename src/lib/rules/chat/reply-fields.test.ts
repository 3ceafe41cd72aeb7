import { expect, test } from 'vitest'
import { fieldsOf, filledText, fillReply, unfilled } from './reply-fields.ts'

const TEXT = '{企业名称}您好：{政策名称}于 {截止日期} 截止，{ 企业名称 }请尽快。{没有}'

test('fields are named once each, those that nobody knows, too', () => {
  expect(fieldsOf(TEXT)).toEqual(['企业名称', '政策名称', '截止日期', '没有'])
  expect(fieldsOf('没有字段 {} {a\nb}')).toEqual([])
})

test('a text is whole when every field has words', () => {
  const values = { 企业名称: '甲公司', 政策名称: '创新券', 截止日期: ' ' }
  const parts = fillReply(TEXT, values)
  expect(parts[0]).toEqual({ field: '企业名称', value: '甲公司' })
  expect(parts).toContainEqual({ field: '截止日期', value: '' })
  expect(filledText(parts)).toBeUndefined()
  const whole = fillReply(TEXT, { ...values, 截止日期: '12月31日', 没有: '！' })
  expect(filledText(whole)).toBe('甲公司您好：创新券于 12月31日 截止，甲公司请尽快。！')
  expect(filledText(fillReply('照旧', {}))).toBe('照旧')
})

test('what stands open in a text is told; other braces are anybody’s', () => {
  expect(unfilled('请联系 {联系人}，{a}')).toEqual(['联系人'])
})
