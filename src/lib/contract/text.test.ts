import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { line, paragraph, properName } from './text.ts'

const refusal = (schema: v.GenericSchema, input: unknown) => v.safeParse(schema, input).issues?.[0].message

test('a line is trimmed and keeps what people type: spaces, marks, RTL marks, emoji, HTML', () => {
  for (const text of ['a', '《〈x〉》', '<b>&', '\u202eabc', '👩‍👩‍👧', 'a/b', '０']) {
    expect(v.parse(line('名称', 20), ` ${text} `)).toBe(text)
  }
})

test('nothing, too much and unseen characters are refused with the name of the field', () => {
  const name = line('名称', 5)
  for (const nothing of [undefined, null, 7, '', ' \u3000 '])
    expect(refusal(name, nothing)).toBe('请填写名称')
  expect(v.is(name, '😀😀😀😀😀')).toBe(true)
  expect(refusal(name, '123456')).toBe('名称不能超过 5 个字')
  for (const bad of ['a\u0000', 'a\nb', 'a\tb', 'a\u2028b', 'a\ud800'])
    expect(refusal(name, bad)).toBe('名称含有不能使用的字符')
})

test('a paragraph keeps its line breaks', () => {
  expect(v.parse(paragraph('说明', 20), '一\r\n\t二\n')).toBe('一\r\n\t二')
  expect(refusal(paragraph('说明', 20), 'a\u0007b')).toBe('说明含有不能使用的字符')
})

describe('the name of a company or a person', () => {
  const name = properName('企业名称', 20)

  test.each([
    ['\u200b', '请填写企业名称'],
    ['\u3164', '请填写企业名称'],
    ['在线\u200b客服', '企业名称不能与本站或客服的名称相同或相似'],
    ['知策', '企业名称不能与本站或客服的名称相同或相似'],
    ['知策官方客服', '企业名称不能与本站或客服的名称相同或相似'],
    ['【知 策】运营', '企业名称不能与本站或客服的名称相同或相似'],
    ['在线客服', '企业名称不能与本站或客服的名称相同或相似'],
    ['系统通知', '企业名称不能与本站或客服的名称相同或相似'],
  ])('%j is refused', (typed, why) => {
    expect(refusal(name, typed)).toBe(why)
  })

  test.each([
    '知策咨询有限公司',
    '客服通科技有限公司',
    '王系统',
    'Müller & Söhne',
    '𠮷野家（上海）',
    '通知书',
  ])('%j is taken', (typed) => {
    expect(v.parse(name, typed)).toBe(typed)
  })

  test.each(['甲\u200b公司', '\u202d甲公司\u202c', '\ufeff 甲公\u00ad司'])('%j is 甲公司', (typed) => {
    expect(v.parse(name, typed)).toBe('甲公司')
  })

  test('two ways to write one letter are one name', () => {
    expect(v.parse(name, 'Mu\u0308ller')).toBe('M\u00fcller')
  })
})
