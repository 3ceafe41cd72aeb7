import * as v from 'valibot'
import { expect, test } from 'vitest'
import { line, paragraph } from './text.ts'

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
