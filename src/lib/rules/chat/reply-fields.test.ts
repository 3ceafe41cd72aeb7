import { expect, test } from 'vitest'
import { fillReply, firstField, unfilled } from './reply-fields.ts'

const TEXT = '{企业名称}您好：{政策名称}于 {截止日期} 截止，{ 企业名称 }请尽快。{没有}'

test('fields get their values; unknown ones stay', () => {
  const filled = fillReply(TEXT, { 企业名称: '甲公司', 政策名称: '创新券', 截止日期: ' ' })
  expect(filled).toBe('甲公司您好：创新券于 {截止日期} 截止，甲公司请尽快。{没有}')
  expect(fillReply('照旧 {} {a\nb}', {})).toBe('照旧 {} {a\nb}')
})

test('the first open field is found', () => {
  expect(firstField('请联系 {联系人}，{a}')).toEqual({ start: 4, end: 9 })
  expect(firstField('没有字段 {}')).toBeUndefined()
})

test('open fields are listed once each; other braces are ordinary text', () => {
  expect(unfilled('请联系 {联系人}，{联系人}，{a}')).toEqual(['联系人'])
})
