import { describe, expect, test } from 'vitest'
import {
  checkChatText,
  isImageName,
  readChatDetail,
  summarizeDetail,
  writeFileDetail,
} from './chat-detail.ts'

const KEY = 'companies/1/abcdefghijklmnopqrstuv/a.docx'
const file = (more: object) => JSON.stringify({ local_name: '方案.docx', hash_name: KEY, ...more })

describe('what a message says', () => {
  test('text is text, even when it looks like JSON', () => {
    expect(readChatDetail({ type: 0, detail: file({}) })).toEqual({ kind: 'text', text: file({}) })
  })

  test('a file has its names, and the size that the server knows', () => {
    const expected = { localName: '方案.docx', hashName: KEY }
    expect(readChatDetail({ type: 1, detail: file({ size: 1 }), size: 7 })).toEqual({
      kind: 'attachment',
      ...expected,
      size: 7,
    })
    expect(readChatDetail({ type: 2, detail: file({ size: 3 }), size: null })).toEqual({
      kind: 'image',
      ...expected,
      size: 3,
    })
    expect(readChatDetail({ type: 1, detail: file({ size: -1 }) })).toMatchObject({ size: null })
  })

  test.each([
    '',
    '{',
    'null',
    '[]',
    '7',
    '"x"',
    '{"local_name":"a"}',
    file({ hash_name: ' ' }),
    file({ local_name: 1 }),
  ])('a broken detail is unreadable: %s', (detail) => {
    expect(readChatDetail({ type: 1, detail })).toEqual({ kind: 'unreadable' })
  })

  test('a written detail is read back', () => {
    const names = { localName: '<img src=x onerror=alert(1)>.png', hashName: KEY }
    expect(readChatDetail({ type: 2, detail: writeFileDetail(names) })).toEqual({
      kind: 'image',
      ...names,
      size: null,
    })
  })

  test('in one line', () => {
    expect(summarizeDetail({ kind: 'text', text: '您好' })).toBe('您好')
    expect(summarizeDetail(readChatDetail({ type: 1, detail: file({}) }))).toBe('[附件] 方案.docx')
    expect(summarizeDetail(readChatDetail({ type: 2, detail: file({}) }))).toBe('[图片] 方案.docx')
    expect(summarizeDetail({ kind: 'unreadable' })).toBe('[无法读取的附件]')
  })
})

test.each([
  ['a.JPG', true],
  ['a.jpeg', true],
  ['a.png.exe', false],
  ['png', false],
  ['a.webp', false],
])('%s is a picture: %s', (name, expected) => {
  expect(isImageName(name)).toBe(expected)
})

test('text to send is trimmed, not empty, and not too long', () => {
  expect(checkChatText('  您好\n', 5)).toEqual({ ok: true, text: '您好' })
  expect(checkChatText(' \n\t', 5)).toEqual({ ok: false, reason: '发送内容不能为空' })
  expect(checkChatText('😀😀😀😀😀', 5)).toEqual({ ok: true, text: '😀😀😀😀😀' })
  expect(checkChatText('123456', 5)).toEqual({ ok: false, reason: '发送内容不能超过 5 个字' })
})
