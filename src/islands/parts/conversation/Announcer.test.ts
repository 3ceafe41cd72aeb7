import { describe, expect, test } from 'vitest'
import type { ChatLine, SendState } from '../../../lib/rules/chat/chat-line.ts'
import { newsBetween } from './Announcer.tsx'

function line(key: string, own: boolean, state: SendState = { status: 'sent' }): ChatLine {
  return {
    key,
    own,
    name: own ? null : '王老师',
    detail: { kind: 'text', text: `说 ${key}` },
    at: '2026-11-22T01:00:00Z',
    state,
  }
}
const sending = line('u', true, { status: 'sending' })
const failed = line('u', true, { status: 'failed', reason: '网络不可用' })
const texts = (...states: Parameters<typeof newsBetween>) => newsBetween(...states).map(({ text }) => text)

describe('announces', () => {
  test('every message of the other side, however many arrive together', () => {
    expect(texts([line('1', true)], [line('1', true), line('2', false), line('3', false)])).toEqual([
      '王老师：说 2',
      '王老师：说 3',
    ])
  })

  test('them above an own message that still waits at the end', () => {
    expect(texts([line('1', true), sending], [line('1', true), line('2', false), sending])).toEqual([
      '王老师：说 2',
    ])
  })

  test('the first message of an empty dialogue', () => {
    expect(texts([], [line('1', false)])).toEqual(['王老师：说 1'])
  })

  test('a failed message once', () => {
    expect(texts([line('1', true), sending], [line('1', true), failed])).toEqual([
      '发送失败，网络不可用：说 u',
    ])
    expect(texts([line('1', true), failed], [line('1', true), failed])).toEqual([])
  })
})

describe('does not announce', () => {
  test.each([
    ['own messages', [line('1', true)], [line('1', true), line('2', true)]],
    ['older ones', [line('5', false)], [line('4', false), line('5', false)]],
    ['another dialogue', [line('5', false)], [line('9', false)]],
  ])('%s', (_, before, now) => {
    expect(texts(before, now)).toEqual([])
  })
})
